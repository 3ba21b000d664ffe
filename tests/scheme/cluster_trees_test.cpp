/// Schemes over a tree from each of more clusters than there are strands, proved by the verifier.
#include "causeway/scheme/cluster_trees.hpp"

#include "causeway/base/random.hpp"
#include "causeway/schedule/verify.hpp"
#include "tests/schedule/random_tree.hpp"
#include "tests/scheme/sent.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace causeway::scheme {
namespace {

/// So many clusters, a third of them with a second process, and a random tree from each.
Layout many_clusters(const Scheme& scheme, int clusters, base::Random& random) {
    Layout layout;
    layout.processes = clusters + clusters / 3;
    for (int process = 0; process < layout.processes; ++process) {
        layout.cluster_of_process.push_back(process % clusters);
    }
    for (int tree = 0; tree < clusters; ++tree) {
        layout.trees.push_back(schedule::random_tree(layout.processes, random, tree));
        std::vector<int>& parts = layout.parts.emplace_back(static_cast<std::size_t>(layout.processes), 0);
        for (int process = tree; process < layout.processes; process += clusters) {
            parts[static_cast<std::size_t>(process)] = 1;
        }
        if (!has_owned_blocks(scheme.operation)) {
            parts.assign(parts.size(), 1);
        }
    }
    return layout;
}

class EverySchemeOverClusterTrees : public testing::TestWithParam<const Scheme*> {};

std::vector<const Scheme*> schemes_over_cluster_trees() {
    std::vector<const Scheme*> result;
    for (const Scheme* scheme : schemes().members()) {
        if (scheme->trees == Trees::kPerCluster) {
            result.push_back(scheme);
        }
    }
    return result;
}

TEST_P(EverySchemeOverClusterTrees, DoesWhatItPromisesInNoMoreStrandsThanThereAre) {
    base::Random random(3);
    for (const int clusters : {16, 31, 40}) {
        for (const schedule::Grain grain : {schedule::Grain::kCombined, schedule::Grain::kRelayed}) {
            Layout layout = many_clusters(*GetParam(), clusters, random);
            layout.grain = grain;
            layout.num_blocks = has_owned_blocks(GetParam()->operation) ? 2 : 1;
            if (GetParam()->operation == Operation::kAllreduce && !GetParam()->gathers_operands) {
                layout.num_blocks = clusters + 2;
            }
            SCOPED_TRACE(testing::Message() << clusters << " clusters, " << schedule::name_of(grain));
            const Built built = GetParam()->build(layout);
            EXPECT_LE(built.strands.size(), kMostStrandsAtOnce);
            EXPECT_NO_THROW(verify(built.strands, promise_of(GetParam()->operation, layout, built)));
        }
    }
}

TEST_P(EverySchemeOverClusterTrees, GivesEachProcessAloneWhatItHasInTheWhole) {
    base::Random random(4);
    Layout layout = many_clusters(*GetParam(), 40, random);
    const Built whole = GetParam()->build(layout);
    for (int process = 0; process < layout.processes; ++process) {
        layout.only = process;
        const Built alone = GetParam()->build(layout);
        ASSERT_EQ(alone.strands.size(), whole.strands.size());
        for (std::size_t s = 0; s < whole.strands.size(); ++s) {
            const auto place = static_cast<std::size_t>(process);
            EXPECT_EQ(alone.strands[s].programs[place], whole.strands[s].programs[place]);
        }
    }
}

/// Three clusters in a row: from each to its neighbours, and from there on.
Layout three_in_a_row(const std::vector<int>& cluster_of_process) {
    Layout layout{.processes = static_cast<int>(cluster_of_process.size()), .cluster_of_process = cluster_of_process};
    const std::vector<std::vector<int>> ways{{0, 1, 2}, {1, 0, 2}, {2, 1, 0}};
    const auto first_of = [&](int cluster) {
        return static_cast<int>(std::find(cluster_of_process.begin(), cluster_of_process.end(), cluster) -
                                cluster_of_process.begin());
    };
    for (std::size_t tree = 0; tree < ways.size(); ++tree) {
        schedule::Builder builder(layout.processes, 1);
        builder.transfer(first_of(ways[tree][0]), first_of(ways[tree][1]), {0, 1});
        builder.transfer(first_of(tree == 1 ? 1 : ways[tree][1]), first_of(ways[tree][2]), {0, 1});
        std::vector<int>& parts = layout.parts.emplace_back();
        for (int process = 0; process < layout.processes; ++process) {
            const int cluster = cluster_of_process[static_cast<std::size_t>(process)];
            if (process != first_of(cluster)) {
                builder.transfer(first_of(cluster), process, {0, 1});
            }
            parts.push_back(cluster == static_cast<int>(tree) ? 1 : 0);
        }
        layout.trees.push_back(builder.finish());
    }
    return layout;
}

const std::vector<int> kMixed{0, 1, 2, 0, 1, 2, 0, 1, 0};

TEST(SchemesOverClusterTrees, AnAllToAllCrossesOnceForEachClusterAndGoesOnWithWhatIsForThoseBehind) {
    const Layout layout = three_in_a_row(kMixed);
    const Sent between =
        sent(schemes().find("alltoall_over_cluster_trees")->build(layout).strands, layout.cluster_of_process, true);
    EXPECT_EQ(between.messages, 3 * 2);
    // Of 4, 3 and 2 processes: what is for a neighbour crosses once, what the ends have for each other twice.
    EXPECT_EQ(between.blocks, 2 * (4 * 3 + 3 * 2 + 2 * 4 * 2));
}

TEST(SchemesOverClusterTrees, FewBytesOfAReduceScatterTakeOneMessageFromEachProcessInside) {
    Layout layout = three_in_a_row(kMixed);
    layout.grain = schedule::Grain::kCombined;
    const Built together = schemes().find("reduce_scatter_over_cluster_trees")->build(layout);
    EXPECT_EQ(sent(together.strands, layout.cluster_of_process, true).messages, 3 * 2);
    EXPECT_EQ(sent(together.strands, layout.cluster_of_process, false).messages,
              2 * (9 - 3));  // to the first of the cluster, and from it
    layout.grain = schedule::Grain::kRelayed;
    const Built by_themselves = schemes().find("reduce_scatter_over_cluster_trees")->build(layout);
    EXPECT_GT(sent(by_themselves.strands, layout.cluster_of_process, false).messages, 3 * (9 - 3));
}

TEST(SchemesOverClusterTrees, AScanTakesNoWayToRanksBeforeAllOfTheClusters) {
    const Scheme& scan = *schemes().find("scan_by_gathering");
    const auto between = [&](const std::vector<int>& cluster_of_process) {
        return sent(scan.build(three_in_a_row(cluster_of_process)).strands, cluster_of_process, true);
    };
    const Sent onwards = between({0, 0, 0, 1, 1, 1, 2, 2});
    EXPECT_EQ(onwards.messages, 3);  // from the first to the second and on, and from the second
    EXPECT_EQ(onwards.blocks, 3 + 3 + 3);
    EXPECT_EQ(between({2, 2, 1, 1, 0, 0, 0, 0}).messages, 3);
    // Of mixed ranks all want something of all, but not what is of ranks behind the last there: 7, or 5.
    EXPECT_EQ(between(kMixed).messages, 3 * 2);
    EXPECT_EQ(between(kMixed).blocks, (3 + 2) + (3 + 2) + (2 + 2));
}

INSTANTIATE_TEST_SUITE_P(Collective, EverySchemeOverClusterTrees, testing::ValuesIn(schemes_over_cluster_trees()),
                         [](const auto& one) { return std::string(one.param->name); });

}  // namespace
}  // namespace causeway::scheme
