#include "causeway/schedule/rank_tree.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <utility>

namespace causeway::schedule {

namespace {

/// Blocks one by one, in the order in which they pass an edge.
using Stream = std::vector<int>;

/// What each process has to pass up: its own blocks, then its children's in turn.
std::vector<Stream> streams_up(const RankTree& tree, const Ownership& ownership) {
    std::vector<Stream> streams(tree.parent.size());
    for (const int process : tree.from_below()) {
        Stream& stream = streams[static_cast<std::size_t>(process)];
        const BlockRange own = ownership.of_process[static_cast<std::size_t>(process)];
        for (int b = own.first; b < own.end(); ++b) {
            stream.push_back(b);
        }
        bool any = true;
        for (std::size_t turn = 0; any; ++turn) {
            any = false;
            for (const int child : tree.children[static_cast<std::size_t>(process)]) {
                const Stream& below = streams[static_cast<std::size_t>(child)];
                if (turn < below.size()) {
                    stream.push_back(below[turn]);
                    any = true;
                }
            }
        }
    }
    return streams;
}

/// The ranges that the blocks of a stream make up.
std::vector<BlockRange> ranges_of(Stream blocks) {
    std::sort(blocks.begin(), blocks.end());
    std::vector<BlockRange> ranges;
    for (const int b : blocks) {
        if (!ranges.empty() && ranges.back().end() == b) {
            ++ranges.back().count;
        } else {
            ranges.push_back({b, 1});
        }
    }
    return ranges;
}

std::vector<BlockRange> messages_of(Stream stream, Grain grain) {
    if (grain == Grain::kCombined) {
        return ranges_of(std::move(stream));
    }
    std::vector<BlockRange> messages;
    messages.reserve(stream.size());
    for (const int b : stream) {
        messages.push_back({b, 1});
    }
    return messages;
}

/// The blocks of `all` that are not in `below`, in their order.
Stream lacked_below(const Stream& all, const Stream& below, int num_blocks) {
    std::vector<char> is_below(static_cast<std::size_t>(num_blocks), 0);
    for (const int b : below) {
        is_below[static_cast<std::size_t>(b)] = 1;
    }
    Stream lacked;
    std::copy_if(all.begin(), all.end(), std::back_inserter(lacked),
                 [&](int b) { return is_below[static_cast<std::size_t>(b)] == 0; });
    return lacked;
}

/// The same of ranges, both ascending; `below` is part of `all`.
std::vector<BlockRange> lacked_below(const std::vector<BlockRange>& all, const std::vector<BlockRange>& below) {
    std::vector<BlockRange> lacked;
    auto next = below.begin();
    for (BlockRange left : all) {
        for (; next != below.end() && next->first < left.end(); ++next) {
            if (left.first < next->first) {
                lacked.push_back({left.first, next->first - left.first});
            }
            left = {next->end(), left.end() - next->end()};
        }
        if (left.count > 0) {
            lacked.push_back(left);
        }
    }
    return lacked;
}

/// Which of a process's children is given a block next: the process's messages to its children, in the order in which
/// the blocks come.
struct MessageDown {
    std::size_t turn = 0;
    int child = 0;
    BlockRange blocks;
};

}  // namespace

std::vector<int> RankTree::in_preorder() const {
    std::vector<int> order;
    std::vector<int> waiting{root};
    while (!waiting.empty()) {
        const int process = waiting.back();
        waiting.pop_back();
        order.push_back(process);
        const std::vector<int>& below = children[static_cast<std::size_t>(process)];
        waiting.insert(waiting.end(), below.rbegin(), below.rend());
    }
    return order;
}

std::vector<int> RankTree::from_below() const {
    std::vector<int> order = in_preorder();
    std::reverse(order.begin(), order.end());
    return order;
}

RankTree tree_of(const Schedule& broadcast) {
    assert(broadcast.num_blocks == 1);
    RankTree tree;
    tree.parent.assign(broadcast.programs.size(), -1);
    tree.children.resize(broadcast.programs.size());
    for (int process = 0; process < broadcast.num_processes(); ++process) {
        Cursor cursor(broadcast.programs[static_cast<std::size_t>(process)], 1);
        while (const auto operation = cursor.next()) {
            if (operation->is_send() && !operation->is_control()) {
                tree.children[static_cast<std::size_t>(process)].push_back(operation->peer);
                tree.parent[static_cast<std::size_t>(operation->peer)] = process;
            }
        }
    }
    tree.root = static_cast<int>(std::find(tree.parent.begin(), tree.parent.end(), -1) - tree.parent.begin());
    return tree;
}

RankTree star(int num_processes, int root) {
    RankTree tree;
    tree.root = root;
    tree.parent.assign(static_cast<std::size_t>(num_processes), root);
    tree.parent[static_cast<std::size_t>(root)] = -1;
    tree.children.resize(static_cast<std::size_t>(num_processes));
    for (int i = 1; i < num_processes; ++i) {
        tree.children[static_cast<std::size_t>(root)].push_back((root + i) % num_processes);
    }
    return tree;
}

RankTree gathering_binomial_tree(int num_processes, int root) {
    RankTree tree;
    tree.root = root;
    tree.parent.assign(static_cast<std::size_t>(num_processes), -1);
    tree.children.resize(static_cast<std::size_t>(num_processes));
    const auto process_at = [&](int place) { return (root + place) % num_processes; };
    for (int place = 1; place < num_processes; ++place) {
        const int parent = process_at(place & (place - 1));  // without the lowest bit
        tree.parent[static_cast<std::size_t>(process_at(place))] = parent;
        tree.children[static_cast<std::size_t>(parent)].push_back(process_at(place));
    }
    return tree;
}

Schedule gather_over(const RankTree& tree, const Ownership& ownership, Grain grain, std::optional<int> only) {
    const std::vector<Stream> streams = streams_up(tree, ownership);
    Builder builder(tree.num_processes(), ownership.num_blocks, only);
    // Deepest first, so that in every program what comes from below stands before what it is passed on with. Relayed
    // blocks stand in the order of the parent's own stream: each child's first, then each child's second, ...
    for (const int parent : tree.from_below()) {
        const std::vector<int>& children = tree.children[static_cast<std::size_t>(parent)];
        std::vector<std::vector<BlockRange>> messages;
        std::size_t most = 0;
        for (const int child : children) {
            messages.push_back(messages_of(streams[static_cast<std::size_t>(child)], grain));
            most = std::max(most, messages.back().size());
        }
        for (std::size_t turn = 0; turn < most; ++turn) {
            for (std::size_t c = 0; c < children.size(); ++c) {
                if (turn < messages[c].size()) {
                    builder.transfer(children[c], parent, messages[c][turn]);
                }
            }
        }
    }
    return builder.finish();
}

Schedule spread_over(const RankTree& tree, const Ownership& ownership, Grain grain, std::optional<int> only) {
    const std::vector<Stream> streams = streams_up(tree, ownership);
    const Stream& all = streams[static_cast<std::size_t>(tree.root)];
    const bool is_combined = grain == Grain::kCombined;
    const std::vector<BlockRange> all_ranges = is_combined ? ranges_of(all) : std::vector<BlockRange>();
    std::vector<std::size_t> place(static_cast<std::size_t>(ownership.num_blocks), 0);  // [block] in `all`
    for (std::size_t i = 0; i < all.size(); ++i) {
        place[static_cast<std::size_t>(all[i])] = i;
    }
    Builder builder(tree.num_processes(), ownership.num_blocks, only);
    for (const int process : tree.in_preorder()) {
        std::vector<MessageDown> messages;
        for (const int child : tree.children[static_cast<std::size_t>(process)]) {
            if (only && *only != process && *only != child) {
                continue;
            }
            const Stream& below = streams[static_cast<std::size_t>(child)];
            if (is_combined) {
                for (const BlockRange blocks : lacked_below(all_ranges, ranges_of(below))) {
                    messages.push_back({0, child, blocks});
                }
                continue;
            }
            for (const int b : lacked_below(all, below, ownership.num_blocks)) {
                messages.push_back({place[static_cast<std::size_t>(b)], child, {b, 1}});
            }
        }
        std::stable_sort(messages.begin(), messages.end(),
                         [](const MessageDown& a, const MessageDown& b) { return a.turn < b.turn; });
        for (const MessageDown& message : messages) {
            builder.transfer(process, message.child, message.blocks);
        }
    }
    return builder.finish();
}

std::string_view name_of(Grain grain) {
    return grain == Grain::kCombined ? "combined" : "relayed";
}

}  // namespace causeway::schedule
