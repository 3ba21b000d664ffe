/// Which pairs are measured, and measured again, by pairs that a true network, jitter and lies answer for.
#include "causeway/discovery/latency_matrix.hpp"

#include "causeway/base/random.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace causeway::discovery {
namespace {

constexpr double kNotMeasured = std::numeric_limits<double>::infinity();
constexpr Seconds kSurveyBudget(10.0);

PairLatency measured(double latency) {
    return {.least = Seconds(latency),
            .typical = Seconds(latency),
            .median = Seconds(latency),
            .samples = 10,
            .is_settled = true};
}

/// Hosts of two sites of which every second one is of the second: 50 us inside a site, 5 ms between them.
base::SquareMatrix<double> two_sites(int num_hosts) {
    base::SquareMatrix<double> result(num_hosts, 0.0);
    for (int a = 0; a < num_hosts; ++a) {
        for (int b = 0; b < num_hosts; ++b) {
            result(a, b) = a == b ? 0.0 : a % 2 == b % 2 ? 50e-6 : 5e-3;
        }
    }
    return result;
}

/// Answers by `truth`, and remembers what was asked.
struct MatrixNetwork {
    base::SquareMatrix<double> truth;
    std::vector<std::vector<HostPair>> asked = {};
    Seconds granted = Seconds(0.0);

    std::vector<PairLatency> measure(const std::vector<HostPair>& pairs, Seconds budget) {
        asked.push_back(pairs);
        granted += budget;
        std::vector<PairLatency> result;
        for (const auto& [a, b] : pairs) {
            result.push_back(measured(truth(a, b)));
        }
        return result;
    }

