/// Grouping coefficients, of the source's table and of planted clusters.
#include "causeway/traffic/characterization.hpp"

#include "causeway/traffic/format/format.hpp"
#include "tables.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <random>

namespace causeway::traffic {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::Eq;
using testing::Optional;
using testing::SizeIs;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// The source's figures, worked out anew, have five or six digits.
constexpr double kExact = 1e-3;

Characterization characterized(const CommunicationTable& table) {
    return characterize(table, {.quantity = Quantity::kMessages, .seed = 1, .orders = {}, .progress = {}});
}

Partition best_partition(const Characterization& result) {
    return partition_after(result.dendrogram, result.best);
}

TEST(Grouping, OfTheSourcesTable1IsAsWorkedOut) {
    const CommunicationTable table = orduna_table_1();
    const auto grouping = [&](const Partition& partition) {
        return grouping_of(table, partition, Quantity::kMessages);
    };
    const Grouping halves = grouping({{0, 1, 2, 3}, {4, 5, 6, 7}});
    EXPECT_THAT(halves.similarity, DoubleNear(1.8576, kExact));
    EXPECT_THAT(halves.dissimilarity, Optional(DoubleNear(0.14239, kExact)));
    EXPECT_THAT(halves.coefficient, Optional(DoubleNear(13.043, kExact)));
    EXPECT_THAT(grouping({{0}, {1}, {2}, {3}, {4}, {5}, {6}, {7}}).coefficient, Optional(DoubleNear(0.53083, kExact)));
    EXPECT_THAT(grouping({{0, 2}, {1, 3}, {4, 6}, {5, 7}}).coefficient, Optional(DoubleNear(2.99517, kExact)));
    EXPECT_THAT(grouping({{0, 1, 2, 3}, {4, 6}, {5, 7}}).coefficient, Optional(DoubleNear(4.16481, kExact)));
}

TEST(Grouping, UniformTrafficIsNotWorthIt) {
    const int size = 16;
    std::vector<Flow> flows;
    for (int from = 0; from < size; ++from) {
        for (int to = 0; to < size; ++to) {
            if (from != to) {
                flows.push_back({from, to, {20.0, 0.0}});
            }
        }
    }
    for (int from = 1; from < size; ++from) {  // and a few sums, up a tree
        flows.push_back({from, from & (from - 1), {1.0, 0.0}});
    }
    const Characterization uniform = characterized(CommunicationTable(size, flows));
    EXPECT_FALSE(is_worth_grouping(uniform.groupings[static_cast<std::size_t>(uniform.best)], size));
    const CommunicationTable source = orduna_table_1();
    const Characterization grouped = characterized(source);
    EXPECT_TRUE(is_worth_grouping(grouped.groupings[static_cast<std::size_t>(grouped.best)], 8));
    EXPECT_FALSE(is_worth_grouping(grouped.groupings.front(), 8));  // single processes
    EXPECT_FALSE(is_worth_grouping(grouped.groupings.back(), 8));   // all together
}

TEST(Grouping, OfADendrogramsPartitionsIsThatOfEachOnItsOwn) {
    std::mt19937_64 random(1);
    for (const int size : {1, 2, 3, 8, 17, 31}) {
        for (const double chance : {0.0, 0.1, 0.9}) {
            const CommunicationTable table = random_table(size, chance, 5, random);
            const Characterization result = characterized(table);
            ASSERT_THAT(result.groupings, SizeIs(size));
            for (int k = 0; k < size; ++k) {
                EXPECT_EQ(result.groupings[static_cast<std::size_t>(k)],
                          grouping_of(table, partition_after(result.dendrogram, k), Quantity::kMessages));
            }
        }
    }
}

TEST(Grouping, ByBytesLooksAtBytesAlone) {
    const CommunicationTable table(3, {{0, 1, {1.0, 900.0}}, {1, 2, {50.0, 50.0}}});
    EXPECT_THAT(grouping_of(table, {{0, 1}, {2}}, Quantity::kBytes).similarity, DoubleNear(900.0 / 950 * 9 / 5, 1e-12));
    EXPECT_THAT(grouping_of(table, {{0, 1}, {2}}, Quantity::kMessages).similarity, DoubleNear(1.0 / 51 * 9 / 5, 1e-12));
}

TEST(Characterize, FindsTheTwoHalvesOfTheSourcesTable1) {
    const Characterization result = characterized(orduna_table_1());
    EXPECT_THAT(best_partition(result), ElementsAre(ElementsAre(0, 1, 2, 3), ElementsAre(4, 5, 6, 7)));
    EXPECT_THAT(result.groupings[static_cast<std::size_t>(result.best)].coefficient,
                Optional(DoubleNear(13.043, kExact)));
    EXPECT_EQ(result.orders, 16);
}

TEST(Characterize, RecoversPlantedBlocks) {
    struct Case {
        int processes;
        int blocks;
    };
    for (const Case& one :
         {Case{64, 4}, Case{64, 13}, Case{512, 16}, Case{512, 100}, Case{4096, 64}, Case{4096, 512}}) {
        const Planted planted = planted_blocks(one.processes, one.blocks, 20, 7);
        EXPECT_EQ(best_partition(characterized(planted.table)), planted.blocks) << one.processes << " " << one.blocks;
    }
}

TEST(Characterize, UniformTrafficIsNotGrouped) {
    // As IS in the source: everybody to everybody, and as much to oneself.
    std::vector<Flow> flows;
    for (int from = 0; from < 16; ++from) {
        for (int to = 0; to < 16; ++to) {
            flows.push_back({from, to, {from == to ? 12.0 : 10.0, 0.0}});
        }
    }
    EXPECT_THAT(best_partition(characterized(CommunicationTable(16, std::move(flows)))), SizeIs(16));
}

TEST(Characterize, OfDisconnectedGroupsTakesTheFinestPartitionThatNothingLeaves) {
    // {0, 3}, {1, 2, 4} and 5, which talks to itself alone.
    const CommunicationTable table(6, {{0, 3, {4.0, 0.0}}, {1, 2, {1.0, 0.0}}, {2, 4, {1.0, 0.0}}, {5, 5, {2.0, 0.0}}});
    const Characterization result = characterized(table);
    EXPECT_THAT(best_partition(result), ElementsAre(ElementsAre(0, 3), ElementsAre(1, 2, 4), ElementsAre(5)));
    const Grouping& best = result.groupings[static_cast<std::size_t>(result.best)];
    EXPECT_THAT(best.dissimilarity, Optional(Eq(0.0)));
    EXPECT_THAT(best.coefficient, Optional(Eq(kInfinity)));
    // Two clusters: nothing leaves these either, but they are coarser.
    EXPECT_THAT(result.groupings[4].coefficient, Optional(Eq(kInfinity)));
    EXPECT_EQ(result.groupings[5].coefficient, std::nullopt);
}

TEST(Characterize, OfDisconnectedGroupsOfFractionsKnowsThatNothingLeaves) {
    std::vector<Flow> flows;
    for (int from = 0; from < 30; ++from) {
        for (int to = 0; to < 30; ++to) {
            if (from / 10 == to / 10) {
                flows.push_back({from, to, {1.0 / (3.0 + from + 7 * to), 0.0}});
            }
        }
    }
    const Characterization result = characterized(CommunicationTable(30, std::move(flows)));
    EXPECT_THAT(best_partition(result), SizeIs(3));
    EXPECT_THAT(result.groupings[27].coefficient, Optional(Eq(kInfinity)));
}

TEST(Characterize, OfProcessesThatOnlyTalkToThemselvesGroupsNobody) {
    const Characterization result = characterized(CommunicationTable(3, {{0, 0, {1.0, 0.0}}, {2, 2, {1.0, 0.0}}}));
    EXPECT_EQ(result.best, 0);
    EXPECT_THAT(result.groupings[0].coefficient, Optional(Eq(kInfinity)));
}

TEST(Characterize, WithoutTrafficThereIsNoCoefficientAndNobodyIsGrouped) {
    const Characterization result = characterized(CommunicationTable(5, {}));
    EXPECT_EQ(result.best, 0);
    for (const Grouping& grouping : result.groupings) {
        EXPECT_EQ(grouping.similarity, 0.0);
        EXPECT_EQ(grouping.coefficient, std::nullopt);
    }
}

TEST(Characterize, OneProcessIsOneClusterWithoutACoefficient) {
    const Characterization result = characterized(CommunicationTable(1, {{0, 0, {3.0, 0.0}}}));
    EXPECT_THAT(best_partition(result), ElementsAre(ElementsAre(0)));
    EXPECT_THAT(result.groupings, ElementsAre(Grouping{1, 1.0, std::nullopt, std::nullopt}));
}

TEST(Characterize, MoreOrdersAreNeverWorseAndTheSameSeedGivesTheSame) {
    std::mt19937_64 random(2);
    bool helped = false;
    for (int i = 0; i < 20; ++i) {
        const CommunicationTable table = random_table(24, 0.15, 2, random);
        const auto best = [&](int orders) {
            const Characterization result =
                characterize(table, {.quantity = Quantity::kMessages, .seed = 5, .orders = orders, .progress = {}});
            return *result.groupings[static_cast<std::size_t>(result.best)].coefficient;
        };
        EXPECT_GE(best(8), best(1));
        EXPECT_EQ(best(8), best(8));
        helped = helped || best(8) > best(1);
    }
    EXPECT_TRUE(helped) << "no table on which the order of ties decides";
}

TEST(Characterize, WithoutTiesOneOrderIsEnough) {
    std::mt19937_64 random(3);
    EXPECT_EQ(characterized(random_table(20, 1.0, 1000000000, random)).orders, 1);
}

}  // namespace
}  // namespace causeway::traffic
