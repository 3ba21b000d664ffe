/// Clusters whose hosts are alike to others as well, and those that only happened to be near each other.
#include "causeway/clustering/homogeneous.hpp"

#include "matrices.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <random>
#include <string_view>
#include <vector>

namespace causeway::clustering {
namespace {

using ::testing::ElementsAre;

constexpr double kTolerance = kDefaultTolerance;
constexpr double kFar = 1.0;

Partition lowekamp_of(const DistanceMatrix& matrix) {
    return methods().at("lowekamp", "method").partition(matrix, kTolerance);
}

/// [site] so many hosts, those of one `inside` apart, sites as their places on a plane say.
DistanceMatrix sites(const std::vector<int>& hosts, double inside, std::mt19937_64& random) {
    std::vector<std::array<double, 2>> place;
    std::vector<std::size_t> site_of;
    for (std::size_t site = 0; site < hosts.size(); ++site) {
        place.push_back({10.0 * uniform(random), 10.0 * uniform(random)});
        site_of.insert(site_of.end(), static_cast<std::size_t>(hosts[site]), site);
    }
    DistanceMatrix matrix = unknown_distances(static_cast<int>(site_of.size()));
    for (std::size_t a = 0; a < site_of.size(); ++a) {
        for (std::size_t b = a + 1; b < site_of.size(); ++b) {
            const auto& one = place[site_of[a]];
            const auto& other = place[site_of[b]];
            const double way = 1.0 + std::hypot(one[0] - other[0], one[1] - other[1]);
            set_both(matrix, static_cast<int>(a), static_cast<int>(b), site_of[a] == site_of[b] ? inside : way);
        }
    }
    return matrix;
}

/// The first three are those of the drawing in homogeneous.hpp.
DistanceMatrix four_sites() {
    DistanceMatrix matrix = unknown_distances(4);
    set_both(matrix, 0, 1, 6.4);
    set_both(matrix, 0, 2, 10.8);
    set_both(matrix, 0, 3, 11.8);
    set_both(matrix, 1, 2, 6.6);
    set_both(matrix, 1, 3, 7.6);
    set_both(matrix, 2, 3, 14.0);
    return matrix;
}

TEST(HomogeneousParts, OfHostsThatAChainOfEdgesHasJoinedAreSingle) {
    EXPECT_EQ(lowekamp_of(four_sites()).size(), 1U);
    EXPECT_THAT(homogeneous_parts(lowekamp_of(four_sites()), four_sites(), kTolerance, kFar),
                ElementsAre(ElementsAre(0), ElementsAre(1), ElementsAre(2), ElementsAre(3)));
}

TEST(HomogeneousParts, OfTwoHostsThatOthersTellApartAreSingle) {
    EXPECT_THAT(homogeneous_parts({{0, 1}, {2}, {3}}, four_sites(), kTolerance, kFar),
                ElementsAre(ElementsAre(0), ElementsAre(1), ElementsAre(2), ElementsAre(3)));
}

TEST(HomogeneousParts, AreWholeWhereNobodyIsFar) {
    EXPECT_THAT(homogeneous_parts({{0, 1, 2, 3}}, four_sites(), kTolerance, 10.0),
                ElementsAre(ElementsAre(0, 1, 2, 3)));
    const Partition partition{{0, 1}, {2}, {3}};
    EXPECT_EQ(homogeneous_parts(partition, four_sites(), kTolerance, 6.5), partition);
}

TEST(HomogeneousParts, OfTwoHostsThatNobodyTellsApartAreSingle) {
    DistanceMatrix matrix = four_sites();
    set_both(matrix, 0, 1, 2.0);
    set_both(matrix, 0, 2, 6.6);
    set_both(matrix, 0, 3, 7.6);
    EXPECT_EQ(homogeneous_parts({{0, 1}, {2}, {3}}, matrix, kTolerance, kFar).size(), 4U);
    EXPECT_EQ(homogeneous_parts({{0, 1}, {2}, {3}}, matrix, kTolerance, 2.0).size(), 3U);
}

TEST(HomogeneousParts, KeepTogetherWhoIsAlike) {
    // Three hosts behind slow lines of one network, and one that is near them, but has others elsewhere.
    DistanceMatrix matrix = unknown_distances(5);
    for (const int a : {0, 1, 2}) {
        for (int b = a + 1; b < 3; ++b) {
            set_both(matrix, a, b, 5.0);
        }
        set_both(matrix, a, 3, 5.5);
        set_both(matrix, a, 4, 9.0);
    }
    set_both(matrix, 3, 4, 6.0);
    EXPECT_THAT(homogeneous_parts({{0, 1, 2, 3}, {4}}, matrix, kTolerance, kFar),
                ElementsAre(ElementsAre(0, 1, 2), ElementsAre(3), ElementsAre(4)));
}

TEST(HomogeneousParts, SayNothingOfWhatIsNotKnown) {
    DistanceMatrix matrix = four_sites();
    for (const int a : {0, 1, 2}) {
        for (const int b : {0, 1, 2}) {
            if (a != b) {
                set_both(matrix, a, b, 5.0);
            }
        }
    }
    set_both(matrix, 0, 3, 30.0);
    set_both(matrix, 1, 3, 13.0);
    EXPECT_EQ(homogeneous_parts({{0, 1, 2}, {3}}, matrix, kTolerance, kFar).size(), 4U);
    matrix.distances(0, 3).reset();
    matrix.distances(3, 0).reset();
    EXPECT_EQ(homogeneous_parts({{0, 1, 2}, {3}}, matrix, kTolerance, kFar).size(), 2U);
    EXPECT_TRUE(homogeneous_parts({}, unknown_distances(0), kTolerance, kFar).empty());
    EXPECT_THAT(homogeneous_parts({{0, 1}}, unknown_distances(2), kTolerance, kFar), ElementsAre(ElementsAre(0, 1)));
}

TEST(HomogeneousParts, OfNetworksAreWhatTheMethodFound) {
    const Partition of_grid5000 = methods().at("lowekamp", "method").partition(grid5000_hosts(), 0.3);
    EXPECT_EQ(homogeneous_parts(of_grid5000, grid5000_hosts(), 0.3, kFar), of_grid5000);
    std::mt19937_64 random(3);
    for (int round = 0; round < 50; ++round) {
        DistanceMatrix matrix = sites({4, 1, 3, 1, 1, 5}, 0.05, random);
        set_both(matrix, 0, 1, 4.0);  // one pair that was measured while its host was busy
        const Partition parts = homogeneous_parts(lowekamp_of(matrix), matrix, kTolerance, kFar);
        for (const std::vector<int>& network :
             {std::vector{0, 1, 2, 3}, std::vector{5, 6, 7}, std::vector{10, 11, 12, 13, 14}}) {
            EXPECT_THAT(parts, ::testing::Contains(network)) << "round " << round;
        }
    }
}

TEST(HomogeneousParts, OfSingleHostsOnManySitesAreMostlySingle) {
    std::mt19937_64 random(4);
    int together = 0;
    int together_before = 0;
    for (int round = 0; round < 100; ++round) {
        const DistanceMatrix matrix = sites(std::vector<int>(8, 1), 0.05, random);
        const Partition before = lowekamp_of(matrix);
        together_before += 8 - static_cast<int>(before.size());
        together += 8 - static_cast<int>(homogeneous_parts(before, matrix, kTolerance, kFar).size());
    }
    EXPECT_GT(together_before, 250);
    EXPECT_LT(together, together_before / 20);
}

}  // namespace
}  // namespace causeway::clustering
