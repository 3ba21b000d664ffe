#include "causeway/simulate/simulate.hpp"

#include "causeway/base/error.hpp"
#include "causeway/schedule/block_order.hpp"
#include "causeway/schedule/send_order.hpp"
#include "causeway/simulate/active_transfers.hpp"
#include "causeway/simulate/agenda.hpp"
#include "causeway/simulate/occupations.hpp"
#include "causeway/simulate/receive_order.hpp"
#include "causeway/simulate/resource_queues.hpp"
#include "causeway/simulate/send_queue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace causeway::simulate {

namespace {

using model::Occupation;
using model::Stage;
using schedule::Action;
using schedule::ActionKind;
using schedule::BlockSizes;
using schedule::ControlGate;
using schedule::Cursor;
using schedule::Needs;

class Simulation {
public:
    Simulation(std::span<const schedule::Schedule> strands, const model::NetworkModel& model, const BlockSizes& sizes,
               bool keeps_transfers)
        : strands_(strands),
          keeps_transfers_(keeps_transfers),
          num_processes_(strands.front().num_processes()),
          num_blocks_(strands.front().num_blocks),
          occupations_(model, num_processes_, num_blocks_),
          sizes_(sizes),
          resources_(model.num_resources()) {
        timeline_.completion.assign(static_cast<std::size_t>(num_processes_), Seconds(0.0));
        queues_.reserve(static_cast<std::size_t>(num_processes_));
        const bool renumbers = std::any_of(strands.begin(), strands.end(),
                                           [](const schedule::Schedule& strand) { return strand.renumbers; });
        for (int p = 0; p < num_processes_; ++p) {
            std::vector<const schedule::Program*> programs;
            for (const schedule::Schedule& strand : strands) {
                programs.push_back(&strand.programs[static_cast<std::size_t>(p)]);
            }
            orders_.emplace_back(programs, num_blocks_);
            held_begin_.push_back(held_from_.size());
            held_from_.resize(held_from_.size() + static_cast<std::size_t>(orders_.back().num_places()));
            receives_.emplace_back();
            if (renumbers || orders_.back().writes_again() || orders_.back().combines_after_sending()) {
                receives_.back().emplace(strands.size());
            }
            std::vector<SendQueue>& queues = queues_.emplace_back();
            for (const schedule::Program* program : programs) {
                const ControlGate gate(*program, num_blocks_);
                queues.push_back({Cursor(*program, num_blocks_), gate, MatchedReceives(gate.peers_of_receives())});
                queues.back().lets_pass = schedule::lets_sends_pass(*program);
            }
            for (std::size_t s = 0; s < strands.size(); ++s) {
                if (queues[s].lets_pass) {
                    look_ahead(p, s);
                } else {
                    go_on(p, s);
                }
            }
        }
    }

    /// Nothing where it takes longer than `limit`.
    std::optional<Timeline> run(Seconds limit = Seconds::infinity()) {
        if (keeps_transfers_) {
            timeline_.transfers.reserve(num_sends());
        }
        for (int p = 0; p < num_processes_; ++p) {
            for (std::size_t s = 0; s < strands_.size(); ++s) {
                issue_next(p, s);
            }
            look_for_sends(p, 0.0);
        }
        while (!agenda_.empty()) {
            const auto [time, event] = agenda_.take();
            if (time > limit.value()) {
                return std::nullopt;
            }
            switch (event.kind) {
                case Event::Kind::kRelease:
                    release(static_cast<int>(event.subject), time);
                    break;
                case Event::Kind::kStage:
                    grant(event.subject, time);
                    break;
                case Event::Kind::kLeft:
                    queue_of(static_cast<int>(event.subject), event.strand).is_leaving = false;
                    [[fallthrough]];
                case Event::Kind::kLook:
                    look_for_sends(static_cast<int>(event.subject), time);
                    break;
            }
        }
        check_end();
        std::stable_sort(timeline_.transfers.begin(), timeline_.transfers.end(),
                         [](const TimedTransfer& a, const TimedTransfer& b) { return a.start < b.start; });
        return std::move(timeline_);
    }

private:
    /// Those that send, half of all operations, or a few less.
    [[nodiscard]] std::size_t num_sends() const {
        std::int64_t operations = 0;
        for (const schedule::Schedule& strand : strands_) {
            for (const schedule::Program& program : strand.programs) {
                operations += schedule::num_operations(program);
            }
        }
        return static_cast<std::size_t>(operations) / 2;
    }

