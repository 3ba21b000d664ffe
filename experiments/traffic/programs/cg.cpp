/// CG of the NAS parallel benchmarks: the smallest eigenvalue of a sparse symmetric matrix by inverse iteration, each
/// step 25 iterations of the conjugate gradient method.
///
/// The processes are a grid of as many columns as rows, or twice as many; each has a block of the matrix. For q = A p
/// the rows of the grid sum their parts by recursive doubling, then each process exchanges its part of q with the one
/// opposite of it in the matrix (itself on the diagonal), as q is cut by rows and p by columns; every dot product is
/// summed in the rows of the grid, by recursive doubling too.
///
///     row 0:  0 - 1        0 <-> 0   1 <-> 1      (P = 8: 2 rows of 4; the rows are hypercubes)
///             |   |        2 <-> 4   3 <-> 5
///             2 - 3        6 <-> 6   7 <-> 7
///
/// Messages are those of class S, 1400 rows, 16 steps (the first one is not timed): to each partner in the row 1264,
/// to the opposite process 416. The matrix is our own, of as many elements: it is made alike for any number of
/// processes, so that the eigenvalue is known.
/// Source: Bailey et al., "The NAS Parallel Benchmarks 2.0", NAS-95-020; RNR-94-007, section 2.3.
#include "program.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace {

using programs::Process;

constexpr int kRows = 1400;
constexpr int kElementsPerRow = 7;
constexpr int kSteps = 15;
constexpr int kIterations = 25;
constexpr double kShift = 10.0;
constexpr double kZeta = 1.015032234039897e1;

/// The grid of processes, and this one's place in it.
struct Grid {
    explicit Grid(const Process& process)
        : log_columns((programs::log2_of(process.size) + 1) / 2),
          columns(1 << log_columns),
          rows(process.size / columns),
          row(process.rank / columns),
          column(process.rank % columns) {}

    /// The process that lies opposite in the matrix.
    [[nodiscard]] int opposite() const {
        return columns == rows ? column * columns + row : column / 2 * columns + 2 * row + column % 2;
    }
    /// One of the same row, that far in the hypercube.
    [[nodiscard]] int partner(int bit) const { return row * columns + (column ^ (1 << bit)); }

    int log_columns;
    int columns;
    int rows;
    int row;
    int column;
};

using Vector = std::vector<double>;

/// This process's block of the matrix, by rows.
struct Block {
    std::vector<std::size_t> first;
    std::vector<int> column;
    Vector value;
};

/// A symmetric matrix in which the diagonal outweighs the rest of each row: positive definite.
Block block_of(const Grid& grid) {
    const int height = kRows / grid.rows;
    const int width = kRows / grid.columns;
    std::vector<std::vector<std::pair<int, double>>> rows(static_cast<std::size_t>(height));
    const auto add = [&](int i, int j, double value) {
        if (i / height == grid.row && j / width == grid.column) {
            rows[static_cast<std::size_t>(i % height)].emplace_back(j % width, value);
        }
    };
    for (int i = 0; i < kRows; ++i) {
        add(i, i, 0.1 * (1.0 + programs::uniform(static_cast<std::uint64_t>(2 * kRows * kElementsPerRow + i))));
        for (int k = 0; k < kElementsPerRow; ++k) {
            const auto index = static_cast<std::uint64_t>(2 * (i * kElementsPerRow + k));
            const int j = static_cast<int>(programs::uniform(index) * kRows);
            const double value = programs::uniform(index + 1);
            add(i, j, -value);
            add(j, i, -value);
            add(i, i, value);
            add(j, j, value);
        }
    }
    Block block;
    block.first.push_back(0);
    for (const auto& row : rows) {
        for (const auto& [column, value] : row) {
            block.column.push_back(column);
            block.value.push_back(value);
        }
        block.first.push_back(block.column.size());
    }
    return block;
}

