#include "testbed/emulation.hpp"

#include "causeway/base/index.hpp"

#include <algorithm>
#include <cassert>
#include <optional>
#include <utility>

namespace causeway::testbed {

namespace {

using base::at;

/// Books `size` on a resource that is busy until `busy_until`: when it is through, or nothing if
/// the queue is too long.
std::optional<Seconds> serve(Seconds& busy_until, Bytes size, BytesPerSecond rate, Seconds now) {
    const Seconds start = std::max(busy_until, now);
    if (start - now > kLongestQueue) {
        return std::nullopt;
    }
    busy_until = start + size / rate;
    return busy_until;
}

}  // namespace

Emulation::Emulation(Grid grid)
    : grid_(std::move(grid)),
      hosts_(hosts_of(grid_)),
      nic_out_(hosts_.size()),
      nic_in_(hosts_.size()),
      processor_(hosts_.size()),
      uplink_(grid_.sites.size()),
      downlink_(grid_.sites.size()),
      pair_link_(static_cast<int>(grid_.sites.size())),
      flows_(static_cast<int>(hosts_.size())) {
    std::uint64_t stream = 0;
    for (int from = 0; from < flows_.size(); ++from) {
        for (int to = 0; to < flows_.size(); ++to) {
            flows_(from, to).jitter = base::Random(base::Random::stream(grid_.seed, stream++));
            flows_(from, to).loss = base::Random(base::Random::stream(grid_.seed, stream++));
        }
    }
    for (int from = 0; from < flows_.size(); ++from) {
        for (int to = 0; to < flows_.size(); ++to) {
            flows_(from, to).bursts = base::Random(base::Random::stream(grid_.seed, stream++));
        }
    }
    apply(grid_.noise);
    for (const Site& site : grid_.sites) {
        costs_.insert(costs_.end(), site.processors.begin(), site.processors.end());
        costs_.resize(costs_.size() + at(site.num_hosts) - site.processors.size());
    }
}

Seconds Emulation::processing(int host, Bytes data) const {
    const Processor& costs = costs_[at(host)];
    return data.value() > 0 ? costs.fixed + costs.per_byte * data : Seconds(0);
}

const Site& Emulation::site_of(int host) const {
    return grid_.sites[at(hosts_[at(host)].site)];
}

/// From where it is to its delivery, if it found every queue empty.
Seconds Emulation::unloaded_time(const InFlight& flight) const {
    const Site& from = site_of(flight.from);
    const Site& to = site_of(flight.to);
    const int from_site = hosts_[at(flight.from)].site;
    const int to_site = hosts_[at(flight.to)].site;
    Seconds result{0};
    switch (flight.stage) {
        case Stage::kFlow:
            result += flight.size / grid_.per_flow_limit(from_site, to_site);
            [[fallthrough]];
        case Stage::kUplink:
            result += flight.size / from.uplink_rate + flight.size / grid_.capacity(from_site, to_site) +
                      grid_.latency(from_site, to_site);
            [[fallthrough]];
        case Stage::kDownlink:
            result += flight.size / to.downlink_rate;
            [[fallthrough]];
        case Stage::kNicIn:
            result += flight.size / to.nic_rate;
            [[fallthrough]];
        case Stage::kProcessor:
            result += processing(flight.to, flight.data);
            [[fallthrough]];
        case Stage::kDelivery:
            break;
    }
    return result;
}

void Emulation::schedule(std::uint32_t slot, Stage stage, Seconds time) {
    InFlight& flight = flights_[slot];
    flight.stage = stage;
    flight.time = time;
    flight.sequence = next_sequence_++;
    events_.push({time, flight.sequence, slot});
    wakes_.push({time + unloaded_time(flight), flight.sequence, slot});
}

void Emulation::release(std::uint32_t slot) {
    flights_[slot].sequence = 0;
    free_slots_.push_back(slot);
}

bool Emulation::send(const Outgoing& outgoing, Seconds now) {
    const auto& [packet, from, to, size, data] = outgoing;
    assert(from != to);
    Seconds ready = now;
    const Seconds cost = processing(from, data);
    if (cost > Seconds(0)) {
        ready = processor_[at(from)] = std::max(processor_[at(from)], now) + cost;
    }
    const std::optional<Seconds> sent = serve(nic_out_[at(from)], size, site_of(from).nic_rate, ready);
    if (!sent) {
        return false;
    }
    if (free_slots_.empty()) {
        free_slots_.push_back(static_cast<std::uint32_t>(flights_.size()));
        flights_.emplace_back();
    }
    const std::uint32_t slot = free_slots_.back();
    free_slots_.pop_back();
    flights_[slot] = {.packet = packet, .from = from, .to = to, .size = size, .data = data};
    if (hosts_[at(from)].site == hosts_[at(to)].site) {
        schedule(slot, Stage::kNicIn, after_latency(flights_[slot], *sent));
    } else {
        schedule(slot, Stage::kFlow, *sent);
    }
    return true;
}

/// When a packet that begins its latency at `start` has it behind it.
Seconds Emulation::after_latency(const InFlight& flight, Seconds start) {
    const int from_site = hosts_[at(flight.from)].site;
    const int to_site = hosts_[at(flight.to)].site;
    const bool inside = from_site == to_site;
    const Seconds latency = inside ? site_of(flight.from).lan_latency : grid_.latency(from_site, to_site);
    const Seconds jitter = inside ? site_of(flight.from).lan_jitter : grid_.jitter(from_site, to_site);
    Seconds arrival = start + latency;
    if (jitter > Seconds(0)) {
        Flow& flow = flows_(flight.from, flight.to);
        arrival += flow.jitter.between(0.0, 1.0) * jitter;
        if (!grid_.reordering) {
            arrival = flow.last_arrival = std::max(arrival, flow.last_arrival);
        }
    }
    return arrival;
}

bool Emulation::is_in_burst(const InFlight& flight) {
    const Bursts& bursts = bursts_(hosts_[at(flight.from)].site, hosts_[at(flight.to)].site);
    Flow& flow = flows_(flight.from, flight.to);
    if (bursts.probability > 0 && flow.left_of_burst == 0 && flow.bursts.between(0.0, 1.0) < bursts.probability) {
        flow.left_of_burst = bursts.length;
    }
    if (flow.left_of_burst == 0) {
        return false;
    }
    --flow.left_of_burst;
    return true;
}

bool Emulation::is_lost(const InFlight& flight) {
    const double kept = (1 - grid_.loss(hosts_[at(flight.from)].site, hosts_[at(flight.to)].site)) *
                        (1 - site_of(flight.from).uplink_loss) * (1 - site_of(flight.to).downlink_loss);
    return kept < 1 && flows_(flight.from, flight.to).loss.between(0.0, 1.0) >= kept;
}

/// The packet in `slot` has reached its stage: books it and goes on to the next.
void Emulation::pass_stage(std::uint32_t slot) {
    const InFlight flight = flights_[slot];
    const int from_site = hosts_[at(flight.from)].site;
    const int to_site = hosts_[at(flight.to)].site;
    std::optional<Seconds> through;
    Stage next = Stage::kDelivery;
    switch (flight.stage) {
        case Stage::kFlow:
            through = serve(flows_(flight.from, flight.to).busy_until, flight.size,
                            grid_.per_flow_limit(from_site, to_site), flight.time);
            next = Stage::kUplink;
            break;
        case Stage::kUplink:
            through = serve(uplink_[at(from_site)], flight.size, site_of(flight.from).uplink_rate, flight.time);
            // Only this uplink feeds the pair's link, so the order of arrival there is the same.
            if (through) {
                through =
                    serve(pair_link_(from_site, to_site), flight.size, grid_.capacity(from_site, to_site), *through);
            }
            if (through && (is_in_burst(flight) || is_lost(flight))) {
                progress_.lost.push_back(flight.packet);
                release(slot);
                return;
            }
            if (through) {
                through = after_latency(flight, *through);
            }
            next = Stage::kDownlink;
            break;
        case Stage::kDownlink:
            through = serve(downlink_[at(to_site)], flight.size, site_of(flight.to).downlink_rate, flight.time);
            next = Stage::kNicIn;
            break;
        case Stage::kNicIn:
            through = serve(nic_in_[at(flight.to)], flight.size, site_of(flight.to).nic_rate, flight.time);
            next = Stage::kProcessor;
            break;
        case Stage::kProcessor:
            // A processor drops nothing: what waits for it is in the memory of its host.
            through = flight.time;
            if (const Seconds cost = processing(flight.to, flight.data); cost > Seconds(0)) {
                through = processor_[at(flight.to)] = std::max(processor_[at(flight.to)], flight.time) + cost;
            }
            next = Stage::kDelivery;
            break;
        case Stage::kDelivery:
            progress_.delivered.push_back({flight.packet, flight.to, flight.time});
            release(slot);
            return;
    }
    if (!through) {
        progress_.dropped.push_back(flight.packet);
        release(slot);
        return;
    }
    schedule(slot, next, *through);
}

const Emulation::Progress& Emulation::advance(Seconds now) {
    progress_.delivered.clear();
    progress_.dropped.clear();
    progress_.lost.clear();
    while (!events_.empty() && events_.top().time <= now) {
        const std::uint32_t slot = events_.top().slot;
        events_.pop();
        pass_stage(slot);
    }
    return progress_;
}

Seconds Emulation::next_wake() {
    while (!wakes_.empty() && flights_[wakes_.top().slot].sequence != wakes_.top().sequence) {
        wakes_.pop();
    }
    return wakes_.empty() ? Seconds::infinity() : wakes_.top().time;
}

Seconds Emulation::nic_backlog(int host, Seconds now) const {
    return std::max(Seconds(0), nic_out_[at(host)] - now);
}

/// After a change, packets under way may be due earlier than was thought.
void Emulation::wake_for_everything() {
    wakes_ = {};
    for (std::uint32_t slot = 0; slot < flights_.size(); ++slot) {
        if (flights_[slot].sequence != 0) {
            wakes_.push({flights_[slot].time, flights_[slot].sequence, slot});
        }
    }
}

void Emulation::apply(const Noise& noise) {
    bursts_ = base::SquareMatrix<Bursts>(static_cast<int>(grid_.sites.size()));
    for (const LossBursts& own : noise.loss_bursts) {
        bursts_(own.site, own.other_site) = {.probability = own.probability, .length = own.length};
        bursts_(own.other_site, own.site) = bursts_(own.site, own.other_site);
    }
    grid_.noise = noise;
}

void Emulation::apply(const Change& change) {
    change.what->assign(grid_, change.site, change.other_site, change.value);
    wake_for_everything();
}

}  // namespace causeway::testbed
