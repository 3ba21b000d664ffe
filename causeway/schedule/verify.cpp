#include "causeway/schedule/verify.hpp"

#include "causeway/base/error.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace causeway::schedule {

namespace {

using base::ScheduleError;

std::uint64_t pair_key(int high, int low) {
    return (static_cast<std::uint64_t>(static_cast<std::uint32_t>(high)) << 32U) | static_cast<std::uint32_t>(low);
}

class Replay {
public:
    Replay(const Schedule& schedule, const Collective& collective) : schedule_(schedule), collective_(collective) {
        for (int p = 0; p < schedule.num_processes(); ++p) {
            const Program& program = schedule.programs[static_cast<std::size_t>(p)];
            check_ranges(p, program);
            cursors_.emplace_back(program, schedule.num_blocks);
            current_.push_back(cursors_.back().next());
            for (int b = 0; b < schedule.num_blocks; ++b) {
                if (collective.held_before(p, b)) {
                    held_.insert(pair_key(p, b));
                }
            }
        }
    }

    void run() {
        std::vector<int> ready(static_cast<std::size_t>(schedule_.num_processes()));
        for (std::size_t p = 0; p < ready.size(); ++p) {
            ready[p] = static_cast<int>(ready.size() - 1 - p);
        }
        while (!ready.empty()) {
            const int process = ready.back();
            ready.pop_back();
            advance(process, ready);
        }
        check_end();
    }

private:
    void check_ranges(int process, const Program& program) const {
        for (const Section& section : program.sections) {
            for (const Operation& operation : section.body) {
                const bool peer_ok =
                    operation.peer >= 0 && operation.peer < schedule_.num_processes() && operation.peer != process;
                // In the last repetition; a cursor counts blocks in int.
                const std::int64_t last_first =
                    operation.blocks.first + (std::int64_t{section.repetitions} - 1) * section.stride;
                const bool begins_ok = operation.blocks.first >= 0 || section.stride > 0;
                const bool blocks_ok = begins_ok && operation.blocks.count >= 0 && section.repetitions >= 1 &&
                                       section.stride >= 0 && last_first <= std::numeric_limits<int>::max();
                if (!peer_ok || !blocks_ok) {
                    throw ScheduleError(
                        fmt::format("process {}: an operation with peer {} on {} blocks from {} on, in a "
                                    "schedule of {} processes",
                                    process, operation.peer, operation.blocks.count, operation.blocks.first,
                                    schedule_.num_processes()));
                }
            }
        }
    }

    /// Carries out what `process` can do now; processes that may go on because of it join `ready`.
    void advance(int process, std::vector<int>& ready) {
        std::optional<Operation>& operation = current_[static_cast<std::size_t>(process)];
        while (operation) {
            if (operation->kind == OperationKind::kSend) {
                send(process, *operation);
                ready.push_back(operation->peer);
            } else if (!receive(process, *operation)) {
                return;
            }
            operation = cursors_[static_cast<std::size_t>(process)].next();
        }
    }

    void send(int process, const Operation& operation) {
        for (int b = operation.blocks.first; b < operation.blocks.end(); ++b) {
            if (!held_.contains(pair_key(process, b))) {
                throw ScheduleError(fmt::format("process {} sends block {} to process {} before it holds it", process,
                                                b, operation.peer));
            }
        }
        channels_[pair_key(process, operation.peer)].push_back(operation.blocks);
    }

    bool receive(int process, const Operation& operation) {
        std::deque<BlockRange>& channel = channels_[pair_key(operation.peer, process)];
        if (channel.empty()) {
            return false;
        }
        if (channel.front() != operation.blocks) {
            throw ScheduleError(
                fmt::format("process {} expects {} blocks from {} on from process {}, which sends {} from {} on",
                            process, operation.blocks.count, operation.blocks.first, operation.peer,
                            channel.front().count, channel.front().first));
        }
        channel.pop_front();
        for (int b = operation.blocks.first; b < operation.blocks.end(); ++b) {
            if (!held_.insert(pair_key(process, b)).second) {
                throw ScheduleError(
                    fmt::format("process {} receives block {} from process {} though it holds it already", process, b,
                                operation.peer));
            }
        }
        return true;
    }

    void check_end() const {
        for (int p = 0; p < schedule_.num_processes(); ++p) {
            if (const auto& waiting = current_[static_cast<std::size_t>(p)]) {
                throw ScheduleError(fmt::format("process {} waits for ever for block {} from process {}", p,
                                                waiting->blocks.first, waiting->peer));
            }
            for (int b = 0; b < schedule_.num_blocks; ++b) {
                if (collective_.held_after(p, b) && !held_.contains(pair_key(p, b))) {
                    throw ScheduleError(
                        fmt::format("at the end of the {} process {} lacks block {}", collective_.name, p, b));
                }
            }
        }
        for (const auto& [key, channel] : channels_) {
            if (!channel.empty()) {
                throw ScheduleError(fmt::format("process {} sends block {} to process {}, which never receives it",
                                                key >> 32U, channel.front().first, key & 0xffffffffU));
            }
        }
    }

    const Schedule& schedule_;
    const Collective& collective_;
    std::vector<Cursor> cursors_;                                         ///< [process]
    std::vector<std::optional<Operation>> current_;                       ///< [process]
    std::unordered_set<std::uint64_t> held_;                              ///< (process, block)
    std::unordered_map<std::uint64_t, std::deque<BlockRange>> channels_;  ///< (from, to)
};

}  // namespace

Collective broadcast(int root) {
    return {.name = "broadcast",
            .held_before = [root](int process, int) { return process == root; },
            .held_after = [](int, int) { return true; }};
}

void verify(const Schedule& schedule, const Collective& collective) {
    Replay(schedule, collective).run();
}

}  // namespace causeway::schedule
