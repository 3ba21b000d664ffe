/// The binomial tree of the strategies that use one.
#pragma once

#include "causeway/strategy/broadcast/logarithms.hpp"

namespace causeway::strategy {

/// Calls transfer(from, to, distance), distance = to - from, for each edge of the binomial tree over `processes`
/// processes with root 0, round by round: in every round each process that is in the tree reaches one that is not, half
/// as far away as in the round before.
template <typename Transfer>
void for_binomial_tree(int processes, const Transfer& transfer) {
    for (int distance = 1 << ceil_log2(processes); distance > 1;) {
        distance /= 2;
        for (int sender = 0; sender + distance < processes; sender += 2 * distance) {
            transfer(sender, sender + distance, distance);
        }
    }
}

}  // namespace causeway::strategy
