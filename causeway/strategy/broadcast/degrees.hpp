/// The degrees of trees that are worth a look.
#pragma once

#include "causeway/strategy/broadcast/logarithms.hpp"

#include <algorithm>
#include <vector>

namespace causeway::strategy {

/// For each height (or number of rounds) up to ceil(log2 P) the smallest degree from 2 on whose tree reaches all
/// `processes`, ascending; the smallest, as it has the least to send. reach(degree, height): how many processes such a
/// tree has, or at least `processes` of them. {2} for one process.
template <typename Reach>
std::vector<int> smallest_degrees(int processes, const Reach& reach) {
    std::vector<int> result;
    for (int height = 1; height <= ceil_log2(processes); ++height) {
        int degree = 2;
        while (reach(degree, height) < processes) {
            ++degree;
        }
        if (result.empty() || result.back() != degree) {
            result.push_back(degree);
        }
    }
    std::reverse(result.begin(), result.end());
    return result.empty() ? std::vector<int>{2} : result;
}

}  // namespace causeway::strategy
