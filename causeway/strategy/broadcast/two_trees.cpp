/// Two complementary trees: segments go alternately down two binary trees over all processes but the root; who passes
/// segments on in one tree is a leaf of the other. So everybody sends one segment and receives one at a time, all the
/// time: the throughput of a chain at the depth of a tree.
///
///     even segments:  0 -> 4;  4 -> 2, 6;  2 -> 1, 3;  6 -> 5, 7
///     odd segments:   0 -> 5;  5 -> 3, 7;  3 -> 2, 4;  7 -> 6;  ... 1 a leaf of both        (P = 8)
///
/// The first tree is the in-order binary tree: number i with lowest bit l has the children i - l/2 and i + l/2 (or
/// nearer, where that is beyond the end), so the odd numbers are leaves. The second is the first for mirrored numbers
/// when there is an even number of them, else for numbers shifted by one. The edges of both trees have two colours,
/// such that each process sends over at most one edge of a colour and receives over one: the colours take turns.
///
/// Cost (g(s) + L) + h (2 g(s) + L) + (k-1) g(s), h = floor(log2 (P-1)) levels below the root's two children: in the
/// paper's model of rounds an upper bound. Under pLogP the rounds of different levels are shifted against each other by
/// the latency, and the two segments of a round may meet at a receiver: at most 2 g(s) more on each level.
/// Source: Sanders, Speck, Träff, Two-tree algorithms for full bandwidth broadcast, reduction and scan (2009).
#include "causeway/strategy/broadcast/broadcast_strategy.hpp"
#include "causeway/strategy/broadcast/logarithms.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

namespace causeway::strategy {

namespace {

/// The two trees over the processes 1 to n, with the root 0 above both.
class TwoTrees {
public:
    explicit TwoTrees(int n) : n_(n) {
        const auto size = static_cast<std::size_t>(n) + 1;
        for (int tree = 0; tree < 2; ++tree) {
            parent_[tree].resize(size, -1);
            children_[tree].resize(size);
            colour_[tree].resize(size, kNone);
            const int top = 1 << floor_log2(n);
            adopt(tree, 0, process_at(tree, top));
            for (int position = 1; position <= n; ++position) {
                for (const int child : children_of_position(position)) {
                    adopt(tree, process_at(tree, position), process_at(tree, child));
                }
            }
        }
        colour();
    }

    /// The colour, 0 or 1, of the edge to `process` in `tree`.
    [[nodiscard]] int colour_of(int tree, int process) const {
        return colour_[tree][static_cast<std::size_t>(process)];
    }

    /// In the order in which they are served: after a segment came over an edge of one colour, the other's turn is
    /// next.
    [[nodiscard]] std::vector<int> children_of(int tree, int process) const {
        std::vector<int> result = children_[tree][static_cast<std::size_t>(process)];
        const int last_colour = process == 0 ? 1 : colour_of(tree, process);
        if (result.size() == 2 && colour_of(tree, result.front()) == last_colour) {
            std::swap(result.front(), result.back());
        }
        return result;
    }

private:
    static constexpr int kNone = -1;

    [[nodiscard]] int process_at(int tree, int position) const {
        if (tree == 0) {
            return position;
        }
        return n_ % 2 == 0 ? n_ + 1 - position : position % n_ + 1;
    }

    [[nodiscard]] std::vector<int> children_of_position(int position) const {
        std::vector<int> result;
        const int lowest_bit = position & -position;
        if (lowest_bit > 1) {
            result.push_back(position - lowest_bit / 2);
        }
        for (int distance = lowest_bit / 2; distance > 0; distance /= 2) {
            if (position + distance <= n_) {
                result.push_back(position + distance);
                break;
            }
        }
        return result;
    }

    void adopt(int tree, int parent, int child) {
        parent_[tree][static_cast<std::size_t>(child)] = parent;
        children_[tree][static_cast<std::size_t>(parent)].push_back(child);
    }

    /// Every edge touches at most one other at its sender and one at its receiver, so alternating along each path or
    /// (even) cycle of such neighbours colours them all.
    void colour() {
        for (int start = 1; start <= n_; ++start) {
            std::vector<std::array<int, 3>> open{{0, start, 0}};  // tree, process, colour
            while (!open.empty()) {
                const auto [tree, process, colour] = open.back();
                open.pop_back();
                int& known = colour_[tree][static_cast<std::size_t>(process)];
                if (known != kNone) {
                    continue;
                }
                known = colour;
                open.push_back({1 - tree, process, 1 - colour});
                const int parent = parent_[tree][static_cast<std::size_t>(process)];
                for (int other = 0; other < 2; ++other) {
                    for (const int sibling : children_[other][static_cast<std::size_t>(parent)]) {
                        if (other != tree || sibling != process) {
                            open.push_back({other, sibling, 1 - colour});
                        }
                    }
                }
            }
        }
    }

    int n_;
    std::array<std::vector<int>, 2> parent_;                 ///< [tree][process]
    std::array<std::vector<std::vector<int>>, 2> children_;  ///< [tree][process]
    std::array<std::vector<int>, 2> colour_;                 ///< [tree][process]: of the edge to it
};

Seconds predict_two_trees(const BroadcastCase& c) {
    if (c.processes == 1) {
        return Seconds(0.0);
    }
    const Seconds gap = c.plogp.gap_of(c.segment);
    const Seconds latency = c.plogp.latency;
    return gap + latency + floor_log2(c.processes - 1) * (2 * gap + latency) + (c.num_segments() - 1.0) * gap;
}

schedule::Schedule build_two_trees(const BroadcastLayout& layout) {
    schedule::Builder builder(layout.processes, layout.num_blocks, layout.only);
    if (layout.processes == 1) {
        return builder.finish();
    }
    const TwoTrees trees(layout.processes - 1);
    const int tops[] = {trees.children_of(0, 0).front(), trees.children_of(1, 0).front()};
    // Even segments take the tree that the root serves in the first colour's turn.
    const int first = trees.colour_of(0, tops[0]) == 0 ? 0 : 1;
    builder.begin_section((layout.num_blocks + 1) / 2, 2);
    for (int segment = 0; segment < std::min(layout.num_blocks, 2); ++segment) {
        const int tree = segment == 0 ? first : 1 - first;
        std::vector<int> reached{0};
        for (std::size_t i = 0; i < reached.size(); ++i) {
            for (const int child : trees.children_of(tree, reached[i])) {
                builder.transfer(reached[i], child, {segment, 1});
                reached.push_back(child);
            }
        }
    }
    return builder.finish();
}

}  // namespace

extern constexpr BroadcastStrategy two_trees{
    .name = "two_trees",
    .summary = "segments take turns down two complementary binary trees; for large messages",
    .source = "Sanders, Speck, Träff 2009",
    .cut = Cut::kOwnWays,
    .predict = predict_two_trees,
    .deviation = "in the source's model of rounds; latencies shift the two trees against each other",
    .build = build_two_trees,
};

}  // namespace causeway::strategy
