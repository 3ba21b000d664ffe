#include "causeway/scheme/shared_trees.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace causeway::scheme {

namespace {

using schedule::BlockRange;

/// A tree as one process sees it.
struct TreeFrom {
    std::vector<int> order;    ///< all processes, each after the one through which it is reached
    std::vector<int> through;  ///< [process]: that one; of the process itself, -1
};

TreeFrom tree_from(int process, const schedule::RankTree& tree) {
    TreeFrom result;
    result.order.push_back(process);
    result.through.assign(tree.parent.size(), -1);
    for (std::size_t i = 0; i < result.order.size(); ++i) {
        const int at = result.order[i];
        const auto reach = [&](int next) {
            if (next >= 0 && next != result.through[static_cast<std::size_t>(at)]) {
                result.through[static_cast<std::size_t>(next)] = at;
                result.order.push_back(next);
            }
        };
        for (const int child : tree.children[static_cast<std::size_t>(at)]) {
            reach(child);
        }
        reach(tree.parent[static_cast<std::size_t>(at)]);  // the root has none: -1
    }
    return result;
}

/// Before a move of a block: how often it moved, and between clusters.
struct Hops {
    int all = 0;
    int far = 0;
};

/// Blocks that move alike, each at a time of its own.
struct TimedBlocks {
    static constexpr std::int64_t kTicks = 1 << 10;  ///< of the time that a process's data takes for a block of it

    std::vector<int> blocks;
    std::vector<std::int64_t> ticks;

    void add(int block, std::int64_t at) {
        blocks.push_back(block);
        ticks.push_back(at);
    }
};

/// Of a process that has some on a tree: the how manieth of its cluster, of how many.
struct Place {
    int number = 0;
    int all = 0;
};

/// [process]: of those with blocks on a tree.
std::vector<Place> places_in_clusters(const Layout& layout, const std::vector<BlockRange>& blocks) {
    const auto cluster_of = [&](std::size_t process) {
        return layout.cluster_of_process.empty() ? std::size_t{0}
                                                 : static_cast<std::size_t>(layout.cluster_of_process[process]);
    };
    std::vector<int> with_blocks;  // [cluster]
    std::vector<Place> result(blocks.size());
    for (std::size_t process = 0; process < blocks.size(); ++process) {
        with_blocks.resize(std::max(with_blocks.size(), cluster_of(process) + 1), 0);
        result[process].number = with_blocks[cluster_of(process)];
        with_blocks[cluster_of(process)] += blocks[process].count > 0 ? 1 : 0;
    }
    for (std::size_t process = 0; process < blocks.size(); ++process) {
        result[process].all = with_blocks[cluster_of(process)];
    }
    return result;
}

/// Which end of its part of the time a block stands for.
enum class End { kFirst, kLast };

/// Of a process with `num_blocks` blocks, the ones on a tree: evenly over the time of all, or what is left of it after
/// `late` thousandths, those of the processes of a cluster one after another.
TimedBlocks spaced(BlockRange blocks, int num_blocks, const Place& place, End end, int late) {
    constexpr std::int64_t kThousand = 1000;
    TimedBlocks result;
    const std::int64_t all = std::int64_t{blocks.count} * place.all;
    const std::int64_t ticks = TimedBlocks::kTicks * num_blocks;
    for (int b = 0; b < blocks.count; ++b) {
        const std::int64_t number = std::int64_t{b} * place.all + place.number + (end == End::kLast ? 1 : 0);
        result.add(blocks.first + b,
                   ticks * late / kThousand + ticks * (kThousand - late) * number / (kThousand * all));
    }
    return result;
}

/// Collects moves, and puts them in order.
class Moves {
public:
    explicit Moves(const Layout& layout) : layout_(layout) {}

    /// Along a path of processes, each block from its time on.
    void along(const std::vector<int>& path, const TimedBlocks& blocks) { along(path, blocks, Hops()); }

    /// Along a path of processes, so that each block is there at its time: what has far to go leaves first.
    void until_there(const std::vector<int>& path, const TimedBlocks& blocks) {
        Hops before;
        for (std::size_t i = 0; i + 1 < path.size(); ++i) {
            before.far -= after(Hops(), path[i], path[i + 1]).far;
        }
        along(path, blocks, before);
    }

