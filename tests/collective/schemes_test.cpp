/// Every scheme over random trees of many sizes and roots, proved by the verifier.
#include "causeway/base/random.hpp"
#include "causeway/collective/scheme.hpp"
#include "causeway/schedule/verify.hpp"
#include "tests/schedule/random_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace causeway::collective {
namespace {

/// What a scheme may be asked for: `processes` in at most `clusters` clusters.
Layout random_layout(const Scheme& scheme, int processes, int clusters, base::Random& random) {
    Layout layout;
    layout.processes = processes;
    layout.root = random.below(processes);
    if (scheme.trees == Trees::kOne) {
        if (is_rooted(scheme.operation)) {
            layout.trees.push_back(schedule::random_tree(processes, random, layout.root));
        } else {
            layout.trees.push_back(schedule::random_tree(processes, random));
        }
        layout.tree_of_process.assign(static_cast<std::size_t>(processes), 0);
    }
    if (scheme.trees == Trees::kPerCluster) {
        const int count = std::min(clusters, processes);
        for (int process = 0; process < processes; ++process) {
            layout.tree_of_process.push_back(process < count ? process : random.below(count));
        }
        random.shuffle(layout.tree_of_process);
        for (int tree = 0; tree < count; ++tree) {
            const auto first = std::find(layout.tree_of_process.begin(), layout.tree_of_process.end(), tree);
            layout.trees.push_back(
                schedule::random_tree(processes, random, static_cast<int>(first - layout.tree_of_process.begin())));
        }
    }
    return layout;
}

class EveryScheme : public testing::TestWithParam<const Scheme*> {
protected:
    /// Calls `check(layout)` for many sizes, trees, numbers of blocks and grains.
    template <typename Check>
    void for_many_layouts(const Check& check) {
        const Scheme& scheme = *GetParam();
        base::Random random(5);
        for (int processes = 1; processes <= 13; ++processes) {
            for (const int clusters : {1, 2, 3, 5}) {
                for (const int blocks : {1, 2, 7}) {
                    Layout layout = random_layout(scheme, processes, clusters, random);
                    const bool is_cut =
                        scheme.operation != Operation::kBarrier && scheme.operation != Operation::kAlltoall;
                    layout.num_blocks = is_cut ? blocks : 1;
                    SCOPED_TRACE(testing::Message() << processes << " processes, " << clusters << " clusters, "
                                                    << blocks << " blocks, root " << layout.root);
                    check(layout);
                    layout.grain = schedule::Grain::kRelayed;
                    check(layout);
                }
            }
        }
    }
};

TEST_P(EveryScheme, DoesWhatItsOperationPromises) {
    for_many_layouts([&](const Layout& layout) {
        const Built built = GetParam()->build(layout);
        EXPECT_NO_THROW(verify(built.strands, promise_of(GetParam()->operation, layout, built)));
    });
}

TEST_P(EveryScheme, GivesEachProcessAloneWhatItHasInTheWhole) {
    for_many_layouts([&](const Layout& layout) {
        const Built whole = GetParam()->build(layout);
        for (int process = 0; process < layout.processes; ++process) {
            Layout one = layout;
            one.only = process;
            const Built alone = GetParam()->build(one);
            ASSERT_EQ(alone.num_blocks, whole.num_blocks);
            ASSERT_EQ(alone.of_process, whole.of_process);
            ASSERT_EQ(alone.strands.size(), whole.strands.size());
            for (std::size_t s = 0; s < whole.strands.size(); ++s) {
                for (int p = 0; p < layout.processes; ++p) {
                    const auto place = static_cast<std::size_t>(p);
                    EXPECT_EQ(alone.strands[s].programs[place],
                              p == process ? whole.strands[s].programs[place] : schedule::Program{});
                }
            }
        }
    });
}

TEST_P(EveryScheme, NumbersTheBlocksOfEveryProcessOnce) {
    for_many_layouts([&](const Layout& layout) {
        const Built built = GetParam()->build(layout);
        EXPECT_EQ(built.of_process.empty(), !has_owned_blocks(GetParam()->operation));
        std::set<int> blocks;
        for (const schedule::BlockRange range : built.of_process) {
            for (int b = range.first; b < range.end(); ++b) {
                EXPECT_TRUE(blocks.insert(b).second);
                EXPECT_LT(b, built.num_blocks);
            }
        }
    });
}

INSTANTIATE_TEST_SUITE_P(Collective, EveryScheme,
                         testing::ValuesIn(schemes().members().begin(), schemes().members().end()),
                         [](const auto& one) { return std::string(one.param->name); });

TEST(Schemes, ThereIsOneForEveryOperation) {
    for (const Operation operation : operations()) {
        EXPECT_TRUE(std::any_of(schemes().members().begin(), schemes().members().end(), [&](const Scheme* scheme) {
            return scheme->operation == operation;
        })) << name_of(operation);
        EXPECT_EQ(find_operation(name_of(operation)), operation);
    }
    EXPECT_EQ(find_operation("no such operation"), std::nullopt);
}

}  // namespace
}  // namespace causeway::collective