    [[nodiscard]] SendQueue& queue_of(int process, std::size_t strand) {
        return queues_[static_cast<std::size_t>(process)][strand];
    }

    /// Since when the process has the blocks: its part of `all`, which are held_from_.
    template <typename Times>
    [[nodiscard]] auto held_from(Times& all, int process, schedule::BlockRange blocks) const {
        const auto p = static_cast<std::size_t>(process);
        const schedule::BlockRange places = orders_[p].places_of(blocks);
        const std::size_t first = places.count == 0 ? 0 : static_cast<std::size_t>(places.first);
        return std::span(all).subspan(held_begin_[p] + first, static_cast<std::size_t>(places.count));
    }

    /// Goes on to the strand's next send, past the receives before it.
    void go_on(int process, std::size_t strand) {
        SendQueue& queue = queue_of(process, strand);
        while ((queue.head = queue.cursor.next())) {
            queue.needs = orders_[static_cast<std::size_t>(process)].enter(strand, *queue.head);
            if (queue.head->is_send()) {
                return;
            }
            if (auto& receives = receives_[static_cast<std::size_t>(process)]) {
                receives->enter(strand, *queue.head, queue.needs);
            }
            ++queue.receives_before;
        }
    }

    /// Goes on to as many sends as are looked at, and the receives before them.
    void look_ahead(int process, std::size_t strand) {
        SendQueue& queue = queue_of(process, strand);
        while (queue.waiting.size() < schedule::kSendsLookedAt) {
            const std::optional<Action> next = queue.cursor.next();
            if (!next) {
                return;
            }
            const Needs needs = orders_[static_cast<std::size_t>(process)].enter(strand, *next);
            if (next->is_send()) {
                queue.waiting.add(*next, needs);
            } else if (auto& receives = receives_[static_cast<std::size_t>(process)]) {
                receives->enter(strand, *next, needs);
            }
        }
    }

    /// When all blocks of the send are there (infinite: over a link that is not known); nothing while that is open.
    [[nodiscard]] std::optional<double> ready_at(int process, const Action& send, const Needs& needs) const {
        if (!orders_[static_cast<std::size_t>(process)].is_written(send.blocks, needs)) {
            return std::nullopt;
        }
        const std::span<const double> held = held_from(held_from_, process, send.blocks);
        return held.empty() ? 0.0 : *std::ranges::max_element(held);
    }

    /// Of every strand whose sends let others pass, the first one leaves that can by now.
    void look_for_sends(int process, double now) {
        for (std::size_t s = 0; s < strands_.size(); ++s) {
            SendQueue& queue = queue_of(process, s);
            if (!queue.lets_pass || queue.is_leaving) {
                continue;
            }
            const auto firsts = queue.waiting.firsts();
            const auto one = std::ranges::find_if(firsts, [&](const WaitingSend& waiting) {
                const std::optional<double> ready = ready_at(process, waiting.send, waiting.needs);
                return ready && *ready <= now;
            });
            if (one != firsts.end()) {
                queue.is_leaving = true;
                begin_transfer(process, s, queue.waiting.take(static_cast<std::size_t>(one - firsts.begin())), now);
                look_ahead(process, s);
                if (settle(process)) {
                    agenda_.add(Event::Kind::kLook, now, static_cast<std::size_t>(process));
                    issue_waiting(process);
                }
            }
        }
    }

    /// What has come and whose turn it is counts. Returns whether there was any.
    bool settle(int process) {
        auto& receives = receives_[static_cast<std::size_t>(process)];
        return receives && receives->settle(orders_[static_cast<std::size_t>(process)],
                                            [&](const Action& receive, double time) { hold(process, receive, time); });
    }

    /// The process has what it received.
    void hold(int process, const Action& receive, double time) {
        for (double& since : held_from(held_from_, process, receive.blocks)) {
            since = std::max(since, time);
        }
    }

