/// LU of the NAS parallel benchmarks: symmetric successive over-relaxation of five unknowns in each point of a cube.
///
/// The processes are a grid over two axes of the cube; each has a column of it. The lower half of a step goes through
/// the planes of the third axis from the first to the last: in each a process needs the values of its north and west
/// neighbours and hands its own on to the south and the east, so that the planes follow each other through the grid as
/// wave fronts. The upper half comes back. Between steps neighbours exchange their faces for the residual.
///
///     0 > 1        one plane: 1 and 2 wait for 0, 3 for 1 and 2, ...      (P = 8: 4 rows of 2)
///     v   v
///     2 > 3
///     v   v
///     4 > 5
///     v   v
///     6 > 7
///
/// Messages: to each neighbour of the grid one a plane and step, and one a step for the residual; all of them alike
/// both ways. The equations are our own: a diffusion, its unknowns coupled in each point. The order of the wave fronts
/// is that of one process, so that the result hardly depends on how many there are.
/// Source: Bailey et al., "The NAS Parallel Benchmarks 2.0", NAS-95-020; RNR-94-007, section 3.
#include "program.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace {

using programs::Process;

constexpr int kPoints = 32;
constexpr int kSteps = 10;
constexpr std::size_t kUnknowns = 5;
constexpr double kRelaxation = 1.2;
constexpr double kDiagonal = 6.5;
constexpr double kCoupling = 0.1;
constexpr double kResidual = 2.579481975708215e-2;

using Point = std::array<double, kUnknowns>;

/// D^-1 of the D that couples the unknowns of a point: kCoupling everywhere, kDiagonal more on the diagonal.
Point solved(const Point& right) {
    double sum = 0.0;
    for (const double value : right) {
        sum += value;
    }
    Point result{};
    for (std::size_t m = 0; m < kUnknowns; ++m) {
        result[m] = (right[m] - kCoupling * sum / (kDiagonal + kCoupling * static_cast<double>(kUnknowns))) / kDiagonal;
    }
    return result;
}

/// A process's column of the cube with a margin of one point.
class Field {
public:
    Field(int rows, int columns)
        : columns_(columns + 2), values_(static_cast<std::size_t>((rows + 2) * (columns + 2) * (kPoints + 2))) {}

    [[nodiscard]] Point& at(int i, int j, int k) {
        return values_[static_cast<std::size_t>(((i + 1) * columns_ + j + 1) * (kPoints + 2) + k + 1)];
    }

private:
    int columns_;
    std::vector<Point> values_;
};

class Solver {
public:
    explicit Solver(const Process& process) {
        const int log = programs::log2_of(process.size);
        const int columns = 1 << log / 2;
        const int rows = process.size / columns;
        const int row = process.rank / columns;
        const int column = process.rank % columns;
        rows_ = kPoints / rows;
        columns_ = kPoints / columns;
        first_row_ = row * rows_;
        first_column_ = column * columns_;
        north_ = row > 0 ? process.rank - columns : MPI_PROC_NULL;
        south_ = row + 1 < rows ? process.rank + columns : MPI_PROC_NULL;
        west_ = column > 0 ? process.rank - 1 : MPI_PROC_NULL;
        east_ = column + 1 < columns ? process.rank + 1 : MPI_PROC_NULL;
        u_ = Field(rows_, columns_);
        v_ = Field(rows_, columns_);
    }

    /// The norm of the residual after so many steps.
    double residual_after(int steps) {
        take_residual();
        for (int step = 0; step < steps; ++step) {
            for (int k = 0; k < kPoints; ++k) {
                lower(k);
            }
            for (int k = kPoints - 1; k >= 0; --k) {
                upper(k);
            }
            for_all([&](int i, int j, int k) {
                for (std::size_t m = 0; m < kUnknowns; ++m) {
                    u_.at(i, j, k)[m] += kRelaxation * (2.0 - kRelaxation) * v_.at(i, j, k)[m];
                }
            });
            take_residual();
        }
        return norm();
    }

private:
    template <typename Each>
    void for_all(const Each& each) const {
        for (int i = 0; i < rows_; ++i) {
            for (int j = 0; j < columns_; ++j) {
                for (int k = 0; k < kPoints; ++k) {
                    each(i, j, k);
                }
            }
        }
    }

