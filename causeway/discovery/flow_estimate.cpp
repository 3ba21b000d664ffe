#include "causeway/discovery/flow_estimate.hpp"

#include "causeway/statistics/sample.hpp"

#include <algorithm>
#include <cstddef>

namespace causeway::discovery {

namespace {

// An offer came through if this much of it arrived: looks are short, and processes wait for their turn.
constexpr double kCameThrough = 0.92;
// The aggregate grew if it is this much more than what one flow brings: less is within the errors of the two.
constexpr double kGrew = 1.2;
// Offered beyond what came when more was offered.
constexpr double kLittleMore = 1.1;

}  // namespace

FlowEstimate::FlowEstimate(BytesPerSecond alone, int most_flows)
    : alone_(alone.value()), most_flows_(most_flows), offer_(alone.value()), most_(alone.value()) {
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
    if (together >= kCameThrough * num_flows_ * offer_) {
        if (num_flows_ == most_flows_) {
            stage_ = Stage::kDone;
        }
        num_flows_ = std::min(2 * num_flows_, most_flows_);
        return;
    }
    if (most_ < kGrew * alone_) {
        stage_ = Stage::kDone;
        is_certain_ = true;
        return;
    }
    stage_ = Stage::kConfirming;
    offer_ = kLittleMore * most_ / num_flows_;
}

std::optional<BytesPerSecond> FlowEstimate::per_flow_limit() const {
    return most_ < kGrew * alone_ ? std::nullopt : std::optional(BytesPerSecond(alone_));
}

}  // namespace causeway::discovery
