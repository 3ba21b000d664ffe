/// Monitoring is believed where a sample bears it out, and only the rest is measured.
#include "causeway/discovery/combined_latencies.hpp"

#include "causeway/base/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <set>
#include <utility>
#include <vector>

namespace causeway::discovery {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::infinity();
constexpr Seconds kBudget(10.0);

TEST(IsGrosslyOff, IsByMoreThanHalfAndMoreThanALateProcess) {
    EXPECT_FALSE(is_grossly_off(10e-3, 14e-3));
    EXPECT_TRUE(is_grossly_off(10e-3, 16e-3));
    EXPECT_TRUE(is_grossly_off(16e-3, 10e-3));
    EXPECT_FALSE(is_grossly_off(10e-6, 100e-6));
    EXPECT_TRUE(is_grossly_off(0.0, 1e-3));
}

TEST(PairsToCheck, AreFewDisjointAndFromNearToFar) {
    constexpr int kHosts = 40;
    base::SquareMatrix<double> known(kHosts);
    for (int a = 0; a < kHosts; ++a) {
        for (int b = 0; b < kHosts; ++b) {
            known(a, b) = 1e-3 * (a + b);
        }
    }
    const auto pairs = pairs_to_check(known);
    EXPECT_EQ(pairs.size(), 8U);
    std::set<int> hosts;
    for (const auto& [a, b] : pairs) {
        EXPECT_TRUE(hosts.insert(a).second && hosts.insert(b).second);
    }
    EXPECT_EQ(pairs.front(), std::pair(0, 1));
    EXPECT_EQ(pairs.back(), std::pair(kHosts - 2, kHosts - 1));
}

TEST(PairsToCheck, AreOnlyPairsKnownBothWays) {
    base::SquareMatrix<double> known(4, kUnknown);
    EXPECT_TRUE(pairs_to_check(known).empty());
    known(0, 1) = 1.0;
    EXPECT_TRUE(pairs_to_check(known).empty());
    known(1, 0) = 1.0;
    EXPECT_EQ(pairs_to_check(known), (std::vector<std::pair<int, int>>{{0, 1}}));
    EXPECT_TRUE(pairs_to_check({}).empty());
}

/// Hosts that all differ in their distances, 1 ms to some tens.
base::SquareMatrix<double> network_of(int num_hosts) {
    base::SquareMatrix<double> result(num_hosts, 0.0);
    for (int a = 0; a < num_hosts; ++a) {
        for (int b = 0; b < num_hosts; ++b) {
            result(a, b) = a == b ? 0.0 : 20e-3 + 1e-3 * (std::min(a, b) + 0.1 * std::max(a, b));
        }
    }
    return result;
}

PairLatency measured_as(double latency) {
    return {.least = Seconds(latency), .typical = Seconds(latency), .median = Seconds(latency), .samples = 10};
}

/// Measures the true network, or what `seen(a, b)` makes of it, and knows what that takes.
struct Job {
    base::SquareMatrix<double> truth;
    int measured = 0;
    Seconds granted = Seconds(0.0);

    template <typename Seen>
    CombinedLatencies combine(const base::SquareMatrix<double>& known, Seen seen) {
        return combine_latencies(kBudget, known, [&](Seconds budget, const base::SquareMatrix<double>& believed) {
            granted += budget;
            return survey_latencies(truth.size(), budget, believed, [&](const auto& pairs, Seconds, Ways) {
                std::vector<PairLatency> result;
                for (const auto& [a, b] : pairs) {
                    ++measured;
                    result.push_back(measured_as(seen(a, b)));
                }
                return result;
            });
        });
    }

    CombinedLatencies combine(const base::SquareMatrix<double>& known) {
        return combine(known, [&](int a, int b) { return truth(a, b); });
    }

