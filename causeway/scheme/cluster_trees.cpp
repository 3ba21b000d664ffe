#include "causeway/scheme/cluster_trees.hpp"

#include "causeway/schedule/transforms.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace causeway::scheme {

namespace {

using schedule::Action;
using schedule::RankTree;
using schedule::Schedule;

/// [process]: the borders of clusters between it and the tree's root.
std::vector<int> borders_above(const RankTree& tree, const std::vector<int>& cluster_of_process) {
    std::vector<int> borders(tree.parent.size(), 0);
    for (const int process : tree.in_preorder()) {
        const int parent = tree.parent[static_cast<std::size_t>(process)];
        if (parent >= 0 && !cluster_of_process.empty()) {
            const bool is_far = cluster_of_process[static_cast<std::size_t>(process)] !=
                                cluster_of_process[static_cast<std::size_t>(parent)];
            borders[static_cast<std::size_t>(process)] = borders[static_cast<std::size_t>(parent)] + (is_far ? 1 : 0);
        }
    }
    return borders;
}

/// What is wanted of a tree's data at a process and below it.
class WantedBelow {
public:
    WantedBelow(Wanted wanted, const RankTree& tree, const schedule::Ownership& over)
        : owner_of_(static_cast<std::size_t>(over.num_blocks)), last_(tree.parent.size(), kAllOfThem) {
        if (wanted == Wanted::kAll) {
            return;
        }
        for (std::size_t process = 0; process < last_.size(); ++process) {
            const schedule::BlockRange own = over.of_process[process];
            std::fill_n(owner_of_.begin() + own.first, own.count, static_cast<int>(process));
            // Who is in the cluster, or has somebody of it below, passes on what its own branch has between.
            last_[process] = own.count > 0 ? kAllOfThem : static_cast<int>(process);
        }
        for (const int process : tree.from_below()) {
            if (const int parent = tree.parent[static_cast<std::size_t>(process)]; parent >= 0) {
                int& last = last_[static_cast<std::size_t>(parent)];
                last = std::max(last, last_[static_cast<std::size_t>(process)]);
            }
        }
    }

    /// Of these blocks of the tree, from the first to the last that are wanted; none: count 0.
    [[nodiscard]] schedule::BlockRange of(schedule::BlockRange blocks, int process) const {
        const int last = last_[static_cast<std::size_t>(process)];
        const auto is_wanted = [&](int block) { return owner_of_[static_cast<std::size_t>(block)] <= last; };
        while (blocks.count > 0 && !is_wanted(blocks.first)) {
            ++blocks.first;
            --blocks.count;
        }
        while (blocks.count > 0 && !is_wanted(blocks.end() - 1)) {
            --blocks.count;
        }
        return blocks;
    }

private:
    static constexpr int kAllOfThem = std::numeric_limits<int>::max();
    std::vector<int> owner_of_;  ///< [block]
    std::vector<int> last_;      ///< [process]: up to whose it and those below it want
};

/// Adds what goes down the tree, as the programs of all processes have it, or that of `only`.
void add_transfers(std::vector<Transfer>& transfers, const RankTree& tree, const Schedule& down,
                   const WantedBelow& wanted, const Layout& layout) {
    const std::vector<int> borders = borders_above(tree, layout.cluster_of_process);
    const auto add_program = [&](int process) {
        schedule::Cursor cursor(down.programs[static_cast<std::size_t>(process)], down.num_blocks);
        while (const std::optional<Action> action = cursor.next()) {
            const int from = action->is_send() ? process : action->peer;
            const int to = action->is_send() ? action->peer : process;
            const schedule::BlockRange blocks = wanted.of(action->blocks, to);
            if (blocks.count > 0 && (action->is_send() || layout.only)) {
                transfers.push_back({borders[static_cast<std::size_t>(from)], from, to, blocks});
            }
        }
    };
    if (layout.only) {
        add_program(*layout.only);
        return;
    }
    for (const int process : tree.in_preorder()) {
        add_program(process);
    }
}

}  // namespace

TreeGroups groups_of(const Layout& layout, const std::vector<RankTree>& trees) {
    TreeGroups groups;
    groups.group_of.assign(static_cast<std::size_t>(layout.processes), 0);
    std::vector<char> is_in_one(groups.group_of.size(), 0);
    for (std::size_t t = 0; t < trees.size(); ++t) {
        std::vector<int>& members = groups.members.emplace_back();
        for (const int process : trees[t].in_preorder()) {
            const auto place = static_cast<std::size_t>(process);
            if (layout.parts[t][place] > 0 && is_in_one[place] == 0) {
                is_in_one[place] = 1;
                groups.group_of[place] = static_cast<int>(t);
                members.push_back(process);
            }
        }
    }
    return groups;
}

