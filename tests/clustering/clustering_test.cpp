/// Logical homogeneous clusters: the partitions that the sources report, and what every method promises.
#include "causeway/clustering/clustering.hpp"

#include "causeway/platform/distance_matrix.hpp"
#include "matrices.hpp"
#include "tests/support/source_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <optional>
#include <ostream>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace causeway::clustering {

void PrintTo(const Method* method, std::ostream* stream) {
    *stream << method->name;
}

namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// Three loose groups; a tenth of the pairs unknown; distances from `num_values` different ones (0: any).
DistanceMatrix random_matrix(std::mt19937_64& random, int size, int num_values) {
    DistanceMatrix matrix = unknown_distances(size);
    for (int a = 0; a < size; ++a) {
        for (int b = a + 1; b < size; ++b) {
            const double unit = num_values == 0 ? uniform(random)
                                                : static_cast<double>(random() % static_cast<unsigned>(num_values)) /
                                                      static_cast<double>(num_values);
            if (uniform(random) >= 0.1) {
                set_both(matrix, a, b, (a % 3 == b % 3 ? 1.0 : 5.0) * (1.0 + 0.5 * unit));
            }
        }
    }
    return matrix;
}

class EveryMethod : public ::testing::TestWithParam<const Method*> {};

INSTANTIATE_TEST_SUITE_P(Registry, EveryMethod,
                         ::testing::ValuesIn(methods().members().begin(), methods().members().end()),
                         [](const auto& named) { return std::string(named.param->name); });

TEST_P(EveryMethod, PutsEveryHostInOneClusterInOrder) {
    std::mt19937_64 random(1);
    for (const int size : {0, 1, 2, 3, 7, 8, 9, 31}) {
        for (const double tolerance : {0.0, 0.2, 1.0, 100.0}) {
            const Partition partition = GetParam()->partition(random_matrix(random, size, 4), tolerance);
            std::vector<int> hosts;
            int first_before = -1;
            for (const std::vector<int>& cluster : partition) {
                ASSERT_FALSE(cluster.empty());
                EXPECT_TRUE(std::is_sorted(cluster.begin(), cluster.end()));
                EXPECT_GT(cluster.front(), first_before);
                first_before = cluster.front();
                hosts.insert(hosts.end(), cluster.begin(), cluster.end());
            }
            std::sort(hosts.begin(), hosts.end());
            std::vector<int> all(static_cast<std::size_t>(size));
            std::iota(all.begin(), all.end(), 0);
            EXPECT_EQ(hosts, all);
        }
    }
}

TEST_P(EveryMethod, HostsAtEqualDistancesAreOneCluster) {
    for (const int size : {1, 2, 3, 7, 16, 17}) {
        DistanceMatrix matrix = unknown_distances(size);
        for (int a = 0; a < size; ++a) {
            for (int b = a + 1; b < size; ++b) {
                set_both(matrix, a, b, 47.5);
            }
        }
        EXPECT_THAT(GetParam()->partition(matrix, 0.0), SizeIs(1)) << size;
    }
}

TEST_P(EveryMethod, AMissingPairIsABoundaryNotAZero) {
    EXPECT_THAT(GetParam()->partition(unknown_distances(5), 100.0), SizeIs(5));
    // Two groups, no distance between them, not even at any tolerance.
    DistanceMatrix matrix = unknown_distances(6);
    for (const auto& [a, b] : std::vector<std::pair<int, int>>{{0, 2}, {0, 4}, {2, 4}, {1, 3}, {1, 5}, {3, 5}}) {
        set_both(matrix, a, b, 10.0);
    }
    EXPECT_THAT(GetParam()->partition(matrix, 1e9), ElementsAre(ElementsAre(0, 2, 4), ElementsAre(1, 3, 5)));
}

TEST_P(EveryMethod, OneKnownDirectionIsEnough) {
    DistanceMatrix matrix = unknown_distances(2);
    matrix.distances(1, 0) = 3.0;
    EXPECT_THAT(GetParam()->partition(matrix, 0.2), SizeIs(1));
}

TEST_P(EveryMethod, TheOrderOfHostsDoesNotMatterWhenAllDistancesDiffer) {
    std::mt19937_64 random(2);
    for (int i = 0; i < 30; ++i) {
        const DistanceMatrix matrix = random_matrix(random, 12, 0);
        const auto expected = as_sets(GetParam()->partition(matrix, 0.2), matrix);
        for (int s = 0; s < 5; ++s) {
            const DistanceMatrix other = shuffled(matrix, random);
            EXPECT_EQ(as_sets(GetParam()->partition(other, 0.2), other), expected);
        }
    }
}

