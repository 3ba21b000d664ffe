/// MG of the NAS parallel benchmarks: Poisson's equation on a periodic cube of 32^3 points by V-cycles over five grids,
/// each with half as many points a side as the one before.
///
/// The processes are a grid over three axes; each has a box of every grid. After every step on a grid neighbours
/// exchange the faces of their boxes, axis after axis, so that edges and corners come with them. On the coarsest grids
/// there are fewer points than processes: along such an axis only every second process takes part, then every fourth;
/// on the way back from a coarser grid those that took no part there get what lies about them from both neighbours.
///
///     points a side     32 16 8 4     2        1 axis of 4 processes
///     who takes part    0 1 2 3       0 2
///
/// Messages: of every step two a process and axis, to neighbours at distance 1 on the fine grids, 2 and 4 on the
/// coarsest.
/// Source: Bailey et al., "The NAS Parallel Benchmarks 2.0", NAS-95-020; RNR-94-007, section 2.2, whose operators these
/// are; where the charges lie is our own.
#include "program.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace {

using programs::Process;

constexpr int kLevels = 5;
constexpr int kCycles = 4;
constexpr int kCharges = 10;  // of either sign
constexpr double kNorm = 4.926692730779921e-5;

using Place = std::array<int, 3>;
using Weights = std::array<double, 4>;  ///< of a point, of those that share a face, an edge, a corner with it

constexpr Weights kOperator = {-8.0 / 3.0, 0.0, 1.0 / 6.0, 1.0 / 12.0};
constexpr Weights kSmoother = {-3.0 / 8.0, 1.0 / 32.0, -1.0 / 64.0, 0.0};
constexpr Weights kRestriction = {1.0 / 2.0, 1.0 / 4.0, 1.0 / 8.0, 1.0 / 16.0};

/// Where a process stands along one axis of a grid.
struct Axis {
    int points = 1;  ///< of its box, where it takes part
    int stride = 1;  ///< processes between one that takes part and the next
    bool takes_part = true;
    bool is_between = false;  ///< it does not on the next coarser grid, but has neighbours that do
    int before = 0;           ///< ranks of the neighbours that take part on this grid
    int after = 0;
};

/// A process's box of one grid with a margin of one point.
class Box {
public:
    Box() = default;
    explicit Box(Place size)
        : size_(size), values_(static_cast<std::size_t>((size[0] + 2) * (size[1] + 2) * (size[2] + 2))) {}

    [[nodiscard]] double& at(Place p) { return values_[index(p)]; }
    [[nodiscard]] double at(Place p) const { return values_[index(p)]; }
    [[nodiscard]] Place size() const { return size_; }
    void clear() { std::fill(values_.begin(), values_.end(), 0.0); }

    template <typename Each>
    void for_all(const Each& each) const {
        for_places({0, 0, 0}, size_, each);
    }
    template <typename Each>
    void for_all_and_margin(const Each& each) const {
        for_places({-1, -1, -1}, {size_[0] + 1, size_[1] + 1, size_[2] + 1}, each);
    }
    /// The plane across an axis, margins of the others included.
    template <typename Each>
    void for_plane(std::size_t axis, int where, const Each& each) const {
        Place from{-1, -1, -1};
        Place to{size_[0] + 1, size_[1] + 1, size_[2] + 1};
        from[axis] = where;
        to[axis] = where + 1;
        for_places(from, to, each);
    }

    /// The sum over the point and those about it, each with the weight of its distance.
    [[nodiscard]] double weighted(Place p, const Weights& weights) const {
        double sum = 0.0;
        for (int z = -1; z <= 1; ++z) {
            for (int y = -1; y <= 1; ++y) {
                for (int x = -1; x <= 1; ++x) {
                    const int distance = std::abs(x) + std::abs(y) + std::abs(z);
                    sum += weights[static_cast<std::size_t>(distance)] * at({p[0] + x, p[1] + y, p[2] + z});
                }
            }
        }
        return sum;
    }

private:
    template <typename Each>
    static void for_places(Place from, Place to, const Each& each) {
        for (int z = from[2]; z < to[2]; ++z) {
            for (int y = from[1]; y < to[1]; ++y) {
                for (int x = from[0]; x < to[0]; ++x) {
                    each(Place{x, y, z});
                }
            }
        }
    }
    [[nodiscard]] std::size_t index(Place p) const {
        return static_cast<std::size_t>(((p[2] + 1) * (size_[1] + 2) + p[1] + 1) * (size_[0] + 2) + p[0] + 1);
    }

    Place size_{};
    std::vector<double> values_;
};

