#include "causeway/platform/flows.hpp"

#include <algorithm>
#include <numeric>

namespace causeway::platform {

namespace {

/// What is left to another flow must be worth one: measured rates are not known more exactly.
constexpr double kWorthAFlow = 0.05;

}  // namespace

FlowEnds flow_ends(int number, int senders, int receivers) {
    // Going on by one on both sides comes back to the first pair after lcm flows: then the receivers move on by one.
    const int shift = number / std::lcm(senders, receivers);
    return {.sender = number % senders, .receiver = (number + shift) % receivers};
}

bool limits_each_flow(const Link& link) {
    return link.per_flow_limit && link.shared_capacity;
}

int flows_that_fill(const Link& link, BytesPerSecond one_flow, int senders, int receivers) {
    if (!limits_each_flow(link)) {
        return 1;
    }
    const int most = senders * receivers;
    int flows = 1;
    while (flows < most && (flows + kWorthAFlow) * one_flow.value() < link.shared_capacity->value()) {
        ++flows;
    }
    return flows;
}

Seconds least_occupation(const Plogp& plogp, Bytes message) {
    // g(s) / s is least at a point of the table or at the whole message, as it is monotonic between them.
    Seconds least = plogp.gap_of(message);
    const auto size = static_cast<double>(message.value());
    for (const statistics::PiecewiseLinear::Point& point : plogp.gap.points()) {
        if (point.x > 0.0 && point.x < size) {
            least = std::min(least, Seconds(point.y * (size / point.x)));
        }
    }
    return least;
}

Seconds least_time_over(const Link& link, int senders, int receivers, Bytes message) {
    const Seconds by_one_flow = least_occupation(*link.plogp, message);
    if (!limits_each_flow(link)) {
        return by_one_flow;
    }
    const Seconds by_all_flows = by_one_flow / (static_cast<double>(senders) * receivers);
    return std::min(by_one_flow, std::max(by_all_flows, message / *link.shared_capacity));
}

Seconds time_at_border(const Link& link, Bytes message, Seconds alone) {
    return limits_each_flow(link) ? std::min(alone, message / *link.shared_capacity) : alone;
}

}  // namespace causeway::platform