TEST_P(EveryMethod, IsFoundByItsName) {
    EXPECT_EQ(&methods().at(GetParam()->name, "--method"), GetParam());
    EXPECT_FALSE(GetParam()->summary.empty());
    EXPECT_FALSE(GetParam()->source.empty());
}

const Method& method(const char* name) {
    return methods().at(name, "test");
}

TEST(Lowekamp, TheOrderOfHostsDoesNotMatterEvenAmongEqualDistances) {
    // Edges of one cost join what they may in any order: the bound looks at the subnets' shortest edges, and a
    // merge leaves the shorter of two that both allow the cost. `exact` makes no such promise.
    std::mt19937_64 random(3);
    for (int i = 0; i < 100; ++i) {
        const DistanceMatrix matrix = random_matrix(random, 12, 4);
        const auto expected = as_sets(method("lowekamp").partition(matrix, 0.2), matrix);
        for (int s = 0; s < 5; ++s) {
            const DistanceMatrix other = shuffled(matrix, random);
            EXPECT_EQ(as_sets(method("lowekamp").partition(other, 0.2), other), expected);
        }
    }
}

TEST(Lowekamp, FindsTheSixClustersOfSteffenelsTable4) {
    const DistanceMatrix matrix = grid5000_hosts();
    ASSERT_EQ(matrix.size(), 88);
    EXPECT_THAT(sizes_of(method("lowekamp").partition(matrix, 0.30)), ElementsAre(31, 29, 6, 1, 1, 20));
}

TEST(Lowekamp, ATighterToleranceFindsThemAsWellAndALooserOneJoinsTheOrsayHalves) {
    const DistanceMatrix matrix = grid5000_hosts();
    EXPECT_THAT(sizes_of(method("lowekamp").partition(matrix, 0.20)), ElementsAre(31, 29, 6, 1, 1, 20));
    // 62.10 is 1.306 times 47.56.
    EXPECT_THAT(sizes_of(method("lowekamp").partition(matrix, 0.31)), ElementsAre(60, 6, 1, 1, 20));
}

/// Algorithm 1 of both papers, word by word: a subnet is a set of hosts, and nothing is kept between the edges.
Partition algorithm_1(const DistanceMatrix& matrix, double tolerance) {
    struct Edge {
        double weight;
        int a;
        int b;
    };
    std::vector<Edge> edges;
    for (int a = 0; a < matrix.size(); ++a) {
        for (int b = a + 1; b < matrix.size(); ++b) {
            if (const auto weight = matrix.between(a, b)) {
                edges.push_back({*weight, a, b});
            }
        }
    }
    std::stable_sort(edges.begin(), edges.end(), [](const Edge& x, const Edge& y) { return x.weight < y.weight; });
    const auto min_edge = [&](int node) {
        return std::find_if(edges.begin(), edges.end(), [&](const Edge& e) { return e.a == node || e.b == node; })
            ->weight;
    };
    struct Subnet {
        std::set<int> nodes;
        std::optional<double> min_edge;
    };
    std::vector<Subnet> subnets;
    for (int host = 0; host < matrix.size(); ++host) {
        subnets.push_back({{host}, std::nullopt});
    }
    const auto subnet_of = [&](int node) {
        return std::find_if(subnets.begin(), subnets.end(), [&](const Subnet& s) { return s.nodes.contains(node); });
    };
    for (const Edge& edge : edges) {
        const auto a = subnet_of(edge.a);
        const auto b = subnet_of(edge.b);
        const double bound = 1.0 + tolerance;
        if (a == b || edge.weight > bound * min_edge(edge.a) || edge.weight > bound * min_edge(edge.b) ||
            (a->min_edge && edge.weight > bound * *a->min_edge) ||
            (b->min_edge && edge.weight > bound * *b->min_edge)) {
            continue;
        }
        a->min_edge = std::min({edge.weight, a->min_edge.value_or(edge.weight), b->min_edge.value_or(edge.weight)});
        a->nodes.insert(b->nodes.begin(), b->nodes.end());
        subnets.erase(b);
    }
    Partition result;
    for (const Subnet& subnet : subnets) {
        result.emplace_back(subnet.nodes.begin(), subnet.nodes.end());
    }
    std::sort(result.begin(), result.end());
    return result;
}

TEST(Lowekamp, IsAlgorithm1AtAnyToleranceOnMatricesOfWhichMuchIsUnknown) {
    std::mt19937_64 random(5);
    for (int i = 0; i < 200; ++i) {
        DistanceMatrix matrix = random_matrix(random, 3 + i % 15, i % 3 == 0 ? 4 : 0);
        for (int a = 0; a < matrix.size(); ++a) {
            for (int b = 0; b < matrix.size(); ++b) {
                if (uniform(random) < 0.2 * (i % 5)) {
                    matrix.distances(a, b) = std::nullopt;
                }
            }
        }
        for (const double tolerance : {0.0, 0.05, 0.2, 0.3, 0.5, 1.0, 3.0, 5.0, 1e6}) {
            EXPECT_EQ(method("lowekamp").partition(matrix, tolerance), algorithm_1(matrix, tolerance)) << tolerance;
        }
    }
}

