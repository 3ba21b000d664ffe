#include "causeway/model/switched_ethernet.hpp"

#include <cassert>

namespace causeway::model {

namespace {

/// Holds one resource and is over when that is free again.
void pass(Occupation& occupation, int resource, Seconds duration) {
    occupation.add_stage(duration).add({resource, duration});
}

}  // namespace

Occupation ethernet_transfer(const platform::Ethernet& ethernet, int from, int to, Bytes size,
                             const EthernetResources& resources) {
    assert(from != to);
    Occupation result;
    pass(result, resources.from_processor, ethernet.cost(from, size).of(size));
    pass(result, resources.wire, ethernet.wire_cost(from, to, size) * size);
    pass(result, resources.to_processor, ethernet.cost(to, size).of(size));
    return result;
}

int SwitchedEthernet::num_resources() const {
    // The processors, then for each host what keeps its sends apart, then the wires.
    const int n = ethernet_->num_hosts();
    return 2 * n + n * n;
}

Occupation SwitchedEthernet::occupation(int from, int to, Bytes size) const {
    const int n = ethernet_->num_hosts();
    Occupation result = ethernet_transfer(*ethernet_, from, to, size, {from, 2 * n + from * n + to, to});
    if (sends_ == Sends::kBlocking && ethernet_->threshold && size > *ethernet_->threshold) {
        result.stages[0].add({n + from, result.unhindered()});
    }
    return result;
}

}  // namespace causeway::model