class Solver {
public:
    explicit Solver(const Process& process)
        : grid_(process),
          block_(block_of(grid_)),
          width_(static_cast<std::size_t>(kRows / grid_.columns)),
          height_(static_cast<std::size_t>(kRows / grid_.rows)) {}

    /// The estimate of the eigenvalue that so many steps come to.
    double eigenvalue(int steps) {
        Vector x(width_, 1.0);
        double zeta = 0.0;
        for (int step = 0; step < steps; ++step) {
            const Vector z = solution(x);
            std::vector<double> products{product(x, z), product(z, z)};
            sum_in_row(products);
            zeta = kShift + 1.0 / products[0];
            for (std::size_t i = 0; i < width_; ++i) {
                x[i] = z[i] / std::sqrt(products[1]);
            }
        }
        return zeta;
    }

private:
    static double product(const Vector& a, const Vector& b) {
        double sum = 0.0;
        for (std::size_t i = 0; i < a.size(); ++i) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    void sum_in_row(Vector& values) const {
        Vector other(values.size());
        for (int bit = 0; bit < grid_.log_columns; ++bit) {
            const int partner = grid_.partner(bit);
            programs::exchange(values.data(), partner, other.data(), partner, static_cast<int>(values.size()));
            for (std::size_t i = 0; i < values.size(); ++i) {
                values[i] += other[i];
            }
        }
    }

    double sum_in_row(double value) const {
        Vector values{value};
        sum_in_row(values);
        return values.front();
    }

    /// A p; of both this process has its columns.
    Vector times_matrix(const Vector& p) const {
        Vector q(height_, 0.0);
        for (std::size_t i = 0; i < height_; ++i) {
            for (std::size_t k = block_.first[i]; k < block_.first[i + 1]; ++k) {
                q[i] += block_.value[k] * p[static_cast<std::size_t>(block_.column[k])];
            }
        }
        sum_in_row(q);
        Vector result(width_);
        const std::size_t half = grid_.columns == grid_.rows ? 0 : static_cast<std::size_t>(grid_.column % 2) * width_;
        programs::exchange(q.data() + half, grid_.opposite(), result.data(), grid_.opposite(),
                           static_cast<int>(width_));
        return result;
    }

    /// z with A z = x, nearly; the last residual is worked out, as the benchmark does.
    Vector solution(const Vector& x) const {
        Vector z(width_, 0.0);
        Vector r = x;
        Vector p = x;
        double rho = sum_in_row(product(r, r));
        for (int iteration = 0; iteration < kIterations; ++iteration) {
            const Vector q = times_matrix(p);
            const double alpha = rho / sum_in_row(product(p, q));
            for (std::size_t i = 0; i < width_; ++i) {
                z[i] += alpha * p[i];
                r[i] -= alpha * q[i];
            }
            const double rho_before = std::exchange(rho, sum_in_row(product(r, r)));
            for (std::size_t i = 0; i < width_; ++i) {
                p[i] = r[i] + rho / rho_before * p[i];
            }
        }
        Vector residual = times_matrix(z);
        for (std::size_t i = 0; i < width_; ++i) {
            residual[i] -= x[i];
        }
        (void)sum_in_row(product(residual, residual));
        return z;
    }

    Grid grid_;
    Block block_;
    std::size_t width_;
    std::size_t height_;
};

}  // namespace

int main(int argc, char** argv) {
    const Process process(&argc, &argv);
    if (programs::log2_of(process.size) < 0 || process.size > 64) {
        return programs::refused(process, "CG", "powers of two up to 64");
    }
    Solver solver(process);
    (void)solver.eigenvalue(1);  // for the pages and the caches
    MPI_Barrier(MPI_COMM_WORLD);
    const double started = MPI_Wtime();
    const double zeta = solver.eigenvalue(kSteps);
    MPI_Barrier(MPI_COMM_WORLD);
    programs::tell_time(started);
    return programs::verified(process, "CG", zeta, kZeta);
}
