#include "causeway/plan/plan.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/text.hpp"
#include "causeway/plan/compose.hpp"
#include "causeway/schedule/transforms.hpp"
#include "causeway/schedule/verify.hpp"
#include "causeway/strategy/broadcast/broadcast_strategy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>

namespace causeway::plan {

namespace {

/// A binomial tree over the ranks from `root` on.
schedule::Schedule tree_by_rank(int processes, int root) {
    std::vector<int> ranks(static_cast<std::size_t>(processes));
    std::iota(ranks.begin(), ranks.end(), root);
    for (int& rank : ranks) {
        rank %= processes;
    }
    return embed(strategy::broadcast_strategies().find("binomial_tree")->build({.processes = processes}), ranks,
                 processes);
}

/// Of these ranks, from the first one on; each has below it some that follow it in this order.
void add_tree_of_runs(schedule::Builder& builder, const std::vector<int>& ranks) {
    for (std::size_t half = std::bit_ceil(ranks.size()) / 2; half > 0; half /= 2) {
        for (std::size_t from = 0; from + half < ranks.size(); from += 2 * half) {
            builder.transfer(ranks[from], ranks[from + half], {0, 1});
        }
    }
}

/// A binomial tree over the ranks from `root` down and one over those from it up: what comes up to any process is of
/// ranks that follow each other.
schedule::Schedule tree_in_rank_order(int processes, int root) {
    std::vector<int> before(static_cast<std::size_t>(root) + 1);
    std::iota(before.rbegin(), before.rend(), 0);
    std::vector<int> after(static_cast<std::size_t>(processes - root));
    std::iota(after.begin(), after.end(), root);
    schedule::Builder builder(processes, 1);
    add_tree_of_runs(builder, before);
    add_tree_of_runs(builder, after);
    return builder.finish();
}

/// The tree for other data in other blocks, of which its segments have as many as before.
Tree recut(Tree tree, Bytes message, Bytes block) {
    for (LocalChoice& choice : tree.local) {
        choice.segment = base::num_parts(choice.segment, tree.block) * block;
    }
    tree.message = message;
    tree.block = block;
    return tree;
}

}  // namespace

int Plan::num_blocks() const {
    return static_cast<int>(std::max<std::int64_t>(1, block > Bytes(0) ? base::num_parts(message, block) : 1));
}

Plan broadcast_over(Tree tree) {
    Plan plan;
    plan.operation = scheme::Operation::kBroadcast;
    plan.scheme = scheme::schemes().find("broadcast_over_tree");
    plan.root = tree.root;
    plan.message = tree.message;
    plan.block = tree.block;
    plan.trees = {std::move(tree)};
    return plan;
}

schedule::BlockSizes block_sizes(const scheme::Built& built, const Plan& plan) {
    const bool stand_in_a_row = scheme::has_owned_blocks(plan.operation) || plan.scheme->gathers_operands ||
                                plan.operation == scheme::Operation::kScan;
    if (!stand_in_a_row) {
        return {plan.message, plan.block};
    }
    schedule::BlockSizes sizes;
    Bytes end;
    for (int b = 0; b < built.num_blocks; ++b) {
        sizes.starts.push_back(end);
        const int part = b % plan.num_blocks();
        end = end + std::min(plan.block, plan.message - part * plan.block);
    }
    sizes.starts.push_back(end);
    sizes.total = end;
    return sizes;
}

schedule::BlockSizes block_sizes(const scheme::Built& built, const std::vector<Bytes>& parts) {
    std::vector<Bytes> size_of_block(static_cast<std::size_t>(built.num_blocks));
    for (std::size_t rank = 0; rank < parts.size(); ++rank) {
        const schedule::BlockRange blocks = built.of_process[rank];
        const Bytes piece = base::part_of(parts[rank], blocks.count);
        for (int i = 0; i < blocks.count; ++i) {
            const Bytes begin = std::min(i * piece, parts[rank]);
            size_of_block[static_cast<std::size_t>(blocks.first + i)] = std::min(piece, parts[rank] - begin);
        }
    }
    schedule::BlockSizes sizes;
    Bytes end;
    for (const Bytes size : size_of_block) {
        sizes.starts.push_back(end);
        end = end + size;
    }
    sizes.starts.push_back(end);
    sizes.total = end;
    return sizes;
}

scheme::Layout layout_of(const Plan& plan, const platform::Placement& placement, std::optional<int> only) {
    scheme::Layout layout;
    layout.processes = placement.num_processes();
    layout.root = plan.root;
    layout.num_blocks = plan.num_blocks();
    layout.grain = plan.grain;
    layout.lag = plan.lag;
    layout.turns = plan.turns;
    layout.in_rank_order = plan.in_rank_order;
    layout.neighbourhood = plan.neighbourhood;
    layout.only = only;
    for (int process = 0; process < layout.processes && !plan.is_by_rank; ++process) {
        layout.cluster_of_process.push_back(placement.cluster_of(process));
    }
    if (plan.is_by_rank && plan.scheme->trees == scheme::Trees::kOne) {
        layout.trees.push_back(plan.in_rank_order ? tree_in_rank_order(layout.processes, plan.root)
                                                  : tree_by_rank(layout.processes, plan.root));
    }
    for (const Tree& tree : plan.trees) {
        if (plan.scheme->trees == scheme::Trees::kWhole) {
            layout.trees.push_back(compose(recut(tree, plan.message, plan.block), placement, only));
        } else {
            layout.trees.push_back(compose_one_period(tree, placement));
        }
        if (scheme::shares_data(plan.scheme->trees)) {
            std::vector<int>& parts = layout.parts.emplace_back();
            std::vector<int>& late = layout.late.emplace_back();
            for (int process = 0; process < layout.processes; ++process) {
                const ClusterPart part = part_of(tree, placement.cluster_of(process), placement);
                parts.push_back(part.parts);
                late.push_back(part.late);
            }
        }
    }
    return layout;
}

scheme::Built compose(const Plan& plan, const platform::Placement& placement, std::optional<int> only) {
    scheme::Built built = plan.scheme->build(layout_of(plan, placement, only));
    const bool has_own_blocks = only && plan.operation == scheme::Operation::kAlltoall;
    return has_own_blocks ? scheme::with_own_blocks(std::move(built), *only) : built;
}

void verify(const Plan& plan, const platform::Placement& placement) {
    const scheme::Layout layout = layout_of(plan, placement);
    const scheme::Built built = plan.scheme->build(layout);
    schedule::Collective promise = scheme::promise_of(plan.operation, layout, built);
    promise.is_in_order = promise.is_in_order || plan.in_rank_order;
    schedule::verify(built.strands, promise);
}

bool keeps_rank_order(const Plan& plan, const platform::Placement& placement) {
    constexpr int kMostProcesses = 512;
    constexpr std::int64_t kMostPlaces = 1 << 14;  // blocks times processes
    Plan some_blocks = plan;
    if (plan.scheme->trees == scheme::Trees::kOne) {
        some_blocks.message = plan.block;  // all go the same way
    } else if (plan.scheme->divides) {
        some_blocks.block = Bytes(1);  // for every process's part, whatever the exact size
        some_blocks.message = Bytes(placement.num_processes());
    }
    if (placement.num_processes() > kMostProcesses ||
        std::int64_t{placement.num_processes()} * some_blocks.num_blocks() > kMostPlaces) {
        return false;
    }
    try {
        verify(some_blocks, placement);
    } catch (const base::ScheduleError&) {
        return false;
    }
    return true;
}

std::string describe(const Plan& plan, const platform::Platform& platform) {
    if (plan.scheme == nullptr) {
        return fmt::format("native: the MPI library's own {}", scheme::name_of(plan.operation));
    }
    if (plan.scheme->trees == scheme::Trees::kWhole) {
        const std::string tree = describe(plan.trees.front(), platform);
        return plan.operation == scheme::Operation::kBroadcast ? tree : fmt::format("{}; {}", plan.scheme->name, tree);
    }
    std::string text(plan.scheme->name);
    if (plan.num_blocks() > 1) {
        text += fmt::format(" in {} blocks", base::to_text(plan.block));
    }
    if (plan.scheme->grains == scheme::Grains::kAny) {
        text += fmt::format(", {}", name_of(plan.grain));
    }
    if (!plan.turns.empty()) {
        std::vector<std::string_view> names;
        for (const int cluster : plan.turns) {
            names.push_back(platform.clusters[static_cast<std::size_t>(cluster)].name);
        }
        text += fmt::format("; to {}", fmt::join(names, ", "));
    }
    if (plan.in_rank_order) {
        text += ", combined in the order of the ranks";
    }
    if (plan.is_by_rank && plan.scheme->trees == scheme::Trees::kOne) {
        text += "; a binomial tree over the ranks, the same on every platform";
    }
    if (scheme::has_blocks_of_pairs(plan.operation) && !plan.trees.empty() && !plan.trees.front().carries.empty()) {
        text += fmt::format("; {} (packing)", describe_exchanged(plan.trees, platform));
    } else if (!plan.trees.empty() && !plan.trees.front().carries.empty()) {
        text += fmt::format("; {} (packing); inside {}",
                            scheme::has_owned_blocks(plan.operation) ? describe_shared(plan.trees, platform)
                                                                     : describe_alike(plan.trees, platform),
                            strategy::to_text(plan.trees.front().local.front().between_hosts));
    } else if (!plan.trees.empty()) {
        // Of several trees the first stands for all: they follow the same rules from other clusters.
        Tree one = plan.trees.front();
        one.shape = Shape::kTwoLevel;
        text += fmt::format("; {} from rank {}: {}", plan.trees.size() > 1 ? "each like that" : "the tree", one.root,
                            describe(one, platform));
    }
    return text;
}

}  // namespace causeway::plan
