/// d-ary tree, segmented: each process passes every segment to d others; d = 2 is the segmented binary tree.
///
///     0 -> 1, 2, 3     1 -> 4, 5, 6     2 -> 7        (P = 8, d = 3; for each segment)
///
/// Of the degrees that give the same height h, the smallest with sum_{i=0..h} d^i >= P has the least to send; so there
/// is one to consider for each height.
///
/// Cost (time of one segment to the last process) + (k-1) d g(s), exact under pLogP for equal segments. One segment
/// takes c g(s) + L to each process's child number c; the process that hears last is at the end of the complete levels,
/// all of whose ancestors are last children, after (h-1) (d g(s) + L), or the one on the last level with the largest
/// sum of child numbers. Source: the d-ary trees of Steffenel, section 4.2, pipelined.
#include "causeway/schedule/transforms.hpp"
#include "causeway/strategy/broadcast/broadcast_strategy.hpp"
#include "causeway/strategy/broadcast/degrees.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace causeway::strategy {

namespace {

/// Processes in the levels above level `h`, at most `most`.
std::int64_t num_above(int degree, int h, std::int64_t most) {
    std::int64_t total = 0;
    std::int64_t level = 1;
    for (int i = 0; i < h && total < most; ++i) {
        total += level;
        level *= degree;
    }
    return std::min(total, most);
}

/// Number of the level of process `p`, the root's being 0.
int level_of(int p, int degree) {
    int level = 0;
    for (; p > 0; p = (p - 1) / degree) {
        ++level;
    }
    return level;
}

/// The largest sum of child numbers (1 to `degree`) on a way from the root to a process of the last level, `h`.
int largest_sum(int processes, int degree, int h) {
    // Child numbers from the last process upwards; any process before it has a smaller number at the first level
    // where they differ, and is free below.
    int best = 0;
    int above = 0;
    std::vector<int> numbers;
    for (int p = processes - 1; p > 0; p = (p - 1) / degree) {
        numbers.push_back((p - 1) % degree + 1);
    }
    for (int i = h - 1; i >= 0; --i) {
        const int number = numbers[static_cast<std::size_t>(i)];
        if (number > 1) {
            best = std::max(best, above + number - 1 + i * degree);
        }
        above += number;
    }
    return std::max(best, above);
}

std::vector<int> degrees_dary_tree(int processes) {
    return smallest_degrees(processes,
                            [&](int degree, int height) { return num_above(degree, height + 1, processes); });
}

Seconds predict_dary_tree(const BroadcastCase& c) {
    if (c.processes == 1) {
        return Seconds(0.0);
    }
    const Seconds gap = c.plogp.gap_of(c.segment);
    const int children = std::min(c.degree, c.processes - 1);
    const int h = level_of(c.processes - 1, c.degree);
    const Seconds complete_levels = (h - 1) * (c.degree * gap + c.plogp.latency);
    const Seconds last_level = largest_sum(c.processes, c.degree, h) * gap + h * c.plogp.latency;
    return std::max(complete_levels, last_level) + (c.num_segments() - 1.0) * (children * gap);
}

schedule::Schedule build_dary_tree(const BroadcastLayout& layout) {
    schedule::Builder builder(layout.processes, 1, layout.only);
    for (int p = 1; p < layout.processes; ++p) {
        builder.transfer((p - 1) / layout.degree, p, {0, 1});
    }
    return schedule::segment(builder.finish(), layout.num_blocks);
}

}  // namespace

extern constexpr BroadcastStrategy dary_tree{
    .name = "dary_tree",
    .summary = "each process passes every segment to d others",
    .source = "Steffenel, section 4.2",
    .cut = Cut::kSameWay,
    .degrees = degrees_dary_tree,
    .predict = predict_dary_tree,
    .build = build_dary_tree,
};

}  // namespace causeway::strategy
