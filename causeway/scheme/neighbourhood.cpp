#include "causeway/scheme/neighbourhood.hpp"

#include <cstddef>

namespace causeway::scheme {

Receivers Neighbourhood::receivers(int processes) const {
    if (receivers_ != nullptr) {
        return *receivers_;
    }
    Receivers everybody(static_cast<std::size_t>(processes));
    for (int from = 0; from < processes; ++from) {
        for (int to = 0; to < processes; ++to) {
            if (to != from) {
                everybody[static_cast<std::size_t>(from)].push_back(to);
            }
        }
    }
    return everybody;
}

std::int64_t Neighbourhood::num_edges(int processes) const {
    if (receivers_ == nullptr) {
        return std::int64_t{processes} * (processes - 1);
    }
    std::int64_t sum = 0;
    for (const std::vector<int>& of_one : *receivers_) {
        sum += static_cast<std::int64_t>(of_one.size());
    }
    return sum;
}

}  // namespace causeway::scheme