    LatencyMatrix survey(const base::SquareMatrix<double>& known = {}) {
        return survey_latencies(truth.size(), kSurveyBudget, known,
                                [this](const auto& pairs, Seconds budget, Ways) { return measure(pairs, budget); });
    }
};

TEST(SurveyLatencies, MeasuresEachPairOnceAndFillsASymmetricMatrix) {
    for (const int num_hosts : {1, 2, 3, 7, 16}) {
        MatrixNetwork network{.truth = two_sites(num_hosts)};
        const LatencyMatrix found = network.survey();
        EXPECT_EQ(network.asked.size(), num_hosts > 1 ? 1U : 0U);
        EXPECT_EQ(found.num_measured, num_hosts * (num_hosts - 1) / 2);
        EXPECT_EQ(found.num_settled, found.num_measured);
        EXPECT_EQ(found.num_round_trips, 10 * found.num_measured);
        for (int a = 0; a < num_hosts; ++a) {
            for (int b = 0; b < num_hosts; ++b) {
                EXPECT_EQ(found.seconds(a, b), network.truth(a, b));
            }
        }
    }
}

TEST(SurveyLatencies, MeasuresOnlyWhatIsNotKnownBothWays) {
    constexpr int kHosts = 5;
    MatrixNetwork network{.truth = two_sites(kHosts)};
    // Known: all that does not touch the last host, each way by a value of its own; of its pairs one way only.
    base::SquareMatrix<double> known(kHosts, kNotMeasured);
    for (int from = 0; from < kHosts; ++from) {
        for (int to = 0; to + 1 < kHosts; ++to) {
            known(from, to) = 1.0 + 10.0 * from + to;
        }
    }
    const LatencyMatrix found = network.survey(known);
    EXPECT_EQ(found.num_measured, kHosts - 1);
    EXPECT_EQ(network.asked.front(), (std::vector<HostPair>{{0, 4}, {1, 4}, {2, 4}, {3, 4}}));
    for (int from = 0; from + 1 < kHosts; ++from) {
        for (int to = 0; to + 1 < kHosts; ++to) {
            EXPECT_EQ(found.seconds(from, to), from == to ? 0.0 : known(from, to));
        }
        EXPECT_EQ(found.seconds(from, kHosts - 1), network.truth(from, kHosts - 1));
        EXPECT_EQ(found.seconds(kHosts - 1, from), network.truth(from, kHosts - 1));
    }
    MatrixNetwork all_known{.truth = two_sites(kHosts)};
    EXPECT_EQ(all_known.survey(network.truth).num_measured, 0);
    EXPECT_TRUE(all_known.asked.empty());
}

TEST(SurveyLatencies, LooksAgainAtAPairThatWasDisturbed) {
    constexpr int kHosts = 6;
    MatrixNetwork network{.truth = two_sites(kHosts)};
    bool is_disturbed = true;
    const LatencyMatrix found =
        survey_latencies(kHosts, kSurveyBudget, {}, [&](const auto& pairs, Seconds budget, Ways) {
            std::vector<PairLatency> result = network.measure(pairs, budget);
            for (std::size_t i = 0; i < pairs.size(); ++i) {
                // A process without a core: as if it were beyond an ocean.
                if (is_disturbed && pairs[i] == HostPair(2, 4)) {
                    result[i] = measured(80e-3);
                }
            }
            is_disturbed = false;
            return result;
        });
    ASSERT_EQ(network.asked.size(), 2U);
    EXPECT_EQ(network.asked.back(), std::vector<HostPair>({{2, 4}}));
    EXPECT_EQ(found.seconds(2, 4), 50e-6);
    EXPECT_EQ(found.seconds(4, 2), 50e-6);
    EXPECT_EQ(found.num_measured, kHosts * (kHosts - 1) / 2);
    EXPECT_EQ(found.num_round_trips, 10 * (found.num_measured + 1));
}

TEST(SurveyLatencies, BelievesWhatASecondLookConfirms) {
    MatrixNetwork network{.truth = two_sites(4)};
    network.truth(0, 2) = network.truth(2, 0) = 1.0;
    EXPECT_EQ(network.survey().seconds(0, 2), 1.0);
    EXPECT_EQ(network.asked.size(), 2U);
    EXPECT_LE(network.granted, (1.0 + 1e-9) * kSurveyBudget);
}

TEST(SurveyLatencies, NeverTakesALongerSecondLookForTheTruth) {
    MatrixNetwork network{.truth = two_sites(4)};
    int looks = 0;
    const LatencyMatrix found = survey_latencies(4, kSurveyBudget, {}, [&](const auto& pairs, Seconds budget, Ways) {
        std::vector<PairLatency> result = network.measure(pairs, budget);
        ++looks;
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            if (pairs[i] == HostPair(0, 2)) {
                result[i] = measured(0.1 * looks);
            }
        }
        return result;
    });
    EXPECT_EQ(found.seconds(0, 2), 0.1);
}

TEST(SurveyLatencies, FindsTheNetworkThroughSpikesOfABusyMachine) {
    constexpr int kHosts = 12;
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        base::Random random(seed);
        MatrixNetwork network{.truth = two_sites(kHosts)};
        const LatencyMatrix found =
            survey_latencies(kHosts, kSurveyBudget, {}, [&](const auto& pairs, Seconds budget, Ways) {
                std::vector<PairLatency> result = network.measure(pairs, budget);
                for (PairLatency& pair : result) {
                    pair = measured(pair.least.value() * random.between(1.0, 1.02) +
                                    (random.below(10) == 0 ? 20e-3 : 0.0));
                }
                return result;
            });
        int wrong = 0;
        for (int a = 0; a < kHosts; ++a) {
            for (int b = a + 1; b < kHosts; ++b) {
                wrong += found.seconds(a, b) > 1.3 * network.truth(a, b) ? 1 : 0;
            }
        }
        // One pair in ten is 20 ms late; of 66 pairs a few stay so for all looks that they get.
        EXPECT_LE(wrong, 2) << "seed " << seed;
    }
}

