#include "causeway/simulate/simulate.hpp"

#include "causeway/base/error.hpp"
#include "causeway/schedule/sends.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <queue>
#include <unordered_map>
#include <vector>

namespace causeway::simulate {

namespace {

using model::Hold;
using model::Occupation;
using model::Stage;
using schedule::BlockSizes;
using schedule::ControlGate;
using schedule::Cursor;
using schedule::Operation;
using schedule::OperationKind;
using schedule::OperationQueue;

constexpr double kNotYet = -1.0;  // before every time; infinity is the time of what never arrives

/// A transfer asks for the resources of its next stage.
struct Request {
    double time;
    std::uint64_t order;  ///< among equal times first come, first served
    std::size_t transfer;

    friend bool operator>(const Request& a, const Request& b) {
        return a.time != b.time ? a.time > b.time : a.order > b.order;
    }
};

struct ActiveTransfer {
    Operation send;
    int from = 0;
    Occupation occupation;
    std::size_t stage = 0;
    std::size_t record = 0;              ///< index into Timeline::transfers
    std::optional<std::size_t> receive;  ///< number of the receive at the other end, where control messages need it
};

/// The receives of one process that its control messages depend on, by sender: the n-th send from u to v is matched
/// by the n-th receive of v from u.
class MatchedReceives {
public:
    explicit MatchedReceives(const std::vector<int>& peers) {
        for (std::size_t index = 0; index < peers.size(); ++index) {
            from_[peers[index]].indices.push_back(index);
        }
    }

    /// The receive that the next send of `peer` is for; nothing where nobody waits for its number.
    std::optional<std::size_t> next_from(int peer) {
        const auto place = from_.find(peer);
        if (place == from_.end() || place->second.next == place->second.indices.size()) {
            return std::nullopt;
        }
        return place->second.indices[place->second.next++];
    }

private:
    struct Sender {
        std::vector<std::size_t> indices;
        std::size_t next = 0;
    };
    std::unordered_map<int, Sender> from_;
};

class Simulation {
public:
    Simulation(const schedule::Schedule& schedule, const model::NetworkModel& model, const BlockSizes& sizes)
        : schedule_(schedule),
          model_(model),
          sizes_(sizes),
          free_at_(static_cast<std::size_t>(model.num_resources()), 0.0),
          held_from_(static_cast<std::size_t>(schedule.num_processes()) * static_cast<std::size_t>(schedule.num_blocks),
                     0.0),
          waiting_(static_cast<std::size_t>(schedule.num_processes()), 0),
          earliest_(static_cast<std::size_t>(schedule.num_processes()), 0.0) {
        timeline_.completion.assign(static_cast<std::size_t>(schedule.num_processes()), Seconds(0.0));
        timeline_.block_completion.assign(static_cast<std::size_t>(schedule.num_blocks), Seconds(0.0));
        for (int p = 0; p < schedule.num_processes(); ++p) {
            const schedule::Program& program = schedule.programs[static_cast<std::size_t>(p)];
            sends_.emplace_back(program, schedule.num_blocks, OperationKind::kSend);
            gates_.emplace_back(program, schedule.num_blocks);
            matched_.emplace_back(gates_.back().peers_of_receives());
            mark_received_blocks(p, program);
        }
    }

    Timeline run() {
        for (int p = 0; p < schedule_.num_processes(); ++p) {
            issue_next(p);
        }
        while (!requests_.empty()) {
            const Request request = requests_.top();
            requests_.pop();
            grant(request);
        }
        check_end();
        std::stable_sort(timeline_.transfers.begin(), timeline_.transfers.end(),
                         [](const TimedTransfer& a, const TimedTransfer& b) { return a.start < b.start; });
        return std::move(timeline_);
    }

private:
    [[nodiscard]] double& held_from(int process, int block) {
        return held_from_[static_cast<std::size_t>(process) * static_cast<std::size_t>(schedule_.num_blocks) +
                          static_cast<std::size_t>(block)];
    }

    void check_end() {
        for (int p = 0; p < schedule_.num_processes(); ++p) {
            if (const auto& head = sends_[static_cast<std::size_t>(p)].head()) {
                throw base::ScheduleError(
                    fmt::format("process {} waits for ever to send {} to process {}", p,
                                head->is_control() ? "a control message" : fmt::format("block {}", head->blocks.first),
                                head->peer));
            }
            for (int b = 0; b < schedule_.num_blocks; ++b) {
                if (held_from(p, b) == kNotYet) {
                    throw base::ScheduleError(fmt::format("process {} waits for ever to receive block {}", p, b));
                }
            }
        }
    }

    void mark_received_blocks(int process, const schedule::Program& program) {
        Cursor cursor(program, schedule_.num_blocks);
        while (const auto operation = cursor.next()) {
            if (operation->kind == OperationKind::kReceive) {
                for (int b = operation->blocks.first; b < operation->blocks.end(); ++b) {
                    held_from(process, b) = kNotYet;
                }
            }
        }
    }

