#include "causeway/schedule/verify.hpp"

#include "causeway/base/error.hpp"
#include "causeway/schedule/block_order.hpp"
#include "causeway/schedule/contributions.hpp"

#include <fmt/format.h>

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace causeway::schedule {

namespace {

using base::ScheduleError;
using Contributions = ContributionTable::Number;

std::uint64_t pair_key(int high, int low) {
    return (static_cast<std::uint64_t>(static_cast<std::uint32_t>(high)) << 32U) | static_cast<std::uint32_t>(low);
}

/// What a send carries, block by block.
struct Message {
    BlockRange blocks;
    std::vector<Contributions> contents;
};

/// A process in a strand: the next of its operations.
struct Place {
    Cursor cursor;
    std::optional<Action> operation;
    Needs needs;
};

class Replay {
public:
    Replay(std::span<const Schedule> strands, const Collective& collective)
        : strands_(strands), collective_(collective), num_processes_(strands.front().num_processes()) {
        for (const Schedule& strand : strands) {
            assert(strand.num_processes() == num_processes_ && strand.num_blocks == strands.front().num_blocks);
            for (int p = 0; p < num_processes_; ++p) {
                check_ranges(p, strand.programs[static_cast<std::size_t>(p)]);
            }
        }
        for (int p = 0; p < num_processes_; ++p) {
            std::vector<const Program*> programs;
            for (const Schedule& strand : strands) {
                programs.push_back(&strand.programs[static_cast<std::size_t>(p)]);
            }
            orders_.emplace_back(programs, strands.front().num_blocks);
            std::vector<Place>& places = places_.emplace_back();
            for (std::size_t s = 0; s < strands.size(); ++s) {
                places.push_back({Cursor(*programs[s], strands.front().num_blocks), std::nullopt, {}});
                go_on(p, s);
            }
            for (const Holding& holding : collective.before(p, strands.front())) {
                for (int b = holding.blocks.first; b < holding.blocks.end(); ++b) {
                    held_.emplace(pair_key(p, b), table_.number_of(holding.contributors));
                }
            }
        }
    }

    void run() {
        std::vector<int> ready(static_cast<std::size_t>(num_processes_));
        for (std::size_t p = 0; p < ready.size(); ++p) {
            ready[p] = static_cast<int>(ready.size() - 1 - p);
        }
        while (!ready.empty()) {
            const int process = ready.back();
            ready.pop_back();
            // What one strand does may let another go on.
            while (advance(process, ready)) {
            }
        }
        check_end();
    }

private:
    void check_ranges(int process, const Program& program) const {
        for (const Section& section : program.sections) {
            for (const Action& operation : section.body) {
                const bool peer_ok =
                    operation.peer >= 0 && operation.peer < num_processes_ && operation.peer != process;
                // In the last repetition; a cursor counts blocks in int.
                const std::int64_t last_first =
                    operation.blocks.first + (std::int64_t{section.repetitions} - 1) * section.stride;
                const bool begins_ok = operation.blocks.first >= 0 || section.stride > 0;
                const bool blocks_ok = begins_ok && operation.blocks.count >= 0 && section.repetitions >= 1 &&
                                       section.stride >= 0 && last_first <= std::numeric_limits<int>::max();
                if (!peer_ok || !blocks_ok) {
                    throw ScheduleError(fmt::format(
                        "process {}: an operation with peer {} on {} blocks from {} on, in a "
                        "schedule of {} processes",
                        process, operation.peer, operation.blocks.count, operation.blocks.first, num_processes_));
                }
            }
        }
    }

    void go_on(int process, std::size_t strand) {
        Place& place = places_[static_cast<std::size_t>(process)][strand];
        place.operation = place.cursor.next();
        if (place.operation) {
            place.needs = orders_[static_cast<std::size_t>(process)].enter(strand, *place.operation);
        }
    }

    /// Carries out what `process` can do now, strand by strand; processes that may go on because of it join `ready`.
    /// Whether there was anything.
    bool advance(int process, std::vector<int>& ready) {
        BlockOrder& order = orders_[static_cast<std::size_t>(process)];
        bool any = false;
        for (std::size_t s = 0; s < strands_.size(); ++s) {
            const Place& place = places_[static_cast<std::size_t>(process)][s];
            while (place.operation && order.is_ready(*place.operation, place.needs)) {
                const Action operation = *place.operation;
                if (operation.is_send()) {
                    send(process, s, operation);
                    ready.push_back(operation.peer);
                } else if (!receive(process, s, operation)) {
                    break;
                }
                order.done(operation);
                go_on(process, s);
                any = true;
            }
        }
        return any;
    }

    void send(int process, std::size_t strand, const Action& operation) {
        Message message{operation.blocks, {}};
        for (int b = operation.blocks.first; b < operation.blocks.end(); ++b) {
            const auto held = held_.find(pair_key(process, b));
            if (held == held_.end()) {
                throw ScheduleError(fmt::format("process {} sends block {} to process {} before it holds it", process,
                                                b, operation.peer));
            }
            message.contents.push_back(held->second);
        }
        channels_[{strand, process, operation.peer}].push_back(std::move(message));
    }

    bool receive(int process, std::size_t strand, const Action& operation) {
        std::deque<Message>& channel = channels_[{strand, operation.peer, process}];
        if (channel.empty()) {
            return false;
        }
        const Message message = std::move(channel.front());
        channel.pop_front();
        const bool is_as_sent = message.blocks == operation.blocks;
        const bool may_differ = strands_[strand].renumbers && message.blocks.count == operation.blocks.count;
        if (!is_as_sent && !may_differ) {
            throw ScheduleError(
                fmt::format("process {} expects {} blocks from {} on from process {}, which sends {} from {} on",
                            process, operation.blocks.count, operation.blocks.first, operation.peer,
                            message.blocks.count, message.blocks.first));
        }
        for (int b = operation.blocks.first; b < operation.blocks.end(); ++b) {
            const Contributions incoming = message.contents[static_cast<std::size_t>(b - operation.blocks.first)];
            if (operation.kind == ActionKind::kReceive) {
                put(process, b, operation.peer, incoming);
            } else {
                combine(process, b, operation.peer, incoming);
            }
        }
        return true;
    }

    void put(int process, int block, int peer, Contributions incoming) {
        const auto [held, is_new] = held_.try_emplace(pair_key(process, block), incoming);
        if (is_new) {
            return;
        }
        if (held->second == incoming || !table_.includes(incoming, held->second)) {
            throw ScheduleError(
                fmt::format("process {} receives block {} from process {}, which brings nothing new: from {}, and {} "
                            "is there already",
                            process, block, peer, table_.text_of(incoming), table_.text_of(held->second)));
        }
        held->second = incoming;
    }

    void combine(int process, int block, int peer, Contributions incoming) {
        const auto held = held_.find(pair_key(process, block));
        if (held == held_.end()) {
            throw ScheduleError(
                fmt::format("process {} combines block {} from process {} with nothing", process, block, peer));
        }
        if (!collective_.may_repeat && !table_.are_disjoint(held->second, incoming)) {
            throw ScheduleError(
                fmt::format("process {} combines block {} from process {} twice: from {}, and {} is there already",
                            process, block, peer, table_.text_of(incoming), table_.text_of(held->second)));
        }
        const bool is_in_order =
            peer < process ? table_.is_before(incoming, held->second) : table_.is_before(held->second, incoming);
        if (collective_.is_in_order && !is_in_order) {
            throw ScheduleError(fmt::format(
                "process {} combines block {} from process {} out of order: from {}, and {} is there already", process,
                block, peer, table_.text_of(incoming), table_.text_of(held->second)));
        }
        held->second = table_.united(held->second, incoming);
    }

    void check_end() {
        for (int p = 0; p < num_processes_; ++p) {
            for (const Place& place : places_[static_cast<std::size_t>(p)]) {
                if (const auto& waiting = place.operation) {
                    throw ScheduleError(fmt::format("process {} waits for ever {} block {} {} process {}", p,
                                                    waiting->is_send() ? "to send" : "for", waiting->blocks.first,
                                                    waiting->is_send() ? "to" : "from", waiting->peer));
                }
            }
            check_held(p);
        }
        for (const auto& [key, channel] : channels_) {
            if (!channel.empty()) {
                throw ScheduleError(fmt::format("process {} sends block {} to process {}, which never receives it",
                                                std::get<1>(key), channel.front().blocks.first, std::get<2>(key)));
            }
        }
    }

    void check_held(int process) {
        for (const Holding& promised : collective_.after(process, strands_.front())) {
            const Contributions wanted = table_.number_of(promised.contributors);
            for (int b = promised.blocks.first; b < promised.blocks.end(); ++b) {
                const auto held = held_.find(pair_key(process, b));
                if (held == held_.end()) {
                    throw ScheduleError(
                        fmt::format("at the end of the {} process {} lacks block {}", collective_.name, process, b));
                }
                if (held->second != wanted) {
                    throw ScheduleError(fmt::format("at the end of the {} process {} holds block {} from {}, not {}",
                                                    collective_.name, process, b, table_.text_of(held->second),
                                                    table_.text_of(wanted)));
                }
            }
        }
    }

    std::span<const Schedule> strands_;
    const Collective& collective_;
    int num_processes_;
    std::vector<std::vector<Place>> places_;  ///< [process][strand]
    std::vector<BlockOrder> orders_;          ///< [process]
    ContributionTable table_;
    std::unordered_map<std::uint64_t, Contributions> held_;                      ///< (process, block)
    std::map<std::tuple<std::size_t, int, int>, std::deque<Message>> channels_;  ///< (strand, from, to)
};

}  // namespace

void verify(std::span<const Schedule> strands, const Collective& collective) {
    assert(!strands.empty());
    Replay(strands, collective).run();
}

void verify(const Schedule& schedule, const Collective& collective) {
    verify({&schedule, 1}, collective);
}

}  // namespace causeway::schedule
