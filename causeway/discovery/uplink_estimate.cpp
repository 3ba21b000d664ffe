#include "causeway/discovery/uplink_estimate.hpp"

#include "causeway/platform/flows.hpp"
#include "causeway/policy/measurement.hpp"
#include "causeway/statistics/sample.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <utility>

namespace causeway::discovery {

std::vector<Flow> flows_over_all_links(const clustering::Partition& clusters,
                                       const base::SquareMatrix<int>& num_flows) {
    const int n = static_cast<int>(clusters.size());
    std::vector<Flow> flows;
    for (int from = 0; from < n; ++from) {
        for (int distance = 1; distance < n; ++distance) {
            const int to = (from + distance) % n;
            const std::vector<int>& senders = clusters[static_cast<std::size_t>(from)];
            const std::vector<int>& receivers = clusters[static_cast<std::size_t>(to)];
            for (int i = 0; i < num_flows(from, to); ++i) {
                const platform::FlowEnds ends =
                    platform::flow_ends(i, static_cast<int>(senders.size()), static_cast<int>(receivers.size()));
                const auto sender = static_cast<std::size_t>(distance - 1 + ends.sender);
                const auto receiver = static_cast<std::size_t>(n - 1 + distance - 1 + ends.receiver);
                flows.push_back({.from = from,
                                 .to = to,
                                 .from_host = senders[sender % senders.size()],
                                 .to_host = receivers[receiver % receivers.size()]});
            }
        }
    }
    return flows;
}

UplinkEstimate::UplinkEstimate(std::vector<Flow> flows, const base::SquareMatrix<BytesPerSecond>& alone)
    : UplinkEstimate(std::move(flows), alone, alone) {}

UplinkEstimate::UplinkEstimate(std::vector<Flow> flows, const base::SquareMatrix<BytesPerSecond>& alone,
                               const base::SquareMatrix<BytesPerSecond>& carried)
    : flows_(std::move(flows)),
      alone_(alone.size()),
      out_(static_cast<std::size_t>(alone.size())),
      in_(static_cast<std::size_t>(alone.size())) {
    base::SquareMatrix<int> num_flows(alone.size());
    for (const Flow& flow : flows_) {
        ++num_flows(flow.from, flow.to);
    }
    for (const Flow& flow : flows_) {
        const double link = alone(flow.from, flow.to).value();
        alone_(flow.from, flow.to) = link / num_flows(flow.from, flow.to);
        for (Side* side : {&out_[static_cast<std::size_t>(flow.from)], &in_[static_cast<std::size_t>(flow.to)]}) {
            side->all_alone += alone_(flow.from, flow.to);
            side->offered = std::max(side->offered, policy::kLittleMoreUplink * carried(flow.from, flow.to).value());
            side->fastest_link = std::max(side->fastest_link, carried(flow.from, flow.to).value());
        }
    }
}

bool UplinkEstimate::wants_another() const {
    const auto wants_more = [](const Side& side) { return side.wants_more; };
    return std::any_of(out_.begin(), out_.end(), wants_more) || std::any_of(in_.begin(), in_.end(), wants_more);
}

std::vector<BytesPerSecond> UplinkEstimate::offer() const {
    std::vector<BytesPerSecond> result;
    for (const Flow& flow : flows_) {
        const Side& out = out_[static_cast<std::size_t>(flow.from)];
        const Side& in = in_[static_cast<std::size_t>(flow.to)];
        const double part = std::min({1.0, out.offered / out.all_alone, in.offered / in.all_alone});
        result.emplace_back(part * alone_(flow.from, flow.to));
    }
    return result;
}

void UplinkEstimate::learn(Side& side, double offered, const std::vector<double>& looks) {
    const statistics::Summary summary = statistics::summarise(looks);
    // Much less than one link alone has carried over it was disturbed.
    const bool is_credible = summary.median > policy::kCredibleUplink * side.fastest_link;
    const BytesPerSecond seen(is_credible ? summary.median : side.fastest_link);
    if (seen > side.found.rate) {
        side.found.rate = seen;
        side.found.spread = (summary.maximum - summary.minimum) / seen.value();
    }
    const double most = side.found.rate.value();
    const bool came_through = summary.median >= policy::kCameThrough * offered;
    side.fell_short = side.fell_short || !came_through;
    const bool is_limited_by_others = offered < policy::kAsMuchAsSum * side.offered;
    side.wants_more = came_through ? offered < policy::kAsMuchAsSum * side.all_alone && !is_limited_by_others
                                   : offered > policy::kNearEnough * most;
    if (side.wants_more) {
        side.offered = !came_through     ? policy::kLittleMoreUplink * most
                       : side.fell_short ? policy::kNextStepOfUplink * offered
                                         : side.all_alone;
    }
    side.found.is_certain = !side.wants_more;
}

void UplinkEstimate::add(const std::vector<std::vector<BytesPerSecond>>& rates) {
    assert(rates.size() == flows_.size());
    const std::vector<BytesPerSecond> offered = offer();
    const auto learn_from = [&](std::vector<Side>& sides, int Flow::*own_end) {
        for (std::size_t cluster = 0; cluster < sides.size(); ++cluster) {
            double total = 0.0;
            std::vector<double> looks;
            for (std::size_t f = 0; f < flows_.size(); ++f) {
                if (static_cast<std::size_t>(flows_[f].*own_end) == cluster) {
                    total += offered[f].value();
                    looks.resize(rates[f].size(), 0.0);
                    std::transform(looks.begin(), looks.end(), rates[f].begin(), looks.begin(),
                                   [](double sum, BytesPerSecond rate) { return sum + rate.value(); });
                }
            }
            learn(sides[cluster], total, looks);
        }
    };
    learn_from(out_, &Flow::from);
    learn_from(in_, &Flow::to);
}

UplinkAggregates UplinkEstimate::of(int cluster) const {
    return {.out = out_[static_cast<std::size_t>(cluster)].found, .in = in_[static_cast<std::size_t>(cluster)].found};
}

}  // namespace causeway::discovery