    /// The heads of the process that have waited, those of one strand excepted.
    void issue_waiting(int process, std::optional<std::size_t> except = {}) {
        for (std::size_t s = 0; s < strands_.size(); ++s) {
            if (s != except && queue_of(process, s).is_waiting) {
                issue_next(process, s);
            }
        }
    }

    void check_end() {
        for (int p = 0; p < num_processes_; ++p) {
            for (std::size_t s = 0; s < strands_.size(); ++s) {
                const SendQueue& queue = queue_of(p, s);
                const std::optional<Action> head =
                    queue.waiting.empty() ? queue.head : std::optional(queue.waiting.firsts().front().send);
                if (head) {
                    throw base::ScheduleError(fmt::format(
                        "process {} waits for ever to send {} to process {}", p,
                        head->is_control() ? "a control message" : fmt::format("block {}", head->blocks.first),
                        head->peer));
                }
            }
            if (const std::optional<int> block = orders_[static_cast<std::size_t>(p)].first_unwritten()) {
                throw base::ScheduleError(fmt::format("process {} waits for ever to receive block {}", p, *block));
            }
        }
    }

    /// Puts the strand's next send forward once the arrival of all that it waits for is known.
    void issue_next(int process, std::size_t strand) {
        SendQueue& queue = queue_of(process, strand);
        if (!queue.head) {
            return;
        }
        const Action head = *queue.head;
        const std::optional<Seconds> opens_at = queue.gate.opens_at(head, queue.receives_before);
        const std::optional<double> ready = ready_at(process, head, queue.needs);
        queue.is_waiting = !opens_at || !ready;
        if (queue.is_waiting) {
            return;
        }
        const double time = std::max({queue.earliest, opens_at->value(), *ready});
        begin_transfer(process, strand, head, time);
        go_on(process, strand);
        if (settle(process)) {
            issue_waiting(process, strand);  // which goes on when this one's message has left
            agenda_.add(Event::Kind::kLook, time, static_cast<std::size_t>(process));
        }
    }

    void begin_transfer(int process, std::size_t strand, const Action& send, double time) {
        const std::size_t index = active_.add();
        ActiveTransfer& transfer = active_[index];
        transfer.send = send;
        transfer.from = process;
        transfer.strand = strand;
        transfer.occupation = &occupations_.of(process, send.peer, sizes_.size_of(send.blocks), index);
        transfer.stage = 0;
        transfer.holds = 0;
        transfer.record = timeline_.transfers.size();
        if (keeps_transfers_) {
            timeline_.transfers.push_back({process, send.peer, send.blocks, Seconds(time), Seconds(0.0)});
        }
        SendQueue& other = queue_of(send.peer, strand);
        orders_[static_cast<std::size_t>(process)].done(send);
        transfer.receive = other.gate.is_needed() ? other.matched.next_from(process) : std::nullopt;
        agenda_.add(Event::Kind::kStage, time, index);
    }

    /// The transfer takes the resources of its next stage, or waits for one.
    void grant(std::size_t index, double now) {
        ActiveTransfer& transfer = active_[index];
        while (!transfer.has_taken_stage()) {
            const ResourceQueues::Holds holds = transfer.wanted();
            if (!resources_.take_at_once(holds, now)) {
                const std::uint64_t pair =
                    static_cast<std::uint64_t>(transfer.from) * static_cast<std::uint64_t>(num_processes_) +
                    static_cast<std::uint64_t>(transfer.send.peer);
                resources_.wait((pair * Occupation::kMostStages + transfer.stage) * Stage::kMostHolds + transfer.holds,
                                holds, index, now);
                push_releases();
                return;
            }
            transfer.holds += holds.size();
        }
        begin_stage(index, now);
    }

    void release(int resource, double now) {
        const auto of = [this](std::size_t index) { return active_[index].wanted(); };
        resources_.release(resource);
        while (const std::optional<std::size_t> index = resources_.next(resource, now, of)) {
            active_[*index].holds += active_[*index].wanted().size();
            grant(*index, now);
        }
        push_releases();
    }

    void push_releases() {
        resources_.take_releases([this](const Release& one) {
            agenda_.add(Event::Kind::kRelease, one.time, static_cast<std::size_t>(one.resource));
        });
    }