RankTree tree_between(const RankTree& tree, const TreeGroups& groups, int first) {
    RankTree between;
    between.root = first;
    between.parent.assign(groups.members.size(), -1);
    between.children.resize(groups.members.size());
    std::vector<char> is_reached(groups.members.size(), 0);
    is_reached[static_cast<std::size_t>(first)] = 1;
    for (const int process : tree.in_preorder()) {
        const int group = groups.group_of[static_cast<std::size_t>(process)];
        if (is_reached[static_cast<std::size_t>(group)] != 0) {
            continue;
        }
        is_reached[static_cast<std::size_t>(group)] = 1;
        const int before = tree.parent[static_cast<std::size_t>(process)];
        const int parent = before < 0 ? first : groups.group_of[static_cast<std::size_t>(before)];
        between.parent[static_cast<std::size_t>(group)] = parent;
        between.children[static_cast<std::size_t>(parent)].push_back(group);
    }
    return between;
}

RankTree tree_inside(const RankTree& tree, const TreeGroups& groups, int group) {
    RankTree inside;
    inside.parent.assign(tree.parent.size(), -1);
    inside.children.resize(tree.parent.size());
    const std::vector<int>& members = groups.members[static_cast<std::size_t>(group)];
    if (members.empty()) {
        return inside;
    }
    inside.root = members.front();
    for (const int process : std::span(members).subspan(1)) {
        int above = tree.parent[static_cast<std::size_t>(process)];
        while (above >= 0 && groups.group_of[static_cast<std::size_t>(above)] != group) {
            above = tree.parent[static_cast<std::size_t>(above)];
        }
        const int parent = above < 0 ? inside.root : above;
        inside.parent[static_cast<std::size_t>(process)] = parent;
        inside.children[static_cast<std::size_t>(parent)].push_back(process);
    }
    return inside;
}

schedule::BlockRange blocks_from(int first, const schedule::Ownership& ownership) {
    int end = first;
    for (const schedule::BlockRange blocks : ownership.of_process) {
        end = blocks.count == 0 ? end : std::max(end, blocks.end());
    }
    return {first, end - first};
}

void combine_up(const RankTree& tree, schedule::BlockRange blocks, schedule::Builder& builder) {
    for (const int process : tree.from_below()) {
        if (const int parent = tree.parent[static_cast<std::size_t>(process)]; parent >= 0) {
            builder.reduce(process, parent, blocks);
        }
    }
}

Schedule in_order_of_borders(std::vector<Transfer> transfers, int num_blocks, const Layout& layout) {
    std::stable_sort(transfers.begin(), transfers.end(),
                     [](const Transfer& a, const Transfer& b) { return a.borders < b.borders; });
    schedule::Builder builder(layout.processes, num_blocks, layout.only);
    for (const Transfer& transfer : transfers) {
        builder.transfer(transfer.from, transfer.to, transfer.blocks);
    }
    return builder.finish();
}

schedule::Strands in_at_most(std::size_t most, schedule::Strands all) {
    schedule::Strands strands;
    for (std::size_t s = 0; s < all.size(); ++s) {
        if (s < most) {
            strands.push_back(std::move(all[s]));
        } else {
            strands[s % most] = schedule::concatenate(std::move(strands[s % most]), all[s]);
        }
    }
    return strands;
}

Built spread_from_clusters(const Layout& layout, schedule::Grain grain, Wanted wanted) {
    const OwnedTrees owned = owned_over(layout);
    const std::vector<RankTree>& trees = owned.trees;
    const std::vector<schedule::Ownership> over = over_trees(owned.ownership, layout);
    schedule::Strands up;
    schedule::Strands down;
    for (std::size_t t = 0; t < trees.size(); ++t) {
        up.push_back(schedule::gather_over(trees[t], over[t], grain, layout.only));
        down.push_back(schedule::spread_over(trees[t], over[t], grain, layout.only));
    }
    Built built = owned.built();
    built.strands = in_at_most(1, std::move(up));
    const std::size_t num_strands = std::min(trees.size(), kMostStrandsAtOnce - 1);
    for (std::size_t s = 0; s < num_strands; ++s) {
        if (s + num_strands >= trees.size() && wanted == Wanted::kAll) {
            built.strands.push_back(std::move(down[s]));
            continue;
        }
        std::vector<Transfer> transfers;
        for (std::size_t t = s; t < trees.size(); t += num_strands) {
            add_transfers(transfers, trees[t], down[t], WantedBelow(wanted, trees[t], over[t]), layout);
        }
        built.strands.push_back(in_order_of_borders(std::move(transfers), built.num_blocks, layout));
    }
    return built;
}

}  // namespace causeway::scheme
