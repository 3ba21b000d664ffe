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

int flows_that_fill(const Link& link, BytesPerSecond one_flow, int senders, int receivers) {
    if (!link.per_flow_limit || !link.shared_capacity) {
        return 1;
    }
    const int most = senders * receivers;
    int flows = 1;
    while (flows < most && (flows + kWorthAFlow) * one_flow.value() < link.shared_capacity->value()) {
        ++flows;
    }
    return flows;
}

}  // namespace causeway::platform
