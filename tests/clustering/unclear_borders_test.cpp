/// Borders between hosts that are no further from each other than on either side of them.
#include "causeway/clustering/unclear_borders.hpp"

#include "matrices.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace causeway::clustering {
namespace {

using ::testing::ElementsAre;

constexpr double kUsualTolerance = kDefaultTolerance;
constexpr double kBeyondAll = 1000.0;

/// The drawing in unclear_borders.hpp, in microseconds.
DistanceMatrix one_lucky_pair() {
    DistanceMatrix matrix = unknown_distances(4);
    set_both(matrix, 0, 1, 76.0);
    set_both(matrix, 0, 2, 97.0);
    set_both(matrix, 1, 2, 90.0);
    for (const int other : {0, 1, 2}) {
        set_both(matrix, other, 3, 98.0);
    }
    return matrix;
}

TEST(UnclearBorders, AreThoseThatOneLuckyPairMakes) {
    const Partition parted = methods().at("lowekamp", "method").partition(one_lucky_pair(), kUsualTolerance);
    ASSERT_THAT(parted, ElementsAre(ElementsAre(0, 1, 2), ElementsAre(3)));
    EXPECT_THAT(without_unclear_borders(parted, one_lucky_pair(), kUsualTolerance, kBeyondAll),
                ElementsAre(ElementsAre(0, 1, 2, 3)));
}

TEST(UnclearBorders, AreNotKeptByAPairThatIsNearByChance) {
    DistanceMatrix matrix = unknown_distances(4);
    for (int a = 0; a < 4; ++a) {
        for (int b = 0; b < a; ++b) {
            set_both(matrix, a, b, 93.0);
        }
    }
    set_both(matrix, 0, 1, 68.0);
    const Partition pairs{{0, 1}, {2, 3}};
    EXPECT_THAT(without_unclear_borders(pairs, matrix, kUsualTolerance, kBeyondAll),
                ElementsAre(ElementsAre(0, 1, 2, 3)));
    set_both(matrix, 2, 3, 68.0);
    EXPECT_EQ(without_unclear_borders(pairs, matrix, kUsualTolerance, kBeyondAll), pairs) << "both are";
}

TEST(UnclearBorders, LeaveClustersThatAreFurtherFromEachOtherThanTheirHosts) {
    std::mt19937_64 random(5);
    for (int round = 0; round < 200; ++round) {
        constexpr int kHosts = 5;  // of each of three clusters
        DistanceMatrix matrix = unknown_distances(3 * kHosts);
        Partition partition(3);
        for (int a = 0; a < 3 * kHosts; ++a) {
            partition[static_cast<std::size_t>(a / kHosts)].push_back(a);
            for (int b = 0; b < a; ++b) {
                const double noise = 1.0 + 0.08 * uniform(random);
                set_both(matrix, a, b, noise * (a / kHosts == b / kHosts ? 50.0 : 65.0));
            }
        }
        EXPECT_EQ(without_unclear_borders(partition, matrix, kUsualTolerance, kBeyondAll), partition);
    }
}

TEST(UnclearBorders, AreNoneBetweenSingleHostsNorWhereHostsAreFarOrDistancesUnknown) {
    DistanceMatrix matrix = one_lucky_pair();
    const Partition singles{{0}, {1}, {2}, {3}};
    EXPECT_EQ(without_unclear_borders(singles, matrix, kUsualTolerance, kBeyondAll), singles);
    const Partition parted{{0, 1, 2}, {3}};
    EXPECT_EQ(without_unclear_borders(parted, matrix, kUsualTolerance, 95.0), parted) << "98 are far";
    for (const int other : {0, 1, 2}) {
        matrix.distances(other, 3) = std::nullopt;
        matrix.distances(3, other) = std::nullopt;
    }
    EXPECT_EQ(without_unclear_borders(parted, matrix, kUsualTolerance, kBeyondAll), parted);
}

}  // namespace
}  // namespace causeway::clustering