    double norm() {
        Point mine{};
        for_all([&](int i, int j, int k) {
            for (std::size_t m = 0; m < kUnknowns; ++m) {
                mine[m] += v_.at(i, j, k)[m] * v_.at(i, j, k)[m];
            }
        });
        Point all{};
        MPI_Allreduce(mine.data(), all.data(), kUnknowns, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        double sum = 0.0;
        for (const double value : all) {
            sum += value;
        }
        return std::sqrt(sum);
    }

    /// v = f - A u, after the faces of u have gone to the neighbours: first north and south, then west and east.
    void take_residual() {
        exchange_rows();
        exchange_columns();
        for_all([&](int i, int j, int k) {
            double sum = 0.0;
            for (const double value : u_.at(i, j, k)) {
                sum += value;
            }
            for (std::size_t m = 0; m < kUnknowns; ++m) {
                const double around = u_.at(i - 1, j, k)[m] + u_.at(i + 1, j, k)[m] + u_.at(i, j - 1, k)[m] +
                                      u_.at(i, j + 1, k)[m] + u_.at(i, j, k - 1)[m] + u_.at(i, j, k + 1)[m];
                const auto point = ((first_row_ + i) * kPoints + first_column_ + j) * kPoints + k;
                const double f = programs::uniform(static_cast<std::uint64_t>(point) * kUnknowns + m);
                v_.at(i, j, k)[m] = f - (kDiagonal * u_.at(i, j, k)[m] + kCoupling * sum - around);
            }
        });
    }

    void exchange_rows() {
        const auto face = [&](int i) {
            std::vector<Point> values;
            for (int j = 0; j < columns_; ++j) {
                for (int k = 0; k < kPoints; ++k) {
                    values.push_back(u_.at(i, j, k));
                }
            }
            return values;
        };
        const auto put = [&](int i, const std::vector<Point>& values) {
            for (int j = 0; j < columns_; ++j) {
                for (int k = 0; k < kPoints; ++k) {
                    u_.at(i, j, k) = values[static_cast<std::size_t>(j * kPoints + k)];
                }
            }
        };
        put(-1, from_neighbour(face(rows_ - 1), south_, north_));
        put(rows_, from_neighbour(face(0), north_, south_));
    }

    void exchange_columns() {
        const auto face = [&](int j) {
            std::vector<Point> values;
            for (int i = 0; i < rows_; ++i) {
                for (int k = 0; k < kPoints; ++k) {
                    values.push_back(u_.at(i, j, k));
                }
            }
            return values;
        };
        const auto put = [&](int j, const std::vector<Point>& values) {
            for (int i = 0; i < rows_; ++i) {
                for (int k = 0; k < kPoints; ++k) {
                    u_.at(i, j, k) = values[static_cast<std::size_t>(i * kPoints + k)];
                }
            }
        };
        put(-1, from_neighbour(face(columns_ - 1), east_, west_));
        put(columns_, from_neighbour(face(0), west_, east_));
    }

    /// Zeros where there is none.
    static std::vector<Point> from_neighbour(const std::vector<Point>& sent, int to, int from) {
        std::vector<Point> received(sent.size(), Point{});
        programs::exchange(sent.front().data(), to, received.front().data(), from,
                           static_cast<int>(sent.size() * kUnknowns));
        return received;
    }

    /// One plane of (D + w L) v = residual, behind the neighbours north and west.
    void lower(int k) {
        receive(north_, west_, -1, -1, k);
        for (int i = 0; i < rows_; ++i) {
            for (int j = 0; j < columns_; ++j) {
                Point& here = v_.at(i, j, k);
                for (std::size_t m = 0; m < kUnknowns; ++m) {
                    here[m] += kRelaxation * (v_.at(i - 1, j, k)[m] + v_.at(i, j - 1, k)[m] + v_.at(i, j, k - 1)[m]);
                }
                here = solved(here);
            }
        }
        send(south_, east_, rows_ - 1, columns_ - 1, k);
    }

    /// One plane of (D + w U) v = D v, behind the neighbours south and east.
    void upper(int k) {
        receive(south_, east_, rows_, columns_, k);
        for (int i = rows_ - 1; i >= 0; --i) {
            for (int j = columns_ - 1; j >= 0; --j) {
                Point around{};
                for (std::size_t m = 0; m < kUnknowns; ++m) {
                    around[m] = kRelaxation * (v_.at(i + 1, j, k)[m] + v_.at(i, j + 1, k)[m] + v_.at(i, j, k + 1)[m]);
                }
                const Point change = solved(around);
                for (std::size_t m = 0; m < kUnknowns; ++m) {
                    v_.at(i, j, k)[m] += change[m];
                }
            }
        }
        send(north_, west_, 0, 0, k);
    }

    /// Row i and column j of a plane.
    void receive(int of_row, int of_column, int i, int j, int k) {
        std::vector<Point> row(static_cast<std::size_t>(columns_), Point{});
        std::vector<Point> column(static_cast<std::size_t>(rows_), Point{});
        MPI_Recv(row.front().data(), columns_ * static_cast<int>(kUnknowns), MPI_DOUBLE, of_row, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        MPI_Recv(column.front().data(), rows_ * static_cast<int>(kUnknowns), MPI_DOUBLE, of_column, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        for (int c = 0; c < columns_; ++c) {
            v_.at(i, c, k) = row[static_cast<std::size_t>(c)];
        }
        for (int r = 0; r < rows_; ++r) {
            v_.at(r, j, k) = column[static_cast<std::size_t>(r)];
        }
    }

    void send(int row_to, int column_to, int i, int j, int k) {
        std::vector<Point> row;
        std::vector<Point> column;
        for (int c = 0; c < columns_; ++c) {
            row.push_back(v_.at(i, c, k));
        }
        for (int r = 0; r < rows_; ++r) {
            column.push_back(v_.at(r, j, k));
        }
        MPI_Send(row.front().data(), columns_ * static_cast<int>(kUnknowns), MPI_DOUBLE, row_to, 1, MPI_COMM_WORLD);
        MPI_Send(column.front().data(), rows_ * static_cast<int>(kUnknowns), MPI_DOUBLE, column_to, 1, MPI_COMM_WORLD);
    }

    int rows_ = 0;
    int columns_ = 0;
    int first_row_ = 0;
    int first_column_ = 0;
    int north_ = MPI_PROC_NULL;
    int south_ = MPI_PROC_NULL;
    int west_ = MPI_PROC_NULL;
    int east_ = MPI_PROC_NULL;
    Field u_{0, 0};
    Field v_{0, 0};
};

}  // namespace

int main(int argc, char** argv) {
    const Process process(&argc, &argv);
    if (programs::log2_of(process.size) < 0 || process.size > 64) {
        return programs::refused(process, "LU", "powers of two up to 64");
    }
    int steps = kSteps;  // as process 0 has read it
    MPI_Bcast(&steps, 1, MPI_INT, 0, MPI_COMM_WORLD);
    Solver solver(process);
    MPI_Barrier(MPI_COMM_WORLD);
    const double started = MPI_Wtime();
    const double residual = solver.residual_after(steps);
    programs::tell_time(started);
    return programs::verified(process, "LU", residual, kResidual);
}