class Solver {
public:
    explicit Solver(const Process& process) : rank_(process.rank) {
        const int log = programs::log2_of(process.size);
        const Place sides = {1 << log / 3, 1 << (log + 1) / 3, 1 << (log + 2) / 3};
        const Place steps = {1, sides[0], sides[0] * sides[1]};
        Place where{};
        for (std::size_t a = 0; a < 3; ++a) {
            where[a] = rank_ / steps[a] % sides[a];
        }
        for (int level = 1; level <= kLevels; ++level) {
            auto& axes = axes_[static_cast<std::size_t>(level)];
            Place size{};
            for (std::size_t a = 0; a < 3; ++a) {
                const int points = 1 << level;
                Axis& axis = axes[a];
                axis.points = std::max(1, points / sides[a]);
                axis.stride = std::max(1, sides[a] / points);
                axis.takes_part = where[a] % axis.stride == 0;
                axis.is_between = points <= sides[a] && axis.takes_part && where[a] % (2 * axis.stride) != 0;
                axis.before = rank_ + ((where[a] - axis.stride + sides[a]) % sides[a] - where[a]) * steps[a];
                axis.after = rank_ + ((where[a] + axis.stride) % sides[a] - where[a]) * steps[a];
                size[a] = axis.points;
                if (level == kLevels) {
                    begin_[a] = where[a] * axis.points;
                }
            }
            u_[static_cast<std::size_t>(level)] = Box(size);
            r_[static_cast<std::size_t>(level)] = Box(size);
        }
        charges_ = Box(r_[kLevels].size());
        for (int charge = 0; charge < 2 * kCharges; ++charge) {
            Place p{};
            bool is_here = true;
            for (std::size_t a = 0; a < 3; ++a) {
                const auto number = static_cast<std::uint64_t>(charge) * 3 + a;
                p[a] = static_cast<int>(programs::uniform(number) * (1 << kLevels)) - begin_[a];
                is_here = is_here && p[a] >= 0 && p[a] < charges_.size()[a];
            }
            if (is_here) {
                charges_.at(p) += charge < kCharges ? 1.0 : -1.0;
            }
        }
    }

    /// The norm of the residual after so many cycles.
    double residual_after(int cycles) {
        take_residual(kLevels, charges_);
        (void)norm();
        for (int cycle = 0; cycle < cycles; ++cycle) {
            run_cycle();
            take_residual(kLevels, charges_);
        }
        return norm();
    }

private:
    Box& u(int level) { return u_[static_cast<std::size_t>(level)]; }
    Box& r(int level) { return r_[static_cast<std::size_t>(level)]; }
    const std::array<Axis, 3>& axes(int level) const { return axes_[static_cast<std::size_t>(level)]; }
    bool takes_part(int level) const {
        return std::all_of(axes(level).begin(), axes(level).end(), [](const Axis& axis) { return axis.takes_part; });
    }

    double norm() {
        double sum = 0.0;
        r(kLevels).for_all([&](Place p) { sum += r(kLevels).at(p) * r(kLevels).at(p); });
        return std::sqrt(programs::sum_of_all(sum) / (1 << 3 * kLevels));
    }

    void run_cycle() {
        for (int level = kLevels; level > 1; --level) {
            restrict_from(level);
        }
        u(1).clear();
        smooth(1);
        for (int level = 2; level < kLevels; ++level) {
            u(level).clear();
            interpolate_to(level);
            take_residual(level, r(level));
            smooth(level);
        }
        interpolate_to(kLevels);
        take_residual(kLevels, charges_);
        smooth(kLevels);
    }

    /// r = v - A u.
    void take_residual(int level, const Box& v) {
        if (takes_part(level)) {
            Box result(r(level).size());
            result.for_all([&](Place p) { result.at(p) = v.at(p) - u(level).weighted(p, kOperator); });
            r(level) = result;
            exchange_faces(r(level), level);
        }
    }

    /// u += S r.
    void smooth(int level) {
        if (takes_part(level)) {
            u(level).for_all([&](Place p) { u(level).at(p) += r(level).weighted(p, kSmoother); });
            exchange_faces(u(level), level);
        }
    }

    /// r of the next coarser grid: point q of it lies on point 2 q of this one.
    void restrict_from(int level) {
        if (takes_part(level - 1)) {
            Box& coarse = r(level - 1);
            coarse.for_all([&](Place q) {
                coarse.at(q) = r(level).weighted({2 * q[0], 2 * q[1], 2 * q[2]}, kRestriction);
            });
            exchange_faces(coarse, level - 1);
        }
    }