    /// To all others from the process that the tree is seen from.
    void spread(const TreeFrom& tree, const TimedBlocks& blocks, Hops before = {}) {
        std::vector<Hops> hops(tree.through.size(), before);
        for (const int to : tree.order) {
            if (const int from = tree.through[static_cast<std::size_t>(to)]; from >= 0) {
                add(blocks, hops[static_cast<std::size_t>(from)], from, to, false);
                hops[static_cast<std::size_t>(to)] = after(hops[static_cast<std::size_t>(from)], from, to);
            }
        }
    }

    /// From all others to it, combined. Returns the hops until they are there.
    Hops combine(const TreeFrom& tree, const TimedBlocks& blocks) {
        std::vector<Hops> hops(tree.through.size());  // the most of what comes in
        for (auto from = tree.order.rbegin(); from != tree.order.rend(); ++from) {
            if (const int to = tree.through[static_cast<std::size_t>(*from)]; to >= 0) {
                add(blocks, hops[static_cast<std::size_t>(*from)], *from, to, true);
                const Hops one = after(hops[static_cast<std::size_t>(*from)], *from, to);
                Hops& most = hops[static_cast<std::size_t>(to)];
                most = {std::max(most.all, one.all), std::max(most.far, one.far)};
            }
        }
        return hops[static_cast<std::size_t>(tree.order.front())];
    }

    [[nodiscard]] schedule::Schedule in_order(int num_blocks) {
        std::stable_sort(moves_.begin(), moves_.end(), [](const Move& a, const Move& b) {
            return std::tie(a.ticks, a.hop) < std::tie(b.ticks, b.hop);
        });
        schedule::Builder builder(layout_.processes, num_blocks, layout_.only);
        for (const Move& move : moves_) {
            const BlockRange block{move.block, 1};
            if (move.is_combined) {
                builder.reduce(move.from, move.to, block);
            } else {
                builder.transfer(move.from, move.to, block);
            }
        }
        return builder.finish();
    }

private:
    void along(const std::vector<int>& path, const TimedBlocks& blocks, Hops hops) {
        for (std::size_t i = 0; i + 1 < path.size(); ++i) {
            add(blocks, hops, path[i], path[i + 1], false);
            hops = after(hops, path[i], path[i + 1]);
        }
    }

    struct Move {
        std::int64_t ticks = 0;
        int hop = 0;
        int from = 0;
        int to = 0;
        int block = 0;
        bool is_combined = false;
    };

    void add(const TimedBlocks& blocks, Hops before, int from, int to, bool is_combined) {
        if (layout_.only && *layout_.only != from && *layout_.only != to) {
            return;
        }
        const std::int64_t later = TimedBlocks::kTicks * layout_.lag * before.far;
        for (std::size_t b = 0; b < blocks.blocks.size(); ++b) {
            moves_.push_back({blocks.ticks[b] + later, before.all, from, to, blocks.blocks[b], is_combined});
        }
    }

    [[nodiscard]] Hops after(Hops before, int from, int to) const {
        const std::vector<int>& clusters = layout_.cluster_of_process;
        const bool is_far =
            !clusters.empty() && clusters[static_cast<std::size_t>(from)] != clusters[static_cast<std::size_t>(to)];
        return {before.all + 1, before.far + (is_far ? 1 : 0)};
    }