    void begin_stage(std::size_t index, double start) {
        // Copies: issue_next may move the transfers in memory, or give the place of one that has arrived to the next.
        const Stage& stage = active_[index].next_stage();
        const double next = start + stage.until_next.value();
        const Seconds sent(start + stage.holds[0].duration.value());
        const int from = active_[index].from;
        const std::size_t strand = active_[index].strand;
        const std::size_t record = active_[index].record;
        const bool is_first = active_[index].stage == 0;
        ++active_[index].stage;
        active_[index].holds = 0;
        if (active_[index].stage == active_[index].occupation->num_stages) {
            arrive(index, next);
        } else {
            agenda_.add(Event::Kind::kStage, next, index);
        }
        if (is_first) {
            Seconds& completion = timeline_.completion[static_cast<std::size_t>(from)];
            completion = std::max(completion, sent);
            if (keeps_transfers_) {
                timeline_.transfers[record].start = Seconds(start);
            }
            SendQueue& queue = queue_of(from, strand);
            queue.earliest = start;
            if (queue.lets_pass) {
                agenda_.add(Event::Kind::kLeft, start, static_cast<std::size_t>(from), strand);
            } else {
                issue_next(from, strand);
            }
        }
    }

    void arrive(std::size_t index, double time) {
        const Action send = active_[index].send;
        if (keeps_transfers_) {
            timeline_.transfers[active_[index].record].arrival = Seconds(time);
        }
        if (const auto receive = active_[index].receive) {
            queue_of(send.peer, active_[index].strand).gate.arrived(*receive, Seconds(time));
        }
        if (auto& receives = receives_[static_cast<std::size_t>(send.peer)]) {
            receives->arrived(active_[index].strand, active_[index].from, time);
            settle(send.peer);
        } else {
            // To the receiver it is an operation that writes.
            const Action receive{ActionKind::kReceive, active_[index].from, send.blocks};
            orders_[static_cast<std::size_t>(send.peer)].done(receive);
            hold(send.peer, receive, time);
        }
        active_.remove(index);
        Seconds& completion = timeline_.completion[static_cast<std::size_t>(send.peer)];
        completion = std::max(completion, Seconds(time));
        timeline_.makespan = std::max(timeline_.makespan, Seconds(time));
        issue_waiting(send.peer);
        const std::vector<SendQueue>& queues = queues_[static_cast<std::size_t>(send.peer)];
        if (std::any_of(queues.begin(), queues.end(), [](const SendQueue& queue) { return !queue.waiting.empty(); })) {
            agenda_.add(Event::Kind::kLook, time, static_cast<std::size_t>(send.peer));
        }
    }

    std::span<const schedule::Schedule> strands_;
    bool keeps_transfers_;
    int num_processes_;
    int num_blocks_;
    Occupations occupations_;
    const BlockSizes& sizes_;
    ResourceQueues resources_;
    std::vector<schedule::BlockOrder> orders_;  ///< [process]
    std::vector<double> held_from_;             ///< the last arrival so far; of each process for each of its places
    std::vector<std::size_t> held_begin_;       ///< [process]: where its part of these begins
    /// [process]; nothing where neither their order nor their numbers matter.
    std::vector<std::optional<ReceiveOrder>> receives_;
    std::vector<std::vector<SendQueue>> queues_;  ///< [process][strand]
    ActiveTransfers active_;
    Agenda agenda_;
    Timeline timeline_;
};

}  // namespace

Timeline run(const schedule::Schedule& schedule, const model::NetworkModel& model, const BlockSizes& sizes) {
    return run({&schedule, 1}, model, sizes);
}

Timeline run(std::span<const schedule::Schedule> strands, const model::NetworkModel& model, const BlockSizes& sizes) {
    return *Simulation(strands, model, sizes, true).run();
}

Seconds makespan(const schedule::Schedule& schedule, const model::NetworkModel& model, const BlockSizes& sizes,
                 Seconds limit) {
    return makespan({&schedule, 1}, model, sizes, limit);
}

Seconds makespan(std::span<const schedule::Schedule> strands, const model::NetworkModel& model, const BlockSizes& sizes,
                 Seconds limit) {
    const std::optional<Timeline> timeline = Simulation(strands, model, sizes, false).run(limit);
    return timeline && timeline->makespan <= limit ? timeline->makespan : Seconds::infinity();
}

}  // namespace causeway::simulate