/// 24 hosts in four racks, 100 us inside a rack and 370 us between them.
base::SquareMatrix<double> four_racks() {
    constexpr int kHosts = 24;
    base::SquareMatrix<double> result(kHosts, 0.0);
    for (int a = 0; a < kHosts; ++a) {
        for (int b = 0; b < kHosts; ++b) {
            result(a, b) = a == b ? 0.0 : a / 6 == b / 6 ? 100e-6 : 370e-6;
        }
    }
    return result;
}

/// Three round trips of processes that wait for their cores: none within 2 % of another.
PairLatency on_a_busy_machine(double latency, base::Random& random) {
    const double least = latency + random.between(0.0, 60e-6);
    return {.least = Seconds(least), .typical = Seconds(least), .median = Seconds(2.0 * least), .samples = 3};
}

TEST(SurveyLatencies, LooksAgainAtNearPairsWhereNothingSaysHowWellTheyAreKnown) {
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        base::Random random(seed);
        MatrixNetwork network{.truth = four_racks()};
        const LatencyMatrix found =
            survey_latencies(24, kSurveyBudget, {}, [&](const auto& pairs, Seconds budget, Ways) {
                std::vector<PairLatency> result = network.measure(pairs, budget);
                for (PairLatency& pair : result) {
                    pair = on_a_busy_machine(pair.least.value(), random);
                }
                return result;
            });
        ASSERT_GE(network.asked.size(), 2U) << "seed " << seed;
        EXPECT_EQ(network.asked[1].size(), network.asked[0].size());
        EXPECT_LE(network.granted, (1.0 + 1e-9) * kSurveyBudget);
        // What is added to both is less than what would hide racks, and enough to hide what differs inside them.
        EXPECT_GT(found.resolution, 40e-6) << "seed " << seed;
        EXPECT_LT(found.resolution, 600e-6) << "seed " << seed;
    }
}

TEST(SurveyLatencies, LooksAgainAtAHostThatWasDisturbedInAllItsLooks) {
    base::Random random(7);
    MatrixNetwork network{.truth = four_racks()};
    int looks = 0;
    const LatencyMatrix found = survey_latencies(24, kSurveyBudget, {}, [&](const auto& pairs, Seconds budget, Ways) {
        std::vector<PairLatency> result = network.measure(pairs, budget);
        ++looks;
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            // The last host is busy for two looks: one of its own, so far as anyone can see.
            const bool is_disturbed = looks <= 2 && pairs[i].second == 23;
            result[i] = on_a_busy_machine(result[i].least.value() + (is_disturbed ? 400e-6 : 0.0), random);
        }
        return result;
    });
    for (int other = 18; other < 23; ++other) {
        EXPECT_LT(found.seconds(other, 23), 200e-6);
    }
}

TEST(SurveyLatencies, OneLookIsEnoughWhereItSaysHowGoodItIs) {
    MatrixNetwork network{.truth = four_racks()};
    EXPECT_EQ(network.survey().resolution, 0.0);
    EXPECT_EQ(network.asked.size(), 1U);
}

TEST(SurveyLatencies, KnowsHowWellItKnows) {
    MatrixNetwork network{.truth = two_sites(4)};
    const LatencyMatrix found = survey_latencies(4, kSurveyBudget, {}, [&](const auto& pairs, Seconds budget, Ways) {
        std::vector<PairLatency> result = network.measure(pairs, budget);
        for (std::size_t i = 0; i < result.size(); ++i) {
            result[i].median = result[i].least + Seconds(1e-6);
            result[i].uncertainty = 0.01 * static_cast<double>(i);
            result[i].has_drifted = i == 1;
            result[i].samples = i == 2 ? 1 : 10;
            result[i].is_settled = i != 2;
        }
        return result;
    });
    EXPECT_NEAR(found.resolution, 10e-6, 1e-12);
    EXPECT_EQ(found.num_drifted, 1);
    EXPECT_EQ(found.num_rushed, 1);
    EXPECT_EQ(found.num_settled, found.num_measured - 1);
    EXPECT_EQ(found.uncertainties.size(), 6U);
}

}  // namespace
}  // namespace causeway::discovery
