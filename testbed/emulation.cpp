#include "testbed/emulation.hpp"

#include "causeway/base/index.hpp"

#include <algorithm>
#include <cassert>
#include <optional>
#include <utility>

namespace causeway::testbed {

namespace {

using base::at;

}  // namespace

std::optional<Seconds> Emulation::serve(Seconds& busy_until, Bytes size, const Rate& rate, Seconds now) const {
    const Seconds ahead = rate.burst / rate.rate;  // of what it carries steadily
    const Seconds start = std::max(busy_until, now);
    if (start - ahead - now > grid_.longest_queue) {
        return std::nullopt;
    }
    busy_until = start + size / rate.rate;
    return std::max(now, busy_until - ahead);
}

Emulation::Emulation(Grid grid)
    : grid_(std::move(grid)),
      hosts_(hosts_of(grid_)),
      ways_(static_cast<int>(grid_.sites.size())),
      nic_out_(hosts_.size()),
      nic_in_(hosts_.size()),
      processor_(hosts_.size()),
      uplink_(at(num_parts(grid_))),
      downlink_(at(num_parts(grid_))),
      pair_link_(num_parts(grid_)),
      flows_(static_cast<int>(hosts_.size())),
      traffic_(num_parts(grid_)) {
    for (int from = 0; from < ways_.size(); ++from) {
        for (int to = 0; to < ways_.size(); ++to) {
            if (from != to) {
                ways_(from, to) = way_between(grid_, from, to);
            }
        }
    }
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

const Way& Emulation::way_of(const InFlight& flight) const {
    return ways_(hosts_[at(flight.from)].site, hosts_[at(flight.to)].site);
}

/// From where it is to its delivery, if it found every queue empty.
Seconds Emulation::unloaded_time(const InFlight& flight) const {
    Seconds result{0};
    const auto pass = [&result, &flight](BytesPerSecond rate, Bytes burst = Bytes(0)) {
        result += std::max(Bytes(0), flight.size - burst) / rate;
    };
    if (flight.stage == Stage::kFlow) {
        pass(grid_.per_flow_limit(way_of(flight).from_part(), way_of(flight).to_part()));
    }
    if (flight.stage <= Stage::kUplink) {
        const Way& way = way_of(flight);
        for (std::size_t leg = flight.leg; leg < way.out.size(); ++leg) {
            const Boundary& boundary = boundary_of(grid_, way.out[leg]);
            pass(boundary.uplink_rate, boundary.uplink_burst);
        }
        pass(grid_.capacity(way.from_part(), way.to_part()));
        result += grid_.latency(way.from_part(), way.to_part());
    }
    if (flight.stage <= Stage::kDownlink) {
        const Way& way = way_of(flight);
        for (std::size_t leg = flight.stage == Stage::kDownlink ? flight.leg : 0; leg < way.into.size(); ++leg) {
            const Boundary& boundary = boundary_of(grid_, way.into[leg]);
            pass(boundary.downlink_rate, boundary.downlink_burst);
        }
    }
    if (flight.stage <= Stage::kNicIn) {
        pass(site_of(flight.to).nic_rate);
    }
    if (flight.stage <= Stage::kProcessor) {
        result += processing(flight.to, flight.data);
    }
    return result;
}

void Emulation::schedule(std::uint32_t slot, Stage stage, std::size_t leg, Seconds time) {
    InFlight& flight = flights_[slot];
    flight.stage = stage;
    flight.leg = leg;
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
    const std::optional<Seconds> sent = serve(nic_out_[at(from)], size, {site_of(from).nic_rate}, ready);
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
        schedule(slot, Stage::kNicIn, 0, after_latency(flights_[slot], *sent));
    } else {
        schedule(slot, Stage::kFlow, 0, *sent);
    }
    return true;
}

/// When a packet that begins its latency at `start` has it behind it.
Seconds Emulation::after_latency(const InFlight& flight, Seconds start) {
    const Site& from = site_of(flight.from);
    Seconds latency = from.lan_latency;
    Seconds jitter = from.lan_jitter;
    if (hosts_[at(flight.from)].site != hosts_[at(flight.to)].site) {
        const Way& way = way_of(flight);
        latency = grid_.latency(way.from_part(), way.to_part());
        jitter = grid_.jitter(way.from_part(), way.to_part());
    }
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
    const Bursts& bursts = bursts_(way_of(flight).from_part(), way_of(flight).to_part());
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
    const Way& way = way_of(flight);
    double kept = 1 - grid_.loss(way.from_part(), way.to_part());
    for (const int part : way.out) {
        kept *= 1 - boundary_of(grid_, part).uplink_loss;
    }
    for (const int part : way.into) {
        kept *= 1 - boundary_of(grid_, part).downlink_loss;
    }
    return kept < 1 && flows_(flight.from, flight.to).loss.between(0.0, 1.0) >= kept;
}

/// The packet in `slot` has reached its stage: books it and goes on to the next.
void Emulation::pass_stage(std::uint32_t slot) {
    const InFlight flight = flights_[slot];
    std::optional<Seconds> through;
    Stage next = Stage::kDelivery;
    std::size_t next_leg = 0;
    switch (flight.stage) {
        case Stage::kFlow: {
            const Way& way = way_of(flight);
            through = serve(flows_(flight.from, flight.to).busy_until, flight.size,
                            {grid_.per_flow_limit(way.from_part(), way.to_part())}, flight.time);
            next = Stage::kUplink;
            break;
        }
        case Stage::kUplink: {
            const Way& way = way_of(flight);
            const int part = way.out[flight.leg];
            const Boundary& boundary = boundary_of(grid_, part);
            through = serve(uplink_[at(part)], flight.size, {boundary.uplink_rate, boundary.uplink_burst}, flight.time);
            if (through) {
                traffic_.out[at(part)].count(flight.size, flight.data);
            }
            if (flight.leg + 1 < way.out.size()) {
                next = Stage::kUplink;
                next_leg = flight.leg + 1;
                break;
            }
            // Only this uplink feeds the pair's link, so the order of arrival there is the same.
            if (through) {
                through = serve(pair_link_(part, way.to_part()), flight.size, {grid_.capacity(part, way.to_part())},
                                *through);
            }
            if (through) {
                traffic_.between(part, way.to_part()).count(flight.size, flight.data);
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
        }
        case Stage::kDownlink: {
            const Way& way = way_of(flight);
            const int part = way.into[flight.leg];
            const Boundary& boundary = boundary_of(grid_, part);
            through =
                serve(downlink_[at(part)], flight.size, {boundary.downlink_rate, boundary.downlink_burst}, flight.time);
            if (through) {
                traffic_.into[at(part)].count(flight.size, flight.data);
            }
            const bool is_last = flight.leg + 1 == way.into.size();
            next = is_last ? Stage::kNicIn : Stage::kDownlink;
            next_leg = is_last ? 0 : flight.leg + 1;
            break;
        }
        case Stage::kNicIn:
            through = serve(nic_in_[at(flight.to)], flight.size, {site_of(flight.to).nic_rate}, flight.time);
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
    schedule(slot, next, next_leg, *through);
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
    bursts_ = base::SquareMatrix<Bursts>(num_parts(grid_));
    for (const LossBursts& own : noise.loss_bursts) {
        bursts_(own.part, own.other_part) = {.probability = own.probability, .length = own.length};
        bursts_(own.other_part, own.part) = bursts_(own.part, own.other_part);
    }
    grid_.noise = noise;
}

void Emulation::apply(const Change& change) {
    change.what->assign(grid_, change.part, change.other_part, change.value);
    wake_for_everything();
}

}  // namespace causeway::testbed