    /// Puts the process's next send forward once the arrival of all that it waits for is known.
    void issue_next(int process) {
        OperationQueue& queue = sends_[static_cast<std::size_t>(process)];
        const std::optional<Operation>& head = queue.head();
        if (!head) {
            return;
        }
        const std::optional<Seconds> opens_at = gates_[static_cast<std::size_t>(process)].opens_at(queue);
        bool lacks_block = !opens_at;
        double time = std::max(earliest_[static_cast<std::size_t>(process)], opens_at.value_or(Seconds(0.0)).value());
        for (int b = head->blocks.first; b < head->blocks.end(); ++b) {
            lacks_block = lacks_block || held_from(process, b) == kNotYet;
            time = std::max(time, held_from(process, b));
        }
        waiting_[static_cast<std::size_t>(process)] = lacks_block ? 1 : 0;
        if (lacks_block) {
            return;
        }
        const std::size_t index = take_slot();
        ActiveTransfer& transfer = active_[index];
        transfer.send = *head;
        transfer.from = process;
        transfer.occupation = model_.occupation(process, head->peer, sizes_.size_of(head->blocks));
        transfer.stage = 0;
        transfer.record = timeline_.transfers.size();
        const auto peer = static_cast<std::size_t>(head->peer);
        transfer.receive = gates_[peer].is_needed() ? matched_[peer].next_from(process) : std::nullopt;
        timeline_.transfers.push_back({process, head->peer, head->blocks, Seconds(time), Seconds(0.0)});
        queue.pop();
        requests_.push({time, order_++, index});
    }

    std::size_t take_slot() {
        if (unused_.empty()) {
            active_.emplace_back();
            return active_.size() - 1;
        }
        const std::size_t index = unused_.back();
        unused_.pop_back();
        return index;
    }

    void grant(const Request& request) {
        // A copy of the small part: issue_next may move the transfers in memory, or give the place of
        // one that has arrived to the next.
        const std::size_t index = request.transfer;
        const Stage stage = active_[index].occupation.stages[active_[index].stage];
        const int from = active_[index].from;
        const std::size_t record = active_[index].record;
        double start = request.time;
        for (std::size_t h = 0; h < stage.num_holds; ++h) {
            start = std::max(start, free_at_[static_cast<std::size_t>(stage.holds[h].resource)]);
        }
        for (std::size_t h = 0; h < stage.num_holds; ++h) {
            const Hold& hold = stage.holds[h];
            free_at_[static_cast<std::size_t>(hold.resource)] = start + hold.duration.value();
        }
        const bool is_first = active_[index].stage == 0;
        ++active_[index].stage;
        const double next = start + stage.until_next.value();
        if (active_[index].stage == active_[index].occupation.num_stages) {
            arrive(index, next);
        } else {
            requests_.push({next, order_++, index});
        }
        if (is_first) {
            const Seconds sent(start + stage.holds[0].duration.value());
            Seconds& completion = timeline_.completion[static_cast<std::size_t>(from)];
            completion = std::max(completion, sent);
            timeline_.transfers[record].start = Seconds(start);
            earliest_[static_cast<std::size_t>(from)] = start;
            issue_next(from);
        }
    }

    void arrive(std::size_t index, double time) {
        const Operation send = active_[index].send;
        timeline_.transfers[active_[index].record].arrival = Seconds(time);
        if (const auto receive = active_[index].receive) {
            gates_[static_cast<std::size_t>(send.peer)].arrived(*receive, Seconds(time));
        }
        unused_.push_back(index);
        for (int b = send.blocks.first; b < send.blocks.end(); ++b) {
            held_from(send.peer, b) = time;
            Seconds& completion = timeline_.block_completion[static_cast<std::size_t>(b)];
            completion = std::max(completion, Seconds(time));
        }
        Seconds& completion = timeline_.completion[static_cast<std::size_t>(send.peer)];
        completion = std::max(completion, Seconds(time));
        timeline_.makespan = std::max(timeline_.makespan, Seconds(time));
        if (waiting_[static_cast<std::size_t>(send.peer)] != 0) {
            issue_next(send.peer);
        }
    }

    const schedule::Schedule& schedule_;
    const model::NetworkModel& model_;
    const BlockSizes& sizes_;
    std::vector<double> free_at_;           ///< [resource]
    std::vector<double> held_from_;         ///< [process][block]; kNotYet while unknown
    std::vector<OperationQueue> sends_;     ///< [process]
    std::vector<ControlGate> gates_;        ///< [process]
    std::vector<MatchedReceives> matched_;  ///< [process]
    std::vector<char> waiting_;             ///< [process]: its next send lacks something
    std::vector<double> earliest_;          ///< [process]: start of its latest send
    std::vector<ActiveTransfer> active_;
    std::vector<std::size_t> unused_;  ///< free places in active_
    std::priority_queue<Request, std::vector<Request>, std::greater<>> requests_;
    std::uint64_t order_ = 0;
    Timeline timeline_;
};

}  // namespace

Timeline run(const schedule::Schedule& schedule, const model::NetworkModel& model, const BlockSizes& sizes) {
    return Simulation(schedule, model, sizes).run();
}

}  // namespace causeway::simulate
