#include "causeway/probe/uplink_estimate.hpp"

#include "causeway/statistics/sample.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <functional>
#include <iterator>
#include <utility>

namespace causeway::probe {

namespace {

// A link keeps its rate if this much of it is left beside others. The rate it has alone comes from short trains, which
// tell it up to 15 % too high; two links that share one uplink equally keep half.
constexpr double kKept = 0.8;

enum class Direction { kOut, kIn };

int own_end(const Flow& flow, Direction direction) {
    return direction == Direction::kOut ? flow.from : flow.to;
}

std::vector<double> values_of(const std::vector<BytesPerSecond>& rates) {
    std::vector<double> values;
    std::transform(rates.begin(), rates.end(), std::back_inserter(values),
                   [](BytesPerSecond rate) { return rate.value(); });
    return values;
}

}  // namespace

std::vector<Flow> flows_over_all_links(const clustering::Partition& clusters) {
    const int n = static_cast<int>(clusters.size());
    const auto host = [&](int cluster, int turn) {
        const std::vector<int>& hosts = clusters[static_cast<std::size_t>(cluster)];
        return hosts[static_cast<std::size_t>(turn) % hosts.size()];
    };
    std::vector<Flow> flows;
    for (int from = 0; from < n; ++from) {
        for (int distance = 1; distance < n; ++distance) {
            const int to = (from + distance) % n;
            flows.push_back({.from = from,
                             .to = to,
                             .from_host = host(from, distance - 1),
                             .to_host = host(to, n - 1 + distance - 1)});
        }
    }
    return flows;
}

std::vector<Flow> flows_of(int cluster, const std::vector<Flow>& flows) {
    std::vector<Flow> result;
    std::copy_if(flows.begin(), flows.end(), std::back_inserter(result),
                 [&](const Flow& flow) { return flow.from == cluster || flow.to == cluster; });
    return result;
}

UplinkEstimate::UplinkEstimate(base::SquareMatrix<BytesPerSecond> alone)
    : alone_(std::move(alone)), clusters_(static_cast<std::size_t>(alone_.size())) {}

void UplinkEstimate::add(const std::vector<Flow>& flows, const std::vector<std::vector<BytesPerSecond>>& rates) {
    assert(flows.size() == rates.size());
    const auto num_links = static_cast<std::size_t>(alone_.size()) - 1;
    for (int cluster = 0; cluster < alone_.size(); ++cluster) {
        const bool undisturbed = flows_of(cluster, flows).size() == flows.size();
        UplinkAggregates& found = clusters_[static_cast<std::size_t>(cluster)];
        for (const Direction direction : {Direction::kOut, Direction::kIn}) {
            std::size_t num_used = 0;
            bool all_kept = true;
            std::vector<double> totals;
            for (std::size_t f = 0; f < flows.size(); ++f) {
                if (own_end(flows[f], direction) != cluster) {
                    continue;
                }
                ++num_used;
                const std::vector<double> values = values_of(rates[f]);
                totals.resize(values.size(), 0.0);
                std::transform(values.begin(), values.end(), totals.begin(), totals.begin(), std::plus<>());
                all_kept = all_kept && statistics::median(values) >= kKept * alone_(flows[f].from, flows[f].to).value();
            }
            if (num_used < num_links) {
                continue;
            }
            Aggregate& aggregate = direction == Direction::kOut ? found.out : found.in;
            const statistics::Summary summary = statistics::summarise(totals);
            if (BytesPerSecond(summary.median) > aggregate.rate) {
                aggregate.rate = BytesPerSecond(summary.median);
                aggregate.spread = (summary.maximum - summary.minimum) / summary.median;
            }
            aggregate.is_certain = aggregate.is_certain || all_kept || undisturbed;
        }
    }
}

const UplinkAggregates& UplinkEstimate::of(int cluster) const {
    return clusters_[static_cast<std::size_t>(cluster)];
}

bool UplinkEstimate::is_certain(int cluster) const {
    return of(cluster).out.is_certain && of(cluster).in.is_certain;
}

}  // namespace causeway::probe