    const Layout& layout_;
    std::vector<Move> moves_;
};

/// Calls `use(moves, tree, process, blocks)` for every tree and process with blocks that take it.
template <typename Use>
Built built_of_owned(const Layout& layout, End end, const Use& use) {
    const OwnedTrees owned = owned_over(layout);
    const std::vector<schedule::Ownership> over = over_trees(owned.ownership, layout);
    Moves moves(layout);
    for (std::size_t t = 0; t < owned.trees.size(); ++t) {
        const std::vector<Place> places = places_in_clusters(layout, over[t].of_process);
        for (int process = 0; process < layout.processes; ++process) {
            const BlockRange blocks = over[t].of_process[static_cast<std::size_t>(process)];
            if (blocks.count > 0) {
                const int late = layout.late.empty() ? 0 : layout.late[t][static_cast<std::size_t>(process)];
                use(moves, owned.trees[t], process,
                    spaced(blocks, layout.num_blocks, places[static_cast<std::size_t>(process)], end, late));
            }
        }
    }
    Built built = owned.built();
    built.strands.push_back(moves.in_order(built.num_blocks));
    return built;
}

std::vector<int> path_to_root(const schedule::RankTree& tree, int process) {
    std::vector<int> path{process};
    while (path.back() != tree.root) {
        path.push_back(tree.parent[static_cast<std::size_t>(path.back())]);
    }
    return path;
}

/// [tree]: the blocks of data that all have alike which take it, in proportion to its parts.
std::vector<TimedBlocks> dealt_blocks(const Layout& layout) {
    std::vector<TimedBlocks> dealt(layout.trees.size());
    const auto parts = [&](std::size_t tree) { return std::int64_t{layout.parts[tree].front()}; };
    const auto has = [&](std::size_t tree) { return 2 * static_cast<std::int64_t>(dealt[tree].blocks.size()) + 1; };
    for (int block = 0; block < layout.num_blocks; ++block) {
        std::size_t next = dealt.size();  // that has the least for its parts
        for (std::size_t t = 0; t < dealt.size(); ++t) {
            if (parts(t) > 0 && (next == dealt.size() || has(t) * parts(next) < has(next) * parts(t))) {
                next = t;
            }
        }
        dealt[next].add(block, TimedBlocks::kTicks * block);
    }
    return dealt;
}

/// What the processes of clusters have for each other, block by block on its ways.
class SharedExchange {
public:
    explicit SharedExchange(const Layout& layout)
        : layout_(layout),
          clusters_(clusters_of(layout)),
          cluster_of_(static_cast<std::size_t>(layout.processes)),
          moves_(layout) {
        for (std::size_t cluster = 0; cluster < clusters_.size(); ++cluster) {
            for (const int process : clusters_[cluster]) {
                cluster_of_[static_cast<std::size_t>(process)] = cluster;
            }
        }
        for (const schedule::Schedule& broadcast : layout.trees) {
            trees_.push_back(schedule::tree_of(broadcast));
        }
        built_.exchanges = Exchanges(clusters_, layout.num_blocks);
        built_.num_blocks = built_.exchanges.size();
    }

    Built build() && {
        for (std::size_t from = 0; from < clusters_.size(); ++from) {
            for (std::size_t to = 0; to < clusters_.size(); ++to) {
                exchange(from, to);
            }
        }
        built_.strands.push_back(moves_.in_order(built_.num_blocks));
        return std::move(built_);
    }

private:
    /// All between two clusters, or inside one, which comes last: evenly over the time of all, other senders and
    /// receivers at each time.
    void exchange(std::size_t from, std::size_t to) {
        const std::vector<int>& senders = clusters_[from];
        const std::vector<int>& receivers = clusters_[to];
        const auto all = static_cast<std::int64_t>(senders.size() * receivers.size()) * layout_.num_blocks;
        const std::int64_t ticks = TimedBlocks::kTicks * layout_.num_blocks * layout_.processes;
        std::vector<std::int64_t> dealt(trees_.size(), 0);
        std::int64_t number = 0;
        for (int part = 0; part < layout_.num_blocks; ++part) {
            for (std::size_t shift = 0; shift < receivers.size(); ++shift) {
                for (std::size_t place = 0; place < senders.size(); ++place) {
                    const std::size_t other = (place + shift) % receivers.size();
                    TimedBlocks block;
                    block.add(built_.exchanges.of_pair(from, place, to, other).first + part,
                              from == to ? ticks : ticks * number / all);
                    ++number;
                    if (senders[place] != receivers[other]) {
                        moves_.until_there(path(senders[place], receivers[other], place + other, dealt), block);
                    }
                }
            }
        }
    }

