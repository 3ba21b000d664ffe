/// SP of the NAS parallel benchmarks: five unknowns in each point of a cube, stepped in time by alternating directions;
/// each line of each axis is a system of equations with five diagonals.
///
/// P = p^2 processes, and the cube is cut into p^3 cells. Each process has p cells, one in each slab across every axis
/// ("multi-partition"): cell c of the process at (i, j) is the one at (i + c, j - c, c), modulo p. So while a solve
/// goes through the slabs of an axis all processes work all the time, each on its cell of the slab, and hand what the
/// next cells need to one and the same neighbour.
///
///     neighbours of (i, j):   along x  (i +- 1, j)      along y  (i, j +- 1)
///                             along z  (i - 1, j + 1) and (i + 1, j - 1)          all modulo p
///
/// Messages of a step: the faces of all cells, one to each of the six neighbours; then for each axis p - 1 ahead and
/// p - 1 back. The equations are our own: a diffusion with the fourth-order dissipation that makes five diagonals.
/// Source: Bailey et al., "The NAS Parallel Benchmarks 2.0", NAS-95-020; RNR-94-007, section 3; Naik 1995
/// (multi-partition).
#include "program.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace {

using programs::Process;

constexpr int kPoints = 24;
constexpr int kSteps = 20;
constexpr std::size_t kUnknowns = 5;
constexpr int kMargin = 2;
constexpr double kDiffusion = 0.4;
constexpr double kDissipation = 0.05;
constexpr double kNorm = 1.983157519531488;

using Point = std::array<double, kUnknowns>;
using Place = std::array<int, 3>;  // along x, y, z

/// A point of a line after the elimination: value + first * next + second * the one after that = right side.
struct Eliminated {
    double first = 0.0;
    double second = 0.0;
    Point right{};
};

/// A box of the cube with a margin.
struct Cell {
    Cell(Place its_place, int cells_a_side) : place(its_place) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            begin[axis] = kPoints * place[axis] / cells_a_side;
            size[axis] = kPoints * (place[axis] + 1) / cells_a_side - begin[axis];
        }
        const std::size_t points = static_cast<std::size_t>(size[0] + 2 * kMargin) *
                                   static_cast<std::size_t>(size[1] + 2 * kMargin) *
                                   static_cast<std::size_t>(size[2] + 2 * kMargin);
        u.resize(points);
        change.resize(points);
        eliminated.resize(points);
    }

    [[nodiscard]] std::size_t index(Place at) const {
        return static_cast<std::size_t>(((at[2] + kMargin) * (size[1] + 2 * kMargin) + at[1] + kMargin) *
                                            (size[0] + 2 * kMargin) +
                                        at[0] + kMargin);
    }

    Place place;
    Place begin{};
    Place size{};
    std::vector<Point> u;
    std::vector<Point> change;  ///< first the right side, then what is solved
    std::vector<Eliminated> eliminated;
};

/// Calls each(x, y, z) for the places from `from` to below `to`.
template <typename Each>
void for_places(Place from, Place to, const Each& each) {
    for (int z = from[2]; z < to[2]; ++z) {
        for (int y = from[1]; y < to[1]; ++y) {
            for (int x = from[0]; x < to[0]; ++x) {
                each(Place{x, y, z});
            }
        }
    }
}

Place moved(Place place, std::size_t axis, int by) {
    place[axis] += by;
    return place;
}

class Solver {
public:
    Solver(const Process& process, int side) : side_(side) {
        const int i = process.rank % side;
        const int j = process.rank / side;
        for (int c = 0; c < side; ++c) {
            cells_.emplace_back(Place{(i + c) % side, (j - c + side) % side, c}, side);
        }
        const auto rank_of = [side](int at_i, int at_j) { return (at_i + side) % side + (at_j + side) % side * side; };
        next_ = {rank_of(i + 1, j), rank_of(i, j + 1), rank_of(i - 1, j + 1)};
        before_ = {rank_of(i - 1, j), rank_of(i, j - 1), rank_of(i + 1, j - 1)};
        for (Cell& cell : cells_) {
            for_places({0, 0, 0}, cell.size, [&](Place at) {
                const auto point = static_cast<std::uint64_t>(
                    ((cell.begin[2] + at[2]) * kPoints + cell.begin[1] + at[1]) * kPoints + cell.begin[0] + at[0]);
                for (std::size_t m = 0; m < kUnknowns; ++m) {
                    cell.u[cell.index(at)][m] = programs::uniform(point * kUnknowns + m);
                }
            });
        }
    }