    [[nodiscard]] int num_pairs() const { return truth.size() * (truth.size() - 1) / 2; }
};

const std::vector<int> kSizes{1, 2, 3, 5, 8, 17};

TEST(CombineLatencies, MeasuresAllWithoutMonitoring) {
    for (const int size : kSizes) {
        Job job{.truth = network_of(size)};
        const CombinedLatencies found = job.combine({});
        EXPECT_EQ(found.latencies.num_measured, job.num_pairs());
        EXPECT_EQ(job.measured, job.num_pairs());
        EXPECT_EQ(found.num_monitored, 0);
        EXPECT_EQ(found.num_checked, 0);
    }
}

TEST(CombineLatencies, MeasuresOnlyASampleOfWhatIsKnown) {
    for (const int size : kSizes) {
        Job job{.truth = network_of(size)};
        // Known a little otherwise than measured, so that it shows what was taken from where.
        base::SquareMatrix<double> known = job.truth;
        for (int a = 0; a < size; ++a) {
            for (int b = 0; b < size; ++b) {
                known(a, b) *= a < b ? 1.05 : 1.06;
            }
        }
        const CombinedLatencies found = job.combine(known);
        EXPECT_TRUE(found.contradictions.empty());
        EXPECT_EQ(found.num_discarded, 0);
        EXPECT_EQ(found.num_checked, static_cast<int>(pairs_to_check(known).size()));
        EXPECT_EQ(job.measured, found.num_checked);
        EXPECT_EQ(found.latencies.num_measured, found.num_checked);
        EXPECT_EQ(found.num_monitored + found.num_checked, job.num_pairs());
        EXPECT_LE(job.granted, (1.0 + 1e-9) * kBudget);
        for (int a = 0; a < size; ++a) {
            for (int b = 0; b < size; ++b) {
                const bool is_believed = a != b && std::isfinite(found.believed(a, b));
                EXPECT_EQ(found.latencies.seconds(a, b), is_believed ? known(a, b) : job.truth(a, b));
            }
        }
    }
}

TEST(CombineLatencies, MeasuresWhatIsMissingBesides) {
    for (const int size : kSizes) {
        Job job{.truth = network_of(size)};
        base::SquareMatrix<double> known = job.truth;
        for (int other = 0; other < size; ++other) {
            known(size - 1, other) = kUnknown;
        }
        const CombinedLatencies found = job.combine(known);
        EXPECT_EQ(found.latencies.num_measured, size - 1 + found.num_checked);
        EXPECT_EQ(found.num_monitored + found.num_checked, job.num_pairs() - (size - 1));
        EXPECT_TRUE(found.contradictions.empty());
    }
}

TEST(CombineLatencies, DoesNotBelieveWhatTheJobContradicts) {
    for (const int size : kSizes) {
        Job job{.truth = network_of(size)};
        const CombinedLatencies found = job.combine(base::SquareMatrix<double>(size, 2.0));
        EXPECT_EQ(found.contradictions.empty(), size == 1);
        EXPECT_EQ(found.num_monitored, 0);
        EXPECT_EQ(found.latencies.num_measured, job.num_pairs());
        EXPECT_LE(job.granted, (1.0 + 1e-9) * kBudget);
        for (int a = 0; a < size; ++a) {
            for (int b = 0; b < size; ++b) {
                EXPECT_EQ(found.latencies.seconds(a, b), job.truth(a, b));
            }
        }
    }
}

TEST(CombineLatencies, BelievesNothingOfTheTwoHostsOfWhichOnePairIsContradicted) {
    constexpr int kHosts = 17;
    Job job{.truth = network_of(kHosts)};
    base::SquareMatrix<double> known = job.truth;
    // The farthest pair of all, which the sample looks at; it stays that.
    constexpr int kLiar = kHosts - 2;
    constexpr int kOther = kHosts - 1;
    ASSERT_EQ(pairs_to_check(known).back(), std::pair(kLiar, kOther));
    known(kLiar, kOther) = known(kOther, kLiar) = 10.0 * job.truth(kLiar, kOther);
    const CombinedLatencies found = job.combine(known);
    ASSERT_EQ(found.contradictions.size(), 1U);
    EXPECT_EQ(std::pair(found.contradictions[0].host, found.contradictions[0].other), std::pair(kLiar, kOther));
    EXPECT_EQ(found.contradictions[0].measured, job.truth(kLiar, kOther));
    for (int host = 0; host < kHosts; ++host) {
        EXPECT_FALSE(std::isfinite(found.believed(kLiar, host)));
        EXPECT_FALSE(std::isfinite(found.believed(host, kOther)));
    }
    EXPECT_GT(found.num_monitored, 0);
    EXPECT_GT(found.num_discarded, 0);
    EXPECT_EQ(found.num_monitored + found.num_checked + found.num_discarded, job.num_pairs());
    EXPECT_EQ(found.latencies.seconds(kLiar, kOther), job.truth(kLiar, kOther));
}

TEST(CombineLatencies, OneHostThatABusyMachineMadeLateCostsOnlyWhatWasKnownOfIt) {
    constexpr int kHosts = 17;
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        base::Random random(seed);
        Job job{.truth = network_of(kHosts)};
        const int late = random.below(kHosts);
        int looks_at_late = 0;
        const CombinedLatencies found = job.combine(job.truth, [&](int a, int b) {
            const bool is_late = (a == late || b == late) && looks_at_late++ == 0;
            return job.truth(a, b) * random.between(1.0, 1.1) + (is_late ? 1.0 : 0.0);
        });
        EXPECT_LE(found.contradictions.size(), 1U) << "seed " << seed;
        // All but what touches the two hosts of that pair, and the samples.
        EXPECT_GE(found.num_monitored, (kHosts - 2) * (kHosts - 3) / 2 - 16) << "seed " << seed;
        for (int a = 0; a < kHosts; ++a) {
            for (int b = a + 1; b < kHosts; ++b) {
                const bool is_contradicted = !found.contradictions.empty() && found.contradictions[0].host == a &&
                                             found.contradictions[0].other == b;
                const double most = is_contradicted ? 1.1 * job.truth(a, b) + 1.0 : 1.1 * job.truth(a, b);
                EXPECT_GE(found.latencies.seconds(a, b), job.truth(a, b));
                EXPECT_LE(found.latencies.seconds(a, b), most);
            }
        }
    }
}

}  // namespace
}  // namespace causeway::discovery