    /// The processes on the way of the next block. `dealt`: [tree] what went over each so far. `turn`: who of the
    /// clusters on the way passes it on.
    std::vector<int> path(int sender, int receiver, std::size_t turn, std::vector<std::int64_t>& dealt) const {
        std::vector<int> result{sender};
        if (const std::optional<std::size_t> tree = next_tree(sender, receiver, dealt)) {
            ++dealt[*tree];
            const std::vector<std::size_t> way = clusters_between(trees_[*tree], receiver);
            for (std::size_t i = 1; i + 1 < way.size(); ++i) {
                const std::vector<int>& members = clusters_[way[i]];
                result.push_back(members[turn % members.size()]);
            }
        }
        result.push_back(receiver);
        return result;
    }

    /// That has had least for the receiver's parts on it.
    [[nodiscard]] std::optional<std::size_t> next_tree(int sender, int receiver,
                                                       const std::vector<std::int64_t>& dealt) const {
        const std::size_t own = cluster_of_[static_cast<std::size_t>(sender)];
        const auto parts = [&](std::size_t tree) {
            return std::int64_t{layout_.parts[tree][static_cast<std::size_t>(receiver)]};
        };
        std::optional<std::size_t> next;
        for (std::size_t t = 0; t < trees_.size(); ++t) {
            const bool is_from_here = cluster_of_[static_cast<std::size_t>(trees_[t].root)] == own;
            if (is_from_here && parts(t) > 0 && own != cluster_of_[static_cast<std::size_t>(receiver)] &&
                (!next || (2 * dealt[t] + 1) * parts(*next) < (2 * dealt[*next] + 1) * parts(t))) {
                next = t;
            }
        }
        return next;
    }

    /// That the tree leads through to a process, without what leads back to where it has been.
    [[nodiscard]] std::vector<std::size_t> clusters_between(const schedule::RankTree& tree, int process) const {
        std::vector<std::size_t> way;
        for (const int at : path_to_root(tree, process)) {
            const std::size_t cluster = cluster_of_[static_cast<std::size_t>(at)];
            way.erase(std::find(way.begin(), way.end(), cluster), way.end());
            way.push_back(cluster);
        }
        std::reverse(way.begin(), way.end());
        return way;
    }

    const Layout& layout_;
    std::vector<std::vector<int>> clusters_;
    std::vector<std::size_t> cluster_of_;  ///< [process]
    std::vector<schedule::RankTree> trees_;
    Moves moves_;
    Built built_;
};

}  // namespace

Built gathered_over_shared_trees(const Layout& layout) {
    return built_of_owned(layout, End::kLast,
                          [](Moves& moves, const schedule::RankTree& tree, int process, const TimedBlocks& blocks) {
                              moves.along(path_to_root(tree, process), blocks);
                          });
}

Built scattered_over_shared_trees(const Layout& layout) {
    return built_of_owned(layout, End::kFirst,
                          [](Moves& moves, const schedule::RankTree& tree, int process, const TimedBlocks& blocks) {
                              std::vector<int> path = path_to_root(tree, process);
                              std::reverse(path.begin(), path.end());
                              moves.until_there(path, blocks);
                          });
}

Built spread_over_shared_trees(const Layout& layout) {
    return built_of_owned(layout, End::kLast,
                          [](Moves& moves, const schedule::RankTree& tree, int process, const TimedBlocks& blocks) {
                              moves.spread(tree_from(process, tree), blocks);
                          });
}

Built combined_over_shared_trees(const Layout& layout) {
    return built_of_owned(layout, End::kLast,
                          [](Moves& moves, const schedule::RankTree& tree, int process, const TimedBlocks& blocks) {
                              (void)moves.combine(tree_from(process, tree), blocks);
                          });
}

Built combined_for_all_over_shared_trees(const Layout& layout) {
    const std::vector<TimedBlocks> dealt = dealt_blocks(layout);
    Moves moves(layout);
    for (std::size_t t = 0; t < dealt.size(); ++t) {
        const schedule::RankTree tree = schedule::tree_of(layout.trees[t]);
        const TreeFrom from_root = tree_from(tree.root, tree);
        const Hops there = moves.combine(from_root, dealt[t]);
        moves.spread(from_root, dealt[t], there);
    }
    Built built;
    built.num_blocks = layout.num_blocks;
    built.strands.push_back(moves.in_order(built.num_blocks));
    return built;
}

Built exchanged_over_shared_trees(const Layout& layout) {
    return SharedExchange(layout).build();
}

}  // namespace causeway::scheme
