/// The hierarchy of clusters without a tolerance: planted levels are found again, and those of the sources.
#include "causeway/clustering/clustering.hpp"
#include "causeway/clustering/rand_index.hpp"
#include "causeway/platform/distance_matrix.hpp"
#include "matrices.hpp"
#include "tests/support/source_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace causeway::clustering {
namespace {

using ::testing::ElementsAre;
using ::testing::Gt;
using ::testing::Lt;
using ::testing::SizeIs;

Hierarchy hierarchy(const DistanceMatrix& matrix) {
    return methods().at("multilevel", "test").hierarchy(matrix);
}

/// Hosts in `lans_per_site` LANs of `hosts_per_lan` at each of `num_sites` sites.
struct Planted {
    int num_sites = 4;
    int lans_per_site = 3;
    int hosts_per_lan = 5;
    std::array<double, 3> distances{5e-5, 4e-4, 8e-3};  ///< inside a LAN, a site, between sites
    double noise = 0.2;                                 ///< standard deviation, relative
    double unknown = 0.0;                               ///< share of the pairs without a distance

    [[nodiscard]] int num_hosts() const { return num_sites * lans_per_site * hosts_per_lan; }
    [[nodiscard]] int lan_of(int host) const { return host / hosts_per_lan; }
    [[nodiscard]] int site_of(int host) const { return host / (hosts_per_lan * lans_per_site); }

    [[nodiscard]] Partition partition(bool by_lan) const {
        Partition result(static_cast<std::size_t>(by_lan ? num_sites * lans_per_site : num_sites));
        for (int host = 0; host < num_hosts(); ++host) {
            result[static_cast<std::size_t>(by_lan ? lan_of(host) : site_of(host))].push_back(host);
        }
        return result;
    }

