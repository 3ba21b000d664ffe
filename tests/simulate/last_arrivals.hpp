/// When blocks have come to all that get them.
#pragma once

#include "causeway/simulate/simulate.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace causeway::test {

/// [block]: its last arrival anywhere.
inline std::vector<Seconds> last_arrivals(const simulate::Timeline& timeline) {
    std::vector<Seconds> last;
    for (const simulate::TimedTransfer& transfer : timeline.transfers) {
        last.resize(std::max(last.size(), static_cast<std::size_t>(transfer.blocks.end())));
        for (int b = transfer.blocks.first; b < transfer.blocks.end(); ++b) {
            last[static_cast<std::size_t>(b)] = std::max(last[static_cast<std::size_t>(b)], transfer.arrival);
        }
    }
    return last;
}

}  // namespace causeway::test
