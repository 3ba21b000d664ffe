#include "causeway/trial/strategy_trial.hpp"

#include "causeway/statistics/sample.hpp"
#include "causeway/trial/broadcast_trial.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace causeway::trial {

namespace {

using statistics::PiecewiseLinear;

constexpr discovery::TimingOptions kOnce{.repetitions = 1, .warm_ups = 0};

/// In the order in which they are tried: first those between which the others lie.
constexpr std::array<std::int64_t, 8> kSizes{1024, 4096, 64 << 10, 16 << 10, 1 << 20, 256 << 10, 1, 4 << 20};

/// Strategies that are predicted to take this many times the best one's time are not tried: no model is that wrong.
constexpr double kHopeless = 3.0;

/// Whoever has taken this many times the best one's median after so many turns is out. The first turn opens connections
/// and does not count afterwards.
struct Round {
    int turns;
    double most;
};
constexpr Round kRounds[] = {{1, 2.5}, {2, 1.6}, {4, 1.3}, {7, 1.15}, {12, 1.08}, {31, 1.0}};
/// Medians of fewer turns are not believed.
constexpr int kFewestTurns = 4;

/// A size may use this many times its equal share of the time that is left.
constexpr double kGenerous = 1.5;

/// One of those that are tried at a size.
struct Contender {
    PreparedBroadcast prepared;
    std::string name;  ///< empty: the MPI library's own
    std::vector<double> samples;
    bool is_in = true;
};

class StrategyTrial {
public:
    StrategyTrial(MPI_Comm comm, const platform::Platform& platform, Seconds budget)
        : trial_(comm, platform, "the discovered platform"), end_(trial_.last_end() + budget) {}

    /// Tries a size within a part of the time that is left. The MPI library's own comes first; nothing where there is
    /// too little time. Collective.
    std::vector<Contender> run(Bytes size, double share) {
        std::vector<Contender> contenders = contenders_at(size);
        const Seconds least_left = (1.0 - std::min(1.0, share)) * left();
        int turns = 0;
        for (const Round& round : kRounds) {
            for (; turns < round.turns; ++turns) {
                const Seconds before = left();
                if (turns >= kFewestTurns ? before < least_left : before < Seconds(0.0)) {
                    return turns >= kFewestTurns ? contenders : std::vector<Contender>{};
                }
                take_turn(contenders, size);
                // Nothing is gained by a size that there is no time to try often enough.
                if (turns == 1 && (kFewestTurns - 2) * (before - left()) > left()) {
                    return {};
                }
            }
            drop_slow(contenders, round.most);
            if (round.turns == 1) {
                for (Contender& one : contenders) {
                    one.samples.clear();
                }
            }
        }
        return contenders;
    }

private:
    [[nodiscard]] std::vector<Contender> contenders_at(Bytes size) {
        std::vector<Contender> result(1);
        Seconds best = Seconds::infinity();
        for (const strategy::BroadcastStrategy* strategy : strategy::broadcast_strategies().members()) {
            Contender one;
            one.name = strategy->name;
            one.prepared = trial_.prepare(0, size, planner::Forced{.tuned = {strategy}});
            best = std::min(best, one.prepared.decision.choice().time);
            result.push_back(std::move(one));
        }
        std::erase_if(result, [&](const Contender& one) {
            return !one.name.empty() &&
                   (one.prepared.plan.scheme == nullptr || one.prepared.decision.choice().time > kHopeless * best);
        });
        return result;
    }

    void take_turn(std::vector<Contender>& contenders, Bytes size) {
        for (Contender& one : contenders) {
            if (!one.is_in) {
                continue;
            }
            one.samples.push_back(
                (one.name.empty() ? trial_.time_native(0, size, kOnce) : trial_.time(one.prepared, kOnce))
                    .front()
                    .value());
        }
    }

    /// The MPI library's own stays in: it is what ours are compared with.
    static void drop_slow(std::vector<Contender>& contenders, double most) {
        double best = std::numeric_limits<double>::infinity();
        for (const Contender& one : contenders) {
            best = one.samples.empty() ? best : std::min(best, statistics::median(one.samples));
        }
        for (Contender& one : contenders) {
            one.is_in = one.is_in && (one.name.empty() || statistics::median(one.samples) <= most * best);
        }
    }

    /// The same on every rank.
    [[nodiscard]] Seconds left() const { return end_ - trial_.last_end(); }

    BroadcastTrial trial_;
    Seconds end_;
};

PiecewiseLinear table_of(const std::map<double, double>& times) {
    std::vector<PiecewiseLinear::Point> points;
    for (const auto& [size, seconds] : times) {
        points.push_back({size, seconds});
    }
    return PiecewiseLinear(std::move(points));
}

}  // namespace

void try_strategies(MPI_Comm comm, const platform::Platform& platform, Seconds budget, platform::NativeTime& native) {
    StrategyTrial trial(comm, platform, budget);
    std::map<double, double> theirs;
    for (const PiecewiseLinear::Point& point : native.seconds.points()) {
        theirs.emplace(point.x, point.y);
    }
    std::map<std::string, std::map<double, double>> ours;
    std::set<double> tried;
    for (std::size_t i = 0; i < kSizes.size(); ++i) {
        const auto size = static_cast<double>(kSizes[i]);
        for (const Contender& one : trial.run(Bytes(kSizes[i]), kGenerous / static_cast<double>(kSizes.size() - i))) {
            if (one.samples.empty()) {
                continue;  // far behind in the first turn
            }
            if (one.name.empty()) {
                theirs[size] = statistics::median(one.samples);
                tried.insert(size);
            } else {
                ours[one.name][size] = statistics::median(one.samples);
            }
        }
    }
    // What was measured before, at another time, is not compared with what was tried.
    if (!tried.empty()) {
        std::erase_if(theirs, [&](const auto& point) {
            return point.first > *tried.begin() && point.first < *tried.rbegin() && !tried.contains(point.first);
        });
    }
    native.seconds = table_of(theirs);
    for (const strategy::BroadcastStrategy* strategy : strategy::broadcast_strategies().members()) {
        const auto times = ours.find(std::string(strategy->name));
        if (times != ours.end()) {
            native.strategies.push_back({times->first, table_of(times->second)});
        }
    }
}

}  // namespace causeway::trial