    void step() {
        copy_faces();
        take_right_side();
        for (std::size_t axis = 0; axis < 3; ++axis) {
            eliminate(axis);
            substitute(axis);
        }
        for (Cell& cell : cells_) {
            for_places({0, 0, 0}, cell.size, [&](Place at) {
                for (std::size_t m = 0; m < kUnknowns; ++m) {
                    cell.u[cell.index(at)][m] += cell.change[cell.index(at)][m];
                }
            });
        }
    }

    double norm() {
        copy_faces();
        take_right_side();
        double sum = 0.0;
        for (const Cell& cell : cells_) {
            for_places({0, 0, 0}, cell.size, [&](Place at) {
                for (const double value : cell.change[cell.index(at)]) {
                    sum += value * value;
                }
            });
        }
        return std::sqrt(programs::sum_of_all(sum));
    }

private:
    /// The places of a cell that lie in its `kMargin` layers at one end of an axis, or in the margin beyond.
    template <typename Each>
    static void for_layers(const Cell& cell, std::size_t axis, int first, const Each& each) {
        Place from{0, 0, 0};
        Place to = cell.size;
        from[axis] = first;
        to[axis] = first + kMargin;
        for_places(from, to, each);
    }

    /// To each neighbour the outer layers of all cells that have one there, in the order of their places.
    void copy_faces() {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            copy_faces(axis, next_[axis], before_[axis], true);
            copy_faces(axis, before_[axis], next_[axis], false);
        }
    }

    void copy_faces(std::size_t axis, int to, int from, bool is_ahead) {
        std::vector<Point> sent;
        for (const int slab : slabs()) {
            const Cell& cell = in_slab(axis, slab);
            if (slab != (is_ahead ? side_ - 1 : 0)) {
                for_layers(cell, axis, is_ahead ? cell.size[axis] - kMargin : 0,
                           [&](Place at) { sent.push_back(cell.u[cell.index(at)]); });
            }
        }
        std::vector<Cell*> receiving;
        std::size_t count = 0;
        for (const int slab : slabs()) {
            if (slab != (is_ahead ? 0 : side_ - 1)) {
                receiving.push_back(&in_slab(axis, slab));
                for_layers(*receiving.back(), axis, 0, [&](Place) { ++count; });
            }
        }
        if (side_ == 1) {
            return;
        }
        std::vector<Point> received(count);
        MPI_Request request = MPI_REQUEST_NULL;
        MPI_Irecv(received.front().data(), static_cast<int>(count * kUnknowns), MPI_DOUBLE, from, 0, MPI_COMM_WORLD,
                  &request);
        MPI_Send(sent.front().data(), static_cast<int>(sent.size() * kUnknowns), MPI_DOUBLE, to, 0, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        std::size_t next = 0;
        for (Cell* const cell : receiving) {
            for_layers(*cell, axis, is_ahead ? -kMargin : cell->size[axis],
                       [&](Place at) { cell->u[cell->index(at)] = received[next++]; });
        }
    }

    void take_right_side() {
        for (Cell& cell : cells_) {
            for_places({0, 0, 0}, cell.size, [&](Place at) {
                Point& right = cell.change[cell.index(at)];
                for (std::size_t m = 0; m < kUnknowns; ++m) {
                    right[m] = 0.0;
                    for (std::size_t axis = 0; axis < 3; ++axis) {
                        const auto u = [&](int by) { return cell.u[cell.index(moved(at, axis, by))][m]; };
                        right[m] += kDiffusion * (u(-1) - 2.0 * u(0) + u(1)) -
                                    kDissipation * (u(-2) - 4.0 * u(-1) + 6.0 * u(0) - 4.0 * u(1) + u(2));
                    }
                }
            });
        }
    }

    /// Through the slabs of an axis: the rows that a cell needs of the one before come from its process.
    void eliminate(std::size_t axis) {
        constexpr double kOuter = kDissipation;
        constexpr double kInner = -kDiffusion - 4.0 * kDissipation;
        constexpr double kMiddle = 1.0 + 2.0 * kDiffusion + 6.0 * kDissipation;
        for (const int slab : slabs()) {
            Cell& cell = in_slab(axis, slab);
            receive(slab > 0 ? before_[axis] : MPI_PROC_NULL, cell, axis, -kMargin, cell.eliminated);
            for_places({0, 0, 0}, cell.size, [&](Place at) {
                const Eliminated& second = cell.eliminated[cell.index(moved(at, axis, -2))];
                const Eliminated& first = cell.eliminated[cell.index(moved(at, axis, -1))];
                const double inner = kInner - kOuter * second.first;
                const double middle = kMiddle - kOuter * second.second - inner * first.first;
                Eliminated& here = cell.eliminated[cell.index(at)];
                here.first = (kInner - inner * first.second) / middle;
                here.second = kOuter / middle;
                for (std::size_t m = 0; m < kUnknowns; ++m) {
                    here.right[m] =
                        (cell.change[cell.index(at)][m] - kOuter * second.right[m] - inner * first.right[m]) / middle;
                }
            });
            send(slab + 1 < side_ ? next_[axis] : MPI_PROC_NULL, cell, axis, cell.size[axis] - kMargin,
                 cell.eliminated);
        }
    }

    /// And back.
    void substitute(std::size_t axis) {
        for (int slab = side_ - 1; slab >= 0; --slab) {
            Cell& cell = in_slab(axis, slab);
            receive(slab + 1 < side_ ? next_[axis] : MPI_PROC_NULL, cell, axis, cell.size[axis], cell.change);
            for_places({0, 0, 0}, cell.size, [&](Place from_end) {
                Place at{};
                for (std::size_t a = 0; a < 3; ++a) {
                    at[a] = cell.size[a] - 1 - from_end[a];
                }
                const Eliminated& here = cell.eliminated[cell.index(at)];
                for (std::size_t m = 0; m < kUnknowns; ++m) {
                    cell.change[cell.index(at)][m] = here.right[m] -
                                                     here.first * cell.change[cell.index(moved(at, axis, 1))][m] -
                                                     here.second * cell.change[cell.index(moved(at, axis, 2))][m];
                }
            });
            send(slab > 0 ? before_[axis] : MPI_PROC_NULL, cell, axis, 0, cell.change);
        }
        MPI_Wait(&request_, MPI_STATUS_IGNORE);
    }

    /// Into two layers of a cell, which are zero where they lie outside of the cube.
    template <typename Value>
    static void receive(int from, const Cell& cell, std::size_t axis, int first, std::vector<Value>& values) {
        std::size_t count = 0;
        for_layers(cell, axis, first, [&](Place) { ++count; });
        std::vector<Value> received(count, Value{});
        MPI_Recv(received.data(), static_cast<int>(count * sizeof(Value) / sizeof(double)), MPI_DOUBLE, from, 1,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        std::size_t next = 0;
        for_layers(cell, axis, first, [&](Place at) { values[cell.index(at)] = received[next++]; });
    }

    /// Does not wait for the receiver, which sends to the next one first.
    template <typename Value>
    void send(int to, const Cell& cell, std::size_t axis, int first, const std::vector<Value>& values) {
        MPI_Wait(&request_, MPI_STATUS_IGNORE);
        sent_.clear();
        for_layers(cell, axis, first, [&](Place at) {
            const auto* const numbers = reinterpret_cast<const double*>(&values[cell.index(at)]);
            sent_.insert(sent_.end(), numbers, numbers + sizeof(Value) / sizeof(double));
        });
        MPI_Isend(sent_.data(), static_cast<int>(sent_.size()), MPI_DOUBLE, to, 1, MPI_COMM_WORLD, &request_);
    }

    [[nodiscard]] std::vector<int> slabs() const {
        std::vector<int> result;
        for (int slab = 0; slab < side_; ++slab) {
            result.push_back(slab);
        }
        return result;
    }

    [[nodiscard]] Cell& in_slab(std::size_t axis, int slab) {
        return *std::find_if(cells_.begin(), cells_.end(), [&](const Cell& cell) { return cell.place[axis] == slab; });
    }

    int side_;
    std::vector<Cell> cells_;
    std::array<int, 3> next_{};
    std::array<int, 3> before_{};
    std::vector<double> sent_;  ///< until it has left
    MPI_Request request_ = MPI_REQUEST_NULL;
};

}  // namespace

int main(int argc, char** argv) {
    const Process process(&argc, &argv);
    const int side = static_cast<int>(std::lround(std::sqrt(process.size)));
    if (side * side != process.size || kPoints / side < kMargin) {
        return programs::refused(process, "SP", "squares up to 144");
    }
    int steps = kSteps;  // as process 0 has read it
    MPI_Bcast(&steps, 1, MPI_INT, 0, MPI_COMM_WORLD);
    Solver solver(process, side);
    MPI_Barrier(MPI_COMM_WORLD);
    const double started = MPI_Wtime();
    for (int step = 0; step < steps; ++step) {
        solver.step();
    }
    programs::tell_time(started);
    return programs::verified(process, "SP", solver.norm(), kNorm);
}
