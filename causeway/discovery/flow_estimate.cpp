#include "causeway/discovery/flow_estimate.hpp"

#include "causeway/policy/measurement.hpp"
#include "causeway/statistics/sample.hpp"

#include <algorithm>
#include <cstddef>

namespace causeway::discovery {

FlowEstimate::FlowEstimate(BytesPerSecond alone, int most_flows, int first_flows)
    : alone_(alone.value()),
      most_flows_(most_flows),
      num_flows_(std::max(kFewestFlows, std::min(first_flows, most_flows))),
      offer_(alone.value()),
      most_(alone.value()) {
    if (most_flows_ < num_flows_) {
        stage_ = Stage::kDone;
    }
}

void FlowEstimate::add(const std::vector<std::vector<BytesPerSecond>>& rates) {
    std::vector<double> looks(rates.front().size(), 0.0);
    for (const std::vector<BytesPerSecond>& flow : rates) {
        std::transform(looks.begin(), looks.end(), flow.begin(), looks.begin(),
                       [](double sum, BytesPerSecond rate) { return sum + rate.value(); });
    }
    const double together = statistics::median(looks);
    if (together > most_) {
        most_ = together;
        flows_for_most_ = num_flows_;
    }
    if (stage_ == Stage::kConfirming) {
        stage_ = Stage::kDone;
        is_certain_ = true;
        return;
    }
    if (together >= policy::kCameThrough * num_flows_ * offer_) {
        if (num_flows_ == most_flows_) {
            stage_ = Stage::kDone;
        }
        num_flows_ = std::min(2 * num_flows_, most_flows_);
        return;
    }
    if (most_ < policy::kAggregateGrew * alone_) {
        stage_ = Stage::kDone;
        is_certain_ = true;
        return;
    }
    stage_ = Stage::kConfirming;
    offer_ = policy::kLittleMoreFlow * most_ / num_flows_;
}

std::optional<BytesPerSecond> FlowEstimate::per_flow_limit() const {
    return most_ < policy::kAggregateGrew * alone_ ? std::nullopt : std::optional(BytesPerSecond(alone_));
}

}  // namespace causeway::discovery