    /// Noise is normal (Box and Muller) and never more than 90 %.
    [[nodiscard]] DistanceMatrix matrix(std::mt19937_64& random) const {
        constexpr double kTwoPi = 6.283185307179586;
        DistanceMatrix result = unknown_distances(num_hosts());
        for (int a = 0; a < num_hosts(); ++a) {
            for (int b = 0; b < num_hosts(); ++b) {
                const double normal =
                    std::sqrt(-2.0 * std::log(1.0 - uniform(random))) * std::cos(kTwoPi * uniform(random));
                if (a != b && uniform(random) >= unknown) {
                    const std::size_t level = lan_of(a) == lan_of(b) ? 0 : site_of(a) == site_of(b) ? 1 : 2;
                    result.distances(a, b) = distances[level] * std::clamp(1.0 + noise * normal, 0.1, 1.9);
                }
            }
        }
        return result;
    }
};

/// How well the level that agrees best with `planted` does.
double best_agreement(const Hierarchy& found, const Partition& planted) {
    double best = 0.0;
    for (const HierarchyLevel& level : found.levels) {
        best = std::max(best, adjusted_rand_index(level.clusters, planted));
    }
    return best;
}

TEST(Multilevel, FindsAPlantedHierarchyOfThreeLevelsUnderTwentyPercentNoise) {
    std::mt19937_64 random(5);
    double worst = 1.0;
    for (int run = 0; run < 20; ++run) {
        for (const double unknown : {0.0, 0.3}) {
            Planted planted;
            planted.num_sites = 2 + run % 4;
            planted.lans_per_site = 2 + run % 3;
            planted.hosts_per_lan = 3 + run % 6;
            planted.unknown = unknown;
            const Hierarchy found = hierarchy(planted.matrix(random));
            for (const bool by_lan : {true, false}) {
                const double agreement = best_agreement(found, planted.partition(by_lan));
                worst = std::min(worst, agreement);
                EXPECT_GE(agreement, 0.95) << planted.num_hosts() << " hosts, unknown " << unknown;
            }
            EXPECT_THAT(found.levels, SizeIs(3)) << "LANs, sites, all";
            EXPECT_THAT(found.levels.back().clusters, SizeIs(1));
        }
    }
    RecordProperty("worst_adjusted_rand_index", std::to_string(worst));
    std::printf("worst adjusted Rand index: %.3f\n", worst);
}

TEST(Multilevel, AThousandHostsAreNoMatter) {
    std::mt19937_64 random(6);
    Planted planted;
    planted.num_sites = 10;
    planted.lans_per_site = 4;
    planted.hosts_per_lan = 25;
    const Hierarchy found = hierarchy(planted.matrix(random));
    EXPECT_THAT(found.levels, SizeIs(3));
    EXPECT_EQ(found.levels[0].clusters, planted.partition(true));
    EXPECT_EQ(found.levels[1].clusters, planted.partition(false));
}

TEST(Multilevel, LevelsNestAndTheirDistancesRise) {
    std::mt19937_64 random(7);
    for (int i = 0; i < 50; ++i) {
        Planted planted;
        planted.distances = {1.0, 1.0 + uniform(random) * 5.0, 6.0 + uniform(random) * 60.0};
        planted.unknown = i % 2 == 0 ? 0.0 : 0.5;
        const Hierarchy found = hierarchy(planted.matrix(random));
        ASSERT_FALSE(found.levels.empty());
        ASSERT_LT(found.most_stable, found.levels.size());
        for (std::size_t l = 0; l < found.levels.size(); ++l) {
            const HierarchyLevel& level = found.levels[l];
            EXPECT_GE(level.stability, 0.0);
            EXPECT_LE(level.stability, 1.0);
            EXPECT_EQ(level.outside.has_value(), l + 1 < found.levels.size());
            if (l > 0) {
                EXPECT_GT(level.inside, found.levels[l - 1].inside);
                EXPECT_GE(level.inside, *found.levels[l - 1].outside * (1.0 - 1e-9));
                for (const std::vector<int>& finer : found.levels[l - 1].clusters) {
                    EXPECT_EQ(std::count_if(level.clusters.begin(), level.clusters.end(),
                                            [&](const std::vector<int>& cluster) {
                                                return std::includes(cluster.begin(), cluster.end(), finer.begin(),
                                                                     finer.end());
                                            }),
                              1);
                }
            }
        }
    }
}

TEST(Multilevel, ALevelIsAsStableAsItsGapIsWideAgainstTheNoise) {
    std::mt19937_64 random(8);
    Planted clear;
    clear.distances = {1.0, 10.0, 100.0};
    const Hierarchy found = hierarchy(clear.matrix(random));
    EXPECT_THAT(found.levels.front().stability, Gt(0.99));
    // Two groups 1.6 times as far apart as inside, measured with 60 % noise: the gap comes and goes.
    Planted faint;
    faint.num_sites = 2;
    faint.lans_per_site = 1;
    faint.distances = {1.0, 1.0, 1.6};
    faint.noise = 0.6;
    double mean = 0.0;
    constexpr int kRuns = 50;
    for (int i = 0; i < kRuns; ++i) {
        const Hierarchy unsure = hierarchy(faint.matrix(random));
        double best = 0.0;
        for (std::size_t l = 0; l + 1 < unsure.levels.size(); ++l) {
            best = std::max(best, unsure.levels[l].stability);
        }
        mean += best / kRuns;
    }
    EXPECT_THAT(mean, Lt(0.8));
}

TEST(Multilevel, NoiseWithoutClustersIsOneCluster) {
    std::mt19937_64 random(9);
    for (const int lan : {2, 3, 5, 8, 17, 60}) {
        Planted planted;
        planted.num_sites = 1;
        planted.lans_per_site = 1;
        planted.hosts_per_lan = lan;
        planted.noise = 0.1;
        EXPECT_THAT(methods().at("multilevel", "test").partition(planted.matrix(random), 0.0), SizeIs(1)) << lan;
    }
}

TEST(Multilevel, OneWrongMeasurementIsNoLevel) {
    std::mt19937_64 random(10);
    Planted planted;
    DistanceMatrix matrix = planted.matrix(random);
    set_both(matrix, 0, 1, 1e-9);
    const Hierarchy found = hierarchy(matrix);
    EXPECT_THAT(found.levels, SizeIs(3));
    EXPECT_EQ(found.levels[1].clusters, planted.partition(false));
}

TEST(Multilevel, AHostThatNobodyMeasuredStaysAloneAndSpoilsNoLevel) {
    std::mt19937_64 random(11);
    Planted planted;
    planted.noise = 0.05;
    DistanceMatrix matrix = planted.matrix(random);
    for (int other = 0; other < matrix.size(); ++other) {
        matrix.distances(7, other) = std::nullopt;
        matrix.distances(other, 7) = std::nullopt;
    }
    const Hierarchy found = hierarchy(matrix);
    EXPECT_THAT(found.levels.back().clusters, SizeIs(2));
    EXPECT_THAT(found.levels.back().clusters[1], ElementsAre(7));
    EXPECT_THAT(found.levels[found.most_stable].clusters, SizeIs(planted.num_sites + 1));
}

TEST(Multilevel, SitesThatDoNotKnowOfEachOtherAreApart) {
    // A file of each site, nothing between them (Barchet and Mounie, section 3.1).
    std::mt19937_64 random(12);
    Planted planted;
    DistanceMatrix matrix = planted.matrix(random);
    for (int a = 0; a < matrix.size(); ++a) {
        for (int b = 0; b < matrix.size(); ++b) {
            if (planted.site_of(a) != planted.site_of(b)) {
                matrix.distances(a, b) = std::nullopt;
            }
        }
    }
    const Hierarchy found = hierarchy(matrix);
    ASSERT_THAT(found.levels, SizeIs(2));
    EXPECT_EQ(found.levels[0].clusters, planted.partition(true));
    EXPECT_EQ(found.levels[1].clusters, planted.partition(false));
    EXPECT_EQ(found.most_stable, 0U);
}

TEST(Multilevel, FindsTheTenRegionsOfThirtyZonesAndTheContinents) {
    const DistanceMatrix matrix =
        platform::read_distance_matrix(test::source_folder() + "/tests/data/ibm_30zones_2024-03-03.csv");
    std::set<std::set<std::string>> regions;
    for (std::size_t h = 0; h < matrix.names.size(); h += 3) {
        regions.insert({matrix.names[h], matrix.names[h + 1], matrix.names[h + 2]});
    }
    const Hierarchy found = hierarchy(matrix);
    EXPECT_EQ(as_sets(found.levels[found.most_stable].clusters, matrix), regions);
    EXPECT_THAT(found.levels[found.most_stable].stability, Gt(0.95));
    // North America, Europe, Japan, Sydney, Sao Paulo.
    ASSERT_GE(found.levels.size(), 3U);
    EXPECT_THAT(sizes_of(found.levels[found.levels.size() - 2].clusters), ElementsAre(9, 9, 6, 3, 3));
}

TEST(Multilevel, FindsTheThreeSitesOfSteffenelsTable4) {
    const Hierarchy found = hierarchy(grid5000_hosts());
    EXPECT_THAT(sizes_of(found.levels[found.most_stable].clusters), ElementsAre(60, 8, 20));
    EXPECT_THAT(sizes_of(found.levels[1].clusters), ElementsAre(80, 8)) << "Toulouse is twice as far from the others";
}

TEST(Multilevel, ZerosAreTheSmallestDistances) {
    DistanceMatrix matrix = unknown_distances(4);
    for (int a = 0; a < 4; ++a) {
        for (int b = a + 1; b < 4; ++b) {
            set_both(matrix, a, b, a / 2 == b / 2 ? 0.0 : 3.0);
        }
    }
    EXPECT_THAT(hierarchy(matrix).levels, SizeIs(1)) << "what zero stands for is not known: at most the 3";
    set_both(matrix, 0, 1, 1e-3);
    EXPECT_THAT(methods().at("multilevel", "test").partition(matrix, 0.0),
                ElementsAre(ElementsAre(0, 1), ElementsAre(2, 3)));
}

TEST(AdjustedRandIndex, IsOneForEqualPartitionsAndTheTextbooksValueForOthers) {
    const Partition six{{0, 1, 2}, {3, 4, 5}};
    EXPECT_EQ(adjusted_rand_index(six, six), 1.0);
    // Pairs in both 2, in one 6, in the other 3, of 15: (2 - 1.2) / (4.5 - 1.2).
    EXPECT_NEAR(adjusted_rand_index(six, {{0, 1}, {2, 3}, {4, 5}}), 0.8 / 3.3, 1e-15);
    EXPECT_EQ(adjusted_rand_index(six, Partition{std::vector<int>{0, 1, 2, 3, 4, 5}}), 0.0);
    const Partition single{{0}, {1}, {2}, {3}, {4}, {5}};
    EXPECT_EQ(adjusted_rand_index(six, single), 0.0);
    const Partition nobody;
    EXPECT_EQ(adjusted_rand_index(nobody, nobody), 1.0);
}

}  // namespace
}  // namespace causeway::clustering
