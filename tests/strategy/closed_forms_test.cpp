/// The closed form of every broadcast strategy of the registry against what its own schedule takes on the pLogP model.
#include "exact_times.hpp"

#include "causeway/strategy/broadcast/logarithms.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace causeway::strategy {
namespace {

class EveryClosedForm : public ::testing::TestWithParam<const BroadcastStrategy*> {};

INSTANTIATE_TEST_SUITE_P(Registry, EveryClosedForm,
                         ::testing::ValuesIn(broadcast_strategies().members().begin(),
                                             broadcast_strategies().members().end()),
                         [](const auto& named) { return std::string(named.param->name); });

/// A message of `segments` times 64 bytes, as the strategy cuts it: into that many segments, not at all, or into a part
/// of 64 bytes for each process.
struct Cutting {
    Bytes message;
    Bytes segment;
};
Cutting cutting_of(const BroadcastStrategy& strategy, int processes, int segments) {
    const Bytes part(64);
    switch (strategy.cut) {
        case Cut::kWhole:
            return {segments * part, segments * part};
        case Cut::kPerProcess:
            return {processes * part, part};
        case Cut::kSameWay:
        case Cut::kOwnWays:
            break;
    }
    return {segments * part, part};
}

/// How far a closed form may lie from the time of the schedule, for equal segments: predicted - simulated.
struct Deviation {
    Seconds least;
    Seconds most;
};

/// A strategy that is not here is exact; one whose source is not says here by how much, and in its own file why.
using DeviationOf = Deviation (*)(const BroadcastCase&);
const std::map<std::string_view, DeviationOf>& deviations() {
    static constexpr auto kControl = [](const BroadcastCase& c) {
        return c.plogp.gap_of(Bytes(1)) - c.plogp.gap_of(Bytes(0));
    };
    // Table 1 counts ceil(log2 P) latencies and floor(log2 P) gaps, the tree has it the other way round.
    static constexpr auto kSwapped = [](const BroadcastCase& c, Seconds latency, Seconds gap) {
        return std::has_single_bit(static_cast<unsigned>(c.processes)) ? Seconds(0.0) : latency - gap;
    };
    static const std::map<std::string_view, DeviationOf> kDeviations{
        {"flat_tree_rendezvous",
         [](const BroadcastCase& c) {
             // The questions take (P-1) g(0); the first answer is there after 2 L + 2 g(0).
             const Seconds asking = (c.processes - 3) * c.plogp.gap_of(Bytes(0)) - 2 * c.plogp.latency;
             const Seconds exact = 2 * kControl(c) - std::max(Seconds(0.0), asking);
             return Deviation{exact, exact};
         }},
        {"chain_rendezvous",
         [](const BroadcastCase& c) {
             const Seconds exact = (c.processes - 1) * 2 * kControl(c);
             return Deviation{exact, exact};
         }},
        {"binary_tree",
         [](const BroadcastCase& c) {
             // At most one level too many, and one level whose longest way is cut off.
             return Deviation{Seconds(0.0), 2 * (2 * c.plogp.gap_of(c.message) + c.plogp.latency)};
         }},
        {"binomial_tree",
         [](const BroadcastCase& c) {
             const Seconds exact = kSwapped(c, c.plogp.latency, c.plogp.gap_of(c.message));
             return Deviation{exact, exact};
         }},
        {"binomial_tree_rendezvous",
         [](const BroadcastCase& c) {
             // As the binomial tree with the handshake for the latency; asking the children takes up to log2 P g(0) on
             // each level.
             const int levels = ceil_log2(c.processes);
             const Seconds handshake = 2 * c.plogp.gap_of(Bytes(1)) + 3 * c.plogp.latency;
             const Seconds swapped = kSwapped(c, handshake, c.plogp.gap_of(c.message));
             return Deviation{swapped - levels * levels * c.plogp.gap_of(Bytes(0)), swapped + 2 * levels * kControl(c)};
         }},
        {"segmented_binomial_tree",
         [](const BroadcastCase& c) {
             const Seconds exact = kSwapped(c, c.plogp.latency, c.num_segments() * c.plogp.gap_of(c.segment));
             return Deviation{exact, exact};
         }},
        {"scatter_collection",
         [](const BroadcastCase& c) {
             // g(0) is missing in all rounds but two; at most the latencies of all rounds and one pass of the message
             // overlap.
             const int rounds = ceil_log2(c.processes) + c.processes - 1;
             return Deviation{Seconds(0.0) - rounds * c.plogp.gap_of(Bytes(0)),
                              rounds * c.plogp.latency + c.plogp.gap_of(c.message)};
         }},
        {"two_trees",
         [](const BroadcastCase& c) {
             const Seconds levels = (floor_log2(c.processes - 1) + 1) * c.plogp.gap_of(c.segment);
             return Deviation{Seconds(0.0) - 2 * levels, 2 * levels};
         }},
        {"circulant",
         [](const BroadcastCase& c) {
             return Deviation{Seconds(0.0) - ceil_log2(c.processes) * c.plogp.gap_of(c.segment),
                              (c.num_segments() - 1.0 + ceil_log2(c.processes)) * c.plogp.latency};
         }},
    };
    return kDeviations;
}

TEST_P(EveryClosedForm, ClosedFormIsTheTimeOfTheScheduleForEqualSegments) {
    const auto deviation = deviations().find(GetParam()->name);
    EXPECT_EQ(deviation == deviations().end(), GetParam()->deviation.empty()) << "one that deviates says why";
    for (const platform::Plogp& plogp : test::exact_plogps()) {
        for (const int p : kProcesses) {
            if (p == 1) {
                continue;
            }
            for (const int degree : degrees_of(*GetParam(), p)) {
                for (const int segments : kSegments) {
                    const auto [message, segment] = cutting_of(*GetParam(), p, segments);
                    const Times times = times_of(*GetParam(), plogp, p, degree, message, segment);
                    const Deviation allowed = deviation == deviations().end()
                                                  ? Deviation{}
                                                  : deviation->second({plogp, p, message, segment, degree});
                    EXPECT_GE(times.predicted - times.simulated, allowed.least)
                        << p << " processes, " << segments << " segments, degree " << degree << ", latency "
                        << plogp.latency.value();
                    EXPECT_LE(times.predicted - times.simulated, allowed.most)
                        << p << " processes, " << segments << " segments, degree " << degree << ", latency "
                        << plogp.latency.value();
                }
            }
        }
    }
}

TEST(ClosedForms, OfAShorterLastSegmentAreBounds) {
    for (const BroadcastStrategy* strategy : broadcast_strategies().members()) {
        if (!strategy->has_segments() || deviations().contains(strategy->name)) {
            continue;
        }
        for (const platform::Plogp& plogp : test::exact_plogps()) {
            for (const int p : kProcesses) {
                for (const int degree : degrees_of(*strategy, p)) {
                    for (const int rest : {1, 31, 63}) {
                        const Times times = times_of(*strategy, plogp, p, degree, Bytes(5 * 64 + rest), Bytes(64));
                        EXPECT_GE(times.predicted, times.simulated) << strategy->name << ", P = " << p << ": " << rest;
                        const Times whole = times_of(*strategy, plogp, p, degree, Bytes(6 * 64), Bytes(64));
                        EXPECT_LE(times.simulated, whole.simulated);
                    }
                }
            }
        }
    }
}

TEST_P(EveryClosedForm, OneProcessTakesNoTime) {
    for (const platform::Plogp& plogp : test::exact_plogps()) {
        for (const std::int64_t bytes : {0, 1, 1000}) {
            for (const int degree : degrees_of(*GetParam(), 1)) {
                EXPECT_EQ(GetParam()->predict({plogp, 1, Bytes(bytes), Bytes(bytes), degree}), Seconds(0.0));
            }
        }
    }
}

TEST_P(EveryClosedForm, NothingGetsFasterThanTheInformationCanSpread) {
    // Whatever the algorithm: the root sends the message once, and holders at most double with each L + g.
    for (const platform::Plogp& plogp : test::exact_plogps()) {
        for (const int p : kProcesses) {
            if (p == 1) {
                continue;
            }
            for (const int degree : degrees_of(*GetParam(), p)) {
                const Seconds simulated = times_of(*GetParam(), plogp, p, degree, Bytes(1024), Bytes(1024)).simulated;
                EXPECT_GE(simulated, plogp.latency + plogp.gap_of(Bytes(1024)));
                EXPECT_GE(simulated, plogp.latency + ceil_log2(p) * plogp.gap_of(Bytes(0)));
            }
        }
    }
}

TEST_P(EveryClosedForm, AnEmptyMessageTravelsToo) {
    for (const platform::Plogp& plogp : test::exact_plogps()) {
        for (const int p : kProcesses) {
            for (const int degree : degrees_of(*GetParam(), p)) {
                const Seconds least = p == 1 ? Seconds(0.0) : plogp.latency + plogp.gap_of(Bytes(0));
                EXPECT_GE(GetParam()->predict({plogp, p, Bytes(0), Bytes(0), degree}), least);
                EXPECT_GE(GetParam()->predict({plogp, p, Bytes(0), Bytes(64), degree}), least);
            }
        }
    }
}

}  // namespace
}  // namespace causeway::strategy
