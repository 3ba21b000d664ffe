#include "causeway/simulate/resource_queues.hpp"

#include <algorithm>

namespace causeway::simulate {

bool ResourceQueues::take_at_once(Holds holds, double now) {
    for (const model::Hold& hold : holds) {
        const Resource& resource = at(hold.resource);
        if (resource.free_at > now || !resource.waiting.empty()) {
            return false;
        }
    }
    take(holds, now);
    return true;
}

void ResourceQueues::wait(std::uint64_t flow, Holds holds, std::size_t transfer, double now) {
    const auto [place, is_new] = place_of_flow_.try_emplace(flow, flows_.size());
    if (is_new) {
        flows_.emplace_back();
    }
    Flow& own = flows_[place->second];
    own.transfers.push(transfer);
    if (own.transfers.size() > 1) {
        return;  // which wait already
    }
    const auto taken = std::find_if(holds.begin(), holds.end(), [&](const model::Hold& hold) {
        return at(hold.resource).free_at > now || !at(hold.resource).waiting.empty();
    });
    put(place->second, taken->resource);
}

void ResourceQueues::release(int resource) {
    at(resource).is_announced = false;
}

std::optional<std::size_t> ResourceQueues::next(int resource, double now,
                                                base::FunctionRef<Holds(std::size_t)> holds_of) {
    Resource& own = at(resource);
    while (!own.waiting.empty()) {
        if (own.free_at > now) {
            announce(resource);
            return std::nullopt;
        }
        const std::size_t place = own.waiting.top().flow;
        own.waiting.pop();
        Flow& flow = flows_[place];
        const std::size_t transfer = flow.transfers.front();
        const Holds holds = holds_of(transfer);
        const auto taken = std::find_if(holds.begin(), holds.end(),
                                        [&](const model::Hold& hold) { return at(hold.resource).free_at > now; });
        if (taken != holds.end()) {
            put(place, taken->resource);
            continue;
        }
        const auto hold =
            std::find_if(holds.begin(), holds.end(), [&](const model::Hold& one) { return one.resource == resource; });
        own.served = flow.served;
        flow.served += hold->duration.value();
        take(holds, now);
        flow.transfers.pop();
        if (!flow.transfers.empty()) {
            put(place, resource);
        }
        return transfer;
    }
    return std::nullopt;
}

void ResourceQueues::take(Holds holds, double now) {
    for (const model::Hold& hold : holds) {
        at(hold.resource).free_at = now + hold.duration.value();
    }
}

void ResourceQueues::put(std::size_t place, int resource) {
    Resource& own = at(resource);
    Flow& flow = flows_[place];
    flow.served = flow.resource == resource ? std::max(flow.served, own.served) : own.served;
    flow.resource = resource;
    own.waiting.push({flow.served, order_++, place});
    announce(resource);
}

void ResourceQueues::announce(int resource) {
    Resource& own = at(resource);
    if (!own.is_announced) {
        own.is_announced = true;
        releases_.push_back({own.free_at, resource});
    }
}

}  // namespace causeway::simulate