TEST(Lowekamp, JoinsTheTwoSubnetsOfBarchetsFigure1ThatTheAuthorsWouldLikeJoined) {
    // Barchet and Mounie, figure 1: latency between the subnets A to F of IDPOT, one host of each. The figure
    // gives none inside the subnets, so A and D, at the shortest distance of all, found one; "a correct tuning
    // may allow subnets A and D to be merged" (section 5.1). All others stay apart, as in the figure.
    const DistanceMatrix matrix = platform::parse_distance_matrix(
        "subnet,A,B,C,D,E,F\n"
        "A,0,61.53,105.25,37.99,103.45,69.96\n"
        "B,61.53,0,224.98,61.52,139.04,137.52\n"
        "C,105.25,224.98,0,61.49,207.98,129.45\n"
        "D,37.99,61.52,61.49,0,66.49,61.51\n"
        "E,103.45,139.04,207.98,66.49,0,123.97\n"
        "F,69.96,137.52,129.45,61.51,123.97,0\n",
        "figure 1");
    EXPECT_THAT(
        names_in(method("lowekamp").partition(matrix, 0.20), matrix),
        ElementsAre(ElementsAre("A", "D"), ElementsAre("B"), ElementsAre("C"), ElementsAre("E"), ElementsAre("F")));
}

TEST(Lowekamp, FindsTheRegionsOfThirtyZones) {
    const DistanceMatrix matrix =
        platform::read_distance_matrix(test::source_folder() + "/tests/data/ibm_30zones_2024-03-03.csv");
    ASSERT_EQ(matrix.size(), 30);
    std::set<std::set<std::string>> regions;
    for (std::size_t h = 0; h < matrix.names.size(); h += 3) {
        regions.insert({matrix.names[h], matrix.names[h + 1], matrix.names[h + 2]});
    }
    for (const double tolerance : {0.5, 0.7, 1.0, 2.0}) {
        EXPECT_EQ(as_sets(method("lowekamp").partition(matrix, tolerance), matrix), regions) << tolerance;
    }
    // Sydney's zones lie 1.31, 1.91 and 2.02 ms apart.
    regions.erase({"Sydney1", "Sydney2", "Sydney3"});
    regions.insert({"Sydney1", "Sydney3"});
    regions.insert({"Sydney2"});
    EXPECT_EQ(as_sets(method("lowekamp").partition(matrix, 0.2), matrix), regions);
}

/// Whether `host` may join the others of `cluster` by the exact criterion.
bool may_join(const DistanceMatrix& matrix, const std::vector<int>& cluster, int host, double tolerance) {
    for (const int x : cluster) {
        for (const int y : cluster) {
            if (x == host || y == host || x == y) {
                continue;
            }
            const double inner = *matrix.between(x, y);
            if (!matrix.between(host, x) || std::abs(*matrix.between(host, x) - inner) > tolerance * inner) {
                return false;
            }
        }
    }
    return true;
}

TEST(Exact, EveryClusterCanBeBuiltHostByHostWithinItsCriterion) {
    // Backwards: while hosts are left, one of them fits all the others. It does not matter which is taken, as
    // fewer members ask for less.
    std::mt19937_64 random(4);
    int joined = 0;
    for (int i = 0; i < 200; ++i) {
        const DistanceMatrix matrix = random_matrix(random, 14, i % 2 == 0 ? 0 : 4);
        const double tolerance = std::array{0.0, 0.05, 0.2, 0.35, 1.0, 10.0}[static_cast<std::size_t>(i) % 6];
        for (std::vector<int> cluster : method("exact").partition(matrix, tolerance)) {
            while (cluster.size() > 1) {
                for (const int other : cluster) {
                    ASSERT_TRUE(other == cluster[0] || matrix.between(cluster[0], other).has_value());
                }
                const auto last = std::find_if(cluster.begin(), cluster.end(),
                                               [&](int host) { return may_join(matrix, cluster, host, tolerance); });
                ASSERT_NE(last, cluster.end()) << "no host of the cluster came last";
                joined += cluster.size() > 2 ? 1 : 0;
                cluster.erase(last);
            }
        }
    }
    EXPECT_GT(joined, 100) << "too few clusters of three and more to say anything";
}

TEST(Exact, FindsTheClustersOfSteffenelsTable4) {
    EXPECT_THAT(sizes_of(method("exact").partition(grid5000_hosts(), 0.20)), ElementsAre(31, 29, 6, 1, 1, 20));
}

}  // namespace
}  // namespace causeway::clustering
