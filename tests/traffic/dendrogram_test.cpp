/// Dendrograms, against their definition.
#include "causeway/traffic/dendrogram.hpp"

#include "tables.hpp"

#include <gmock/gmock.h>

#include <numeric>
#include <random>

namespace causeway::traffic {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<int> natural_order(int size) {
    std::vector<int> order(static_cast<std::size_t>(size));
    std::iota(order.begin(), order.end(), 0);
    return order;
}

std::vector<int> random_order(int size, std::mt19937_64& random) {
    std::vector<int> order = natural_order(size);
    for (std::size_t i = order.size(); i > 1; --i) {
        std::swap(order[i - 1], order[random() % i]);
    }
    return order;
}

/// The mean of what the processes of two clusters exchange, straight from the definition.
double mean_exchange(const CommunicationTable& table, const std::vector<int>& a, const std::vector<int>& b) {
    double sum = 0.0;
    for (const int i : a) {
        for (const int j : b) {
            sum += table.volume(i, j).messages + table.volume(j, i).messages;
        }
    }
    return sum / (static_cast<double>(a.size()) * static_cast<double>(b.size()));
}

TEST(Exchanges, AddUpBothWaysAndLeaveOutTheDiagonal) {
    const CommunicationTable table(4, {{0, 1, {2.0, 0.0}}, {1, 0, {3.0, 0.0}}, {2, 0, {4.0, 0.0}}, {3, 3, {9.0, 0.0}}});
    const Exchanges exchanges = exchanges_of(table, Quantity::kMessages);
    EXPECT_THAT(exchanges.first, ElementsAre(0, 2, 3, 4, 4));
    EXPECT_THAT(exchanges.partner, ElementsAre(1, 2, 0, 0));
    EXPECT_THAT(exchanges.amount, ElementsAre(5.0, 4.0, 5.0, 4.0));
    EXPECT_THAT(exchanges_of(table, Quantity::kBytes).partner, IsEmpty());
}

TEST(Dendrogram, EveryMergeIsOfTwoClustersThatExchangeMostAtThatStep) {
    std::mt19937_64 random(1);
    for (const int size : {1, 2, 3, 7, 8, 17, 24}) {
        for (const double chance : {0.05, 0.3, 1.0}) {
            for (const int most : {1, 3, 1000000}) {
                const CommunicationTable table = random_table(size, chance, most, random);
                const Dendrogram dendrogram =
                    dendrogram_of(exchanges_of(table, Quantity::kMessages), random_order(size, random));
                ASSERT_THAT(dendrogram.merges, SizeIs(size - 1));
                std::vector<std::vector<int>> members;  // [node]
                for (int p = 0; p < size; ++p) {
                    members.push_back({p});
                }
                for (const Merge& merge : dendrogram.merges) {
                    double greatest = 0.0;
                    for (const std::vector<int>& a : members) {
                        for (const std::vector<int>& b : members) {
                            if (&a != &b && !a.empty() && !b.empty()) {
                                greatest = std::max(greatest, mean_exchange(table, a, b));
                            }
                        }
                    }
                    std::vector<int>& left = members.at(static_cast<std::size_t>(merge.left));
                    std::vector<int>& right = members.at(static_cast<std::size_t>(merge.right));
                    ASSERT_FALSE(left.empty() || right.empty());
                    EXPECT_EQ(mean_exchange(table, left, right), merge.mean);
                    EXPECT_EQ(merge.mean, greatest);
                    std::vector<int> joined = left;
                    joined.insert(joined.end(), right.begin(), right.end());
                    left.clear();
                    right.clear();
                    members.push_back(std::move(joined));
                }
            }
        }
    }
}

TEST(Dendrogram, WithoutTiesTheOrderOfTheProcessesDoesNotMatter) {
    std::mt19937_64 random(2);
    const CommunicationTable table = random_table(40, 1.0, 1000000000, random);
    const Exchanges exchanges = exchanges_of(table, Quantity::kMessages);
    const Dendrogram expected = dendrogram_of(exchanges, natural_order(40));
    EXPECT_FALSE(expected.has_ties);
    for (int i = 0; i < 10; ++i) {
        const Dendrogram other = dendrogram_of(exchanges, random_order(40, random));
        for (int k = 0; k < expected.num_partitions(); ++k) {
            EXPECT_EQ(partition_after(other, k), partition_after(expected, k));
        }
    }
}

TEST(Dendrogram, AmongTiesTheClusterFirstInTheOrderMergesFirst) {
    // A ring of six equal exchanges: whoever is first, merges first.
    std::vector<Flow> flows;
    for (int p = 0; p < 6; ++p) {
        flows.push_back({p, (p + 1) % 6, {1.0, 0.0}});
    }
    const Exchanges exchanges = exchanges_of(CommunicationTable(6, std::move(flows)), Quantity::kMessages);
    const Dendrogram natural = dendrogram_of(exchanges, natural_order(6));
    EXPECT_TRUE(natural.has_ties);
    EXPECT_THAT(partition_after(natural, 1).front(), ElementsAre(0, 1));
    const Dendrogram other = dendrogram_of(exchanges, std::vector<int>{4, 3, 5, 2, 1, 0});
    EXPECT_THAT(partition_after(other, 1)[3], ElementsAre(3, 4));
}

TEST(Dendrogram, OfTheSourcesTable1EndsInItsTwoHalves) {
    const CommunicationTable table = orduna_table_1();
    const Dendrogram dendrogram = dendrogram_of(exchanges_of(table, Quantity::kMessages), natural_order(8));
    EXPECT_THAT(partition_after(dendrogram, 6), ElementsAre(ElementsAre(0, 1, 2, 3), ElementsAre(4, 5, 6, 7)));
    EXPECT_THAT(partition_after(dendrogram, 4), Each(SizeIs(2)));
    EXPECT_THAT(partition_after(dendrogram, 0), SizeIs(8));
    EXPECT_THAT(partition_after(dendrogram, 7), SizeIs(1));
}

TEST(Dendrogram, ProcessesThatExchangeNothingMergeLastTheSmallestFirst) {
    // {0, 1, 2} talk, {3, 4} talk, 5 and 6 do not.
    const CommunicationTable table(
        7, {{0, 1, {5.0, 0.0}}, {1, 2, {5.0, 0.0}}, {0, 2, {5.0, 0.0}}, {3, 4, {1.0, 0.0}}, {5, 5, {7.0, 0.0}}});
    const Dendrogram dendrogram = dendrogram_of(exchanges_of(table, Quantity::kMessages), natural_order(7));
    EXPECT_THAT(partition_after(dendrogram, 3),
                ElementsAre(ElementsAre(0, 1, 2), ElementsAre(3, 4), ElementsAre(5), ElementsAre(6)));
    EXPECT_THAT(partition_after(dendrogram, 4),
                ElementsAre(ElementsAre(0, 1, 2), ElementsAre(3, 4), ElementsAre(5, 6)));
    EXPECT_THAT(partition_after(dendrogram, 5), ElementsAre(ElementsAre(0, 1, 2), ElementsAre(3, 4, 5, 6)));
}

TEST(Dendrogram, OfOneProcessHasNoMerge) {
    const Dendrogram dendrogram =
        dendrogram_of(exchanges_of(CommunicationTable(1, {}), Quantity::kMessages), natural_order(1));
    EXPECT_THAT(dendrogram.merges, IsEmpty());
    EXPECT_THAT(partition_after(dendrogram, 0), ElementsAre(ElementsAre(0)));
}

TEST(Dendrogram, FractionsDoNotMakeTheMeanRise) {
    std::mt19937_64 random(3);
    std::vector<Flow> flows;
    for (int from = 0; from < 60; ++from) {
        for (int to = 0; to < 60; ++to) {
            flows.push_back({from, to, {static_cast<double>(1 + random() % 3) / 3.0, 0.0}});
        }
    }
    const CommunicationTable table(60, std::move(flows));
    const Dendrogram dendrogram = dendrogram_of(exchanges_of(table, Quantity::kMessages), natural_order(60));
    ASSERT_THAT(dendrogram.merges, SizeIs(59));
    for (std::size_t k = 1; k < dendrogram.merges.size(); ++k) {
        EXPECT_LE(dendrogram.merges[k].mean, dendrogram.merges[k - 1].mean);
    }
}

}  // namespace
}  // namespace causeway::traffic
