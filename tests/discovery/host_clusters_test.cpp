/// Hosts that are measured against landmarks, on a network of which everything is known and with a clock of its own.
#include "causeway/discovery/host_clusters.hpp"

#include "causeway/base/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace causeway::discovery {
namespace {

constexpr double kInsideSite = 50e-6;
constexpr double kBetweenSites = 5e-3;

HostLayout a_host_each(int size) {
    std::vector<std::string> names;
    for (int rank = 0; rank < size; ++rank) {
        names.push_back("h" + std::to_string(rank));
    }
    return group_by_host(names);
}

/// Hosts dealt out to sites; each measurement takes time.
struct Network {
    int num_sites = 4;
    Seconds takes{0.0};  ///< each round
    double jitter = 0.0;
    int late_one_in = 0;  ///< pairs: 20 ms more
    std::uint64_t seed = 1;
    Seconds now{10.0};
    std::int64_t measured = 0;

    HostClusters find(int num_hosts, const ClusteringOptions& options) {
        base::Random random(seed);
        return clusters_by_landmarks(
            a_host_each(num_hosts), options,
            [&](const std::vector<Round>& rounds, Seconds) {
                std::vector<PairLatency> result;
                for (const Round& round : rounds) {
                    now += takes;
                    for (const Star& star : round) {
                        for (const int ray : star.rays) {
                            ++measured;
                            const bool is_late = late_one_in > 0 && random.below(late_one_in) == 0;
                            const double latency =
                                (star.centre % num_sites == ray % num_sites ? kInsideSite : kBetweenSites) *
                                    random.between(1.0, 1.0 + jitter) +
                                (is_late ? 20e-3 : 0.0);
                            result.push_back({.least = Seconds(latency),
                                              .typical = Seconds(latency),
                                              .median = Seconds(1.01 * latency),
                                              .samples = 10,
                                              .is_settled = true});
                        }
                    }
                }
                return result;
            },
            [&] { return now; });
    }
};

ClusteringOptions by(const clustering::Method* method, Seconds budget = Seconds(1.0)) {
    return {.method = method, .budget = budget};
}

/// Whether the clusters are the sites.
bool are_sites(const clustering::Partition& clusters, int num_sites) {
    return static_cast<int>(clusters.size()) == num_sites &&
           std::all_of(clusters.begin(), clusters.end(), [&](const std::vector<int>& cluster) {
               return std::all_of(cluster.begin(), cluster.end(),
                                  [&](int host) { return host % num_sites == cluster.front() % num_sites; });
           });
}

TEST(ClustersByLandmarks, AreTheSitesWithFarFewerThanAllPairs) {
    for (const clustering::Method* method : clustering::methods().members()) {
        Network network;
        const HostClusters found = network.find(240, by(method));
        EXPECT_TRUE(are_sites(found.clusters, 4)) << method->name;
        ASSERT_TRUE(found.search);
        EXPECT_EQ(found.search->num_unconfirmed, 0);
        EXPECT_LT(network.measured, 240 * 239 / 2 / 5);
        EXPECT_GT(found.found.latencies.num_measured, 0);
        EXPECT_EQ(found.distances.size(), 240);
        for (std::size_t a = 0; a < found.clusters.size(); ++a) {
            EXPECT_TRUE(found.latencies.inside[a].has_value());
            for (std::size_t b = 0; b < found.clusters.size(); ++b) {
                EXPECT_EQ(found.latencies.between(static_cast<int>(a), static_cast<int>(b)),
                          Seconds(a == b ? 0.0 : kBetweenSites));
            }
        }
    }
}

TEST(ClustersByLandmarks, AreTheSitesThroughJitterAndLateProcesses) {
    int right = 0;
    constexpr int kSeeds = 20;
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
        Network network{.jitter = 0.1, .late_one_in = 500, .seed = seed};
        const HostClusters found = network.find(120, by(&clustering::methods().at("lowekamp", "test")));
        std::size_t num_hosts = 0;
        for (const std::vector<int>& cluster : found.clusters) {
            num_hosts += cluster.size();
            // A late host may stand alone, but no two sites are taken for one.
            EXPECT_TRUE(
                std::all_of(cluster.begin(), cluster.end(), [&](int host) { return host % 4 == cluster.front() % 4; }))
                << "seed " << seed;
        }
        EXPECT_EQ(num_hosts, 120U);
        right += are_sites(found.clusters, 4) ? 1 : 0;
    }
    EXPECT_GE(right, kSeeds / 2);
}