    /// u += what the next coarser grid has there, points between two of its own a mean of both.
    void interpolate_to(int level) {
        if (!takes_part(level)) {
            return;
        }
        Box& coarse = u(level - 1);
        spread(coarse, level);
        const auto& own = axes(level);
        u(level).for_all_and_margin([&](Place p) {
            Place low{};
            Place high{};
            for (std::size_t a = 0; a < 3; ++a) {
                const int from_coarse = p[a] + (own[a].is_between ? 1 : 0);
                low[a] = (from_coarse + 2) / 2 - 1;
                high[a] = low[a] + std::abs(from_coarse % 2);
            }
            double sum = 0.0;
            for (int corner = 0; corner < 8; ++corner) {
                sum += coarse.at({(corner & 1) != 0 ? high[0] : low[0], (corner & 2) != 0 ? high[1] : low[1],
                                  (corner & 4) != 0 ? high[2] : low[2]});
            }
            u(level).at(p) += sum / 8.0;
        });
    }

    /// Faces of a box into the margins of its neighbours', along one axis after the other.
    void exchange_faces(Box& box, int level) {
        for (std::size_t a = 0; a < 3; ++a) {
            const Axis& axis = axes(level)[a];
            const int last = box.size()[a] - 1;
            put(box, a, last + 1, exchanged(plane(box, a, 0), axis.before, axis.after));
            put(box, a, -1, exchanged(plane(box, a, last), axis.after, axis.before));
        }
    }

    /// Gives processes that take part on this grid, but not on the next coarser one, the values of that about them: of
    /// the neighbour before as their own, of the one after as their margin. Along one axis after the other, as those
    /// between along one may be between along the next.
    void spread(Box& coarse, int level) {
        for (std::size_t a = 0; a < 3; ++a) {
            const Axis& axis = axes(level)[a];
            bool has_its_turn = axis.points == 1 && axis.before != rank_;
            for (std::size_t later = a + 1; later < 3; ++later) {
                has_its_turn = has_its_turn && !axes(level)[later].is_between;
            }
            if (!has_its_turn) {
                continue;
            }
            std::vector<double> values = plane(coarse, a, 0);
            const int count = static_cast<int>(values.size());
            if (axis.is_between) {
                MPI_Recv(values.data(), count, MPI_DOUBLE, axis.before, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                put(coarse, a, 0, values);
                MPI_Recv(values.data(), count, MPI_DOUBLE, axis.after, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                put(coarse, a, 1, values);
            } else {
                MPI_Send(values.data(), count, MPI_DOUBLE, axis.after, 1, MPI_COMM_WORLD);
                MPI_Send(values.data(), count, MPI_DOUBLE, axis.before, 2, MPI_COMM_WORLD);
            }
        }
    }

    static std::vector<double> plane(const Box& box, std::size_t axis, int where) {
        std::vector<double> values;
        box.for_plane(axis, where, [&](Place p) { values.push_back(box.at(p)); });
        return values;
    }
    static void put(Box& box, std::size_t axis, int where, const std::vector<double>& values) {
        std::size_t next = 0;
        box.for_plane(axis, where, [&](Place p) { box.at(p) = values[next++]; });
    }

    /// No message where the neighbour is the process itself.
    std::vector<double> exchanged(const std::vector<double>& sent, int to, int from) const {
        if (to == rank_) {
            return sent;
        }
        std::vector<double> received(sent.size());
        programs::exchange(sent.data(), to, received.data(), from, static_cast<int>(sent.size()));
        return received;
    }

    int rank_;
    Place begin_{};
    std::array<std::array<Axis, 3>, kLevels + 1> axes_;  ///< [level]
    std::array<Box, kLevels + 1> u_;                     ///< [level]: the correction, on the finest the solution
    std::array<Box, kLevels + 1> r_;                     ///< [level]: the residual
    Box charges_;
};

}  // namespace

int main(int argc, char** argv) {
    const Process process(&argc, &argv);
    if (programs::log2_of(process.size) < 0 || process.size > 64) {
        return programs::refused(process, "MG", "powers of two up to 64");
    }
    int cycles = kCycles;  // as process 0 has read it
    MPI_Bcast(&cycles, 1, MPI_INT, 0, MPI_COMM_WORLD);
    Solver solver(process);
    MPI_Barrier(MPI_COMM_WORLD);
    const double started = MPI_Wtime();
    const double residual = solver.residual_after(cycles);
    programs::tell_time(started);
    return programs::verified(process, "MG", residual, kNorm);
}
