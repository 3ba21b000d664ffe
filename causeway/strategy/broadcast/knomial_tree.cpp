/// k-nomial tree, segmented: in every round each process that has the segment passes it to k - 1 others that have not.
/// Its degree is k; k = 2 is the segmented binomial tree.
///
///     0 -> 3, 6, 1, 2      3 -> 4, 5      6 -> 7        (P = 8, k = 3; for each segment)
///
/// Process v is reached along the digits of v in base k: round by round, digit c > 0 is child number c of that round.
/// Of the radices that take the same number of rounds, the smallest has the least to send.
///
/// Cost (time of one segment to the last process) + (number of segments - 1) (children of the root) g(s), exact under
/// pLogP for equal segments. One segment takes, round by round, c g(s) + L for digit c > 0 and (k-1) g(s) (or as many
/// children as there are) for digit 0; the last process is P-1, or agrees with P-1 up to some digit, has one less or 0
/// there, and k-1 from there on.
/// Source: the k-nomial trees of Träff et al. and of MPI libraries; the choice of k from the model as the d-ary trees
/// of Steffenel, section 4.2.
#include "causeway/schedule/transforms.hpp"
#include "causeway/strategy/broadcast/broadcast_strategy.hpp"
#include "causeway/strategy/broadcast/degrees.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace causeway::strategy {

namespace {

/// Calls visit(distance, children) for each round: `distance` between the children, and how many of them the root has.
template <typename Visit>
void for_rounds(int processes, int radix, const Visit& visit) {
    std::int64_t distance = 1;
    while (distance * radix < processes) {
        distance *= radix;
    }
    for (; distance >= 1; distance /= radix) {
        visit(static_cast<int>(distance),
              static_cast<int>(std::min<std::int64_t>(radix - 1, (processes - 1) / distance)));
    }
}

std::vector<int> degrees_knomial_tree(int processes) {
    return smallest_degrees(processes, [&](int radix, int rounds) {
        std::int64_t reached = 1;
        for (int round = 0; round < rounds && reached < processes; ++round) {
            reached *= radix;
        }
        return reached;
    });
}

Seconds predict_knomial_tree(const BroadcastCase& c) {
    if (c.processes == 1) {
        return Seconds(0.0);
    }
    const Seconds gap = c.plogp.gap_of(c.segment);
    const Seconds latency = c.plogp.latency;
    int rounds = 0;
    int root_children = 0;
    for_rounds(c.processes, c.degree, [&](int, int children) {
        ++rounds;
        root_children += children;
    });
    const Seconds largest_digit = (c.degree - 1) * gap + latency;
    Seconds last;    // the latest of the processes whose digits parted from those of P-1
    Seconds so_far;  // the way of P-1 itself, and where it stands after its last digit above 0
    Seconds reached;
    int rest = c.processes - 1;
    int rounds_left = rounds;
    for_rounds(c.processes, c.degree, [&](int distance, int) {
        --rounds_left;
        const int digit = rest / distance;
        rest %= distance;
        if (digit > 0) {
            // Less here: child digit-1 of this round; or the process itself, after its `digit` children.
            if (digit > 1) {
                last = std::max(last, so_far + (digit - 1) * gap + latency + rounds_left * largest_digit);
            }
            if (rounds_left > 0) {
                last = std::max(last, so_far + digit * gap + rounds_left * largest_digit);
            }
            so_far += digit * gap + latency;
            reached = so_far;
        }
    });
    last = std::max(last, reached);
    return last + (c.num_segments() - 1.0) * (root_children * gap);
}

schedule::Schedule build_knomial_tree(const BroadcastLayout& layout) {
    schedule::Builder builder(layout.processes, 1, layout.only);
    for_rounds(layout.processes, layout.degree, [&](int distance, int) {
        const std::int64_t step = std::int64_t{distance} * layout.degree;
        for (std::int64_t sender = 0; sender < layout.processes; sender += step) {
            for (int child = 1; child < layout.degree; ++child) {
                const std::int64_t to = sender + std::int64_t{child} * distance;
                if (to < layout.processes) {
                    builder.transfer(static_cast<int>(sender), static_cast<int>(to), {0, 1});
                }
            }
        }
    });
    return schedule::segment(builder.finish(), layout.num_blocks);
}

}  // namespace

extern constexpr BroadcastStrategy knomial_tree{
    .name = "knomial_tree",
    .summary = "in every round each process that has the segment passes it to k-1 others",
    .source = "Steffenel, section 4.2, for trees of k-nomial shape",
    .cut = Cut::kSameWay,
    .degrees = degrees_knomial_tree,
    .predict = predict_knomial_tree,
    .build = build_knomial_tree,
};

}  // namespace causeway::strategy