TEST(ClustersByLandmarks, TheSearchEndsWhenItsTimeIsOver) {
    const clustering::Method& method = clustering::methods().at("lowekamp", "test");
    // Four times the budget in all, three quarters of it for the search: a round that takes it all leaves no second.
    Network slow{.takes = Seconds(3.1)};
    const HostClusters found = slow.find(50, by(&method));
    ASSERT_TRUE(found.search);
    EXPECT_GT(found.search->num_unconfirmed, 0);
    std::size_t num_hosts = 0;
    for (const std::vector<int>& cluster : found.clusters) {
        num_hosts += cluster.size();
    }
    EXPECT_EQ(num_hosts, 50U);
    Network fast{.takes = Seconds(1e-4)};
    const HostClusters all = fast.find(50, by(&method));
    EXPECT_EQ(all.search->num_unconfirmed, 0);
    EXPECT_LT(found.search->num_landmarks, all.search->num_landmarks);
}

TEST(ClustersByLandmarks, WithoutAnyTimeThereIsStillAnAnswer) {
    for (const int num_hosts : {2, 3, 5, 17}) {
        for (const clustering::Method* method : clustering::methods().members()) {
            Network network{.takes = Seconds(1e-3)};
            const HostClusters found = network.find(num_hosts, by(method, Seconds(0.0)));
            std::size_t hosts = 0;
            for (const std::vector<int>& cluster : found.clusters) {
                hosts += cluster.size();
            }
            EXPECT_EQ(hosts, static_cast<std::size_t>(num_hosts));
            EXPECT_EQ(found.latencies.between.size(), static_cast<int>(found.clusters.size()));
        }
    }
}

TEST(ClustersByLandmarks, TheShareOfAMeasurementNeverExceedsTheTimeLeft) {
    Seconds now(0.0);
    const ClusteringOptions options = by(&clustering::methods().at("lowekamp", "test"), Seconds(1.0));
    static_cast<void>(clusters_by_landmarks(
        a_host_each(40), options,
        [&](const std::vector<Round>& rounds, Seconds budget) {
            EXPECT_LE(now + budget, Seconds(4.0 + 1e-9));
            EXPECT_GE(budget, Seconds(0.0));
            now += budget;  // all that was granted
            std::vector<PairLatency> result;
            for (const Round& round : rounds) {
                for (const Star& star : round) {
                    for (const int ray : star.rays) {
                        const Seconds latency(star.centre % 4 == ray % 4 ? kInsideSite : kBetweenSites);
                        result.push_back({.least = latency, .typical = latency, .median = latency, .samples = 10});
                    }
                }
            }
            return result;
        },
        [&] { return now; }));
    EXPECT_LE(now, Seconds(4.0 + 1e-9));
}

TEST(ClustersOfAllPairs, AreMadeOfTheDistancesOfAllHosts) {
    constexpr int kHosts = 8;
    CombinedLatencies known;
    known.latencies.seconds = base::SquareMatrix<double>(kHosts, 0.0);
    for (int a = 0; a < kHosts; ++a) {
        for (int b = 0; b < kHosts; ++b) {
            known.latencies.seconds(a, b) = a == b ? 0.0 : a % 2 == b % 2 ? kInsideSite : kBetweenSites;
        }
    }
    for (const clustering::Method* method : clustering::methods().members()) {
        const HostClusters found = clusters_of_all_pairs(known, a_host_each(kHosts), by(method));
        EXPECT_TRUE(are_sites(found.clusters, 2)) << method->name;
        EXPECT_FALSE(found.search);
        ClusteringOptions one = by(method);
        one.all_in_one = true;
        EXPECT_EQ(clusters_of_all_pairs(known, a_host_each(kHosts), one).clusters.size(), 1U);
    }
}

}  // namespace
}  // namespace causeway::discovery
