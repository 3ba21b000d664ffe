#include "causeway/planner/shares.hpp"

#include "causeway/policy/choice.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <numeric>

namespace causeway::planner {

namespace {

/// [cluster]
std::vector<std::int64_t> sums_of(const platform::Placement& placement,
                                  base::FunctionRef<std::int64_t(int rank)> amount) {
    const int last = *std::max_element(placement.cluster_of_host.begin(), placement.cluster_of_host.end());
    std::vector<std::int64_t> sums(static_cast<std::size_t>(last) + 1, 0);
    for (int rank = 0; rank < placement.num_processes(); ++rank) {
        sums[static_cast<std::size_t>(placement.cluster_of(rank))] += amount(rank);
    }
    return sums;
}

std::vector<int> in_units(const std::vector<std::int64_t>& sums) {
    const std::int64_t total = std::max<std::int64_t>(1, std::accumulate(sums.begin(), sums.end(), std::int64_t{0}));
    std::vector<int> units;
    for (const std::int64_t sum : sums) {
        units.push_back(static_cast<int>((2 * policy::kUnitsOfShares * sum + total) / (2 * total)));
    }
    return units;
}

}  // namespace

std::vector<int> shares_of_clusters(const platform::Placement& placement,
                                    base::FunctionRef<std::int64_t(int rank)> amount) {
    const std::vector<int> shares = in_units(sums_of(placement, amount));
    const std::vector<int> of_equal_parts = in_units(sums_of(placement, [](int) { return std::int64_t{1}; }));
    for (std::size_t cluster = 0; cluster < shares.size(); ++cluster) {
        if (std::abs(shares[cluster] - of_equal_parts[cluster]) > policy::kAsGoodShares) {
            return shares;
        }
    }
    return {};
}

std::vector<Bytes> parts_of_shares(const platform::Placement& placement, const std::vector<int>& shares, Bytes mean) {
    if (shares.empty()) {
        return {};
    }
    const std::int64_t all = placement.num_processes() * mean.value();
    const std::int64_t units = std::max(1, std::accumulate(shares.begin(), shares.end(), 0));
    const std::vector<std::int64_t> processes = sums_of(placement, [](int) { return std::int64_t{1}; });
    std::vector<Bytes> parts;
    for (int rank = 0; rank < placement.num_processes(); ++rank) {
        const auto cluster = static_cast<std::size_t>(placement.cluster_of(rank));
        parts.emplace_back(all / units * shares[cluster] / processes[cluster]);
    }
    return parts;
}

}  // namespace causeway::planner
