/// The latency of a route between clusters, out of those of many pairs of hosts.
#include "causeway/discovery/cluster_latencies.hpp"

#include "causeway/base/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

namespace causeway::discovery {
namespace {

using clustering::Partition;

constexpr double kInside = 1e-4;
constexpr double kBetween = 5e-3;

/// Hosts 0 ... first - 1 and first ... first + second - 1.
Partition two_clusters(int first, int second) {
    Partition clusters{std::vector<int>(static_cast<std::size_t>(first)),
                       std::vector<int>(static_cast<std::size_t>(second))};
    std::iota(clusters[0].begin(), clusters[0].end(), 0);
    std::iota(clusters[1].begin(), clusters[1].end(), first);
    return clusters;
}

/// `between(a, b)`: seconds between hosts of different clusters, a < b.
template <typename Between>
LatencyMatrix latencies_of(const Partition& clusters, Between between) {
    const int num_hosts = static_cast<int>(clusters[0].size() + clusters[1].size());
    LatencyMatrix result{.seconds = base::SquareMatrix<double>(num_hosts, kInside)};
    for (const int a : clusters[0]) {
        for (const int b : clusters[1]) {
            result.seconds(a, b) = result.seconds(b, a) = between(a, b);
        }
    }
    return result;
}

TEST(ClusterLatencies, OfANetworkWithJitterAreWhatItTakesWithoutAny) {
    constexpr double kJitter = 3e-4;
    constexpr int kRoundTrips = 3;
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        base::Random random(seed);
        const Partition clusters = two_clusters(6, 4);
        const LatencyMatrix latencies = latencies_of(clusters, [&](int, int) {
            double fastest = std::numeric_limits<double>::infinity();
            for (int i = 0; i < kRoundTrips; ++i) {
                const double both_ways = random.between(0.0, kJitter) + random.between(0.0, kJitter);
                fastest = std::min(fastest, kBetween + 0.5 * both_ways);
            }
            return fastest;
        });
        const double found = cluster_latencies(latencies, clusters).between(0, 1).value();
        EXPECT_GE(found, kBetween);
        EXPECT_LT(found, kBetween + 0.25 * kJitter) << "seed " << seed;
    }
}

TEST(ClusterLatencies, AreNotThoseOfTheOnePairThatIsNearer) {
    const Partition clusters = two_clusters(5, 6);
    const LatencyMatrix latencies =
        latencies_of(clusters, [](int a, int b) { return a == 0 && b == 5 ? 0.5 * kBetween : kBetween; });
    EXPECT_EQ(cluster_latencies(latencies, clusters).between(0, 1).value(), kBetween);
    EXPECT_EQ(cluster_latencies(latencies, clusters).inside[0], Seconds(kInside));
}

TEST(ClusterLatencies, OfFewPairsAreTheFastest) {
    const Partition clusters = two_clusters(1, 3);
    const LatencyMatrix latencies = latencies_of(clusters, [](int, int b) { return 1e-3 * b; });
    EXPECT_EQ(cluster_latencies(latencies, clusters).between(0, 1).value(), 1e-3);
    EXPECT_FALSE(cluster_latencies(latencies, clusters).inside[0]);
}

TEST(ClusterLatencies, KeepTheTwoWaysApart) {
    const Partition clusters = two_clusters(2, 2);
    LatencyMatrix latencies = latencies_of(clusters, [](int, int) { return kBetween; });
    for (const int a : clusters[0]) {
        for (const int b : clusters[1]) {
            latencies.seconds(b, a) = 2.0 * kBetween;
        }
    }
    const ClusterLatencies found = cluster_latencies(latencies, clusters);
    EXPECT_EQ(found.between(0, 1).value(), kBetween);
    EXPECT_EQ(found.between(1, 0).value(), 2.0 * kBetween);
}

TEST(ClusterLatencies, LeaveOutPairsThatAreNotKnown) {
    const Partition clusters = two_clusters(2, 2);
    KnownDistances some(4);
    some.add({{{.centre = 1, .rays = {2}}}}, {kBetween}, 0.0);
    const ClusterLatencies found = cluster_latencies(some, clusters);
    EXPECT_EQ(found.between(0, 1).value(), kBetween);
    EXPECT_EQ(found.between(1, 0).value(), kBetween);
    EXPECT_FALSE(found.inside[0]);
    EXPECT_EQ(cluster_latencies(KnownDistances(4), clusters).between(0, 1), Seconds(0.0));
}

}  // namespace
}  // namespace causeway::discovery
