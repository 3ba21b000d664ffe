#include "causeway/calls/uneven_exchange.hpp"

#include "causeway/mpi/exchanged_blocks.hpp"
#include "causeway/mpi/sized_blocks.hpp"
#include "causeway/policy/choice.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace causeway::calls {

namespace {

/// What a part is cut into: known to both of its ends, as the plan and its size are. A plan that cuts nothing of more
/// than a piece was chosen for that.
Bytes piece_of(const Execution& execution, Bytes part) {
    const bool is_cut = execution.built.exchanges.num_parts() > 1 || execution.block <= policy::kRelayedPart;
    return is_cut ? std::max(policy::kRelayedPart, Bytes(base::num_parts(part, Bytes(policy::kMostPieces)))) : part;
}

/// What this process has for each, and where what comes from each goes, [process].
struct ExchangedParts {
    std::vector<mpi::BufferDescription> to;
    std::vector<mpi::BufferDescription> from;

    [[nodiscard]] Bytes size_at(const schedule::Action& action) const {
        return size_of((action.is_send() ? to : from)[static_cast<std::size_t>(action.peer)]);
    }
};

/// Messages of parts that go straight to their receiver: none where there is no data, several of a long one.
class StraightMessages {
public:
    /// Their blocks are numbered from `first_block` on.
    explicit StraightMessages(int first_block) : end_(first_block) {}

    /// In one message, or in pieces; the action's blocks do not matter.
    void add(schedule::Action action, Bytes part, Bytes piece) {
        for (Bytes begin; begin < part; begin = begin + piece) {
            action.blocks = {end_++, 1};
            actions_.push_back(action);
            blocks_.push_back(piece < part ? mpi::ExchangedBlock{action.peer, begin, std::min(part, begin + piece)}
                                           : mpi::ExchangedBlock{.peer = action.peer});
        }
    }
    void add_control(const schedule::Action& action) { actions_.push_back(action); }

    [[nodiscard]] std::vector<schedule::Action> take_actions() { return std::move(actions_); }
    [[nodiscard]] std::vector<mpi::ExchangedBlock> take_blocks() { return std::move(blocks_); }
    [[nodiscard]] int num_blocks() const { return end_; }

private:
    int end_;
    std::vector<schedule::Action> actions_;
    std::vector<mpi::ExchangedBlock> blocks_;
};

schedule::Cursor own_actions(const Execution& execution) {
    return {execution.built.strands.front().programs[static_cast<std::size_t>(execution.rank)],
            execution.built.num_blocks};
}

std::shared_ptr<const schedule::Program> in_one_section(std::vector<schedule::Action> actions) {
    schedule::Section section;
    section.body = std::move(actions);
    return std::make_shared<schedule::Program>(schedule::Program{{std::move(section)}});
}

/// By a plan that passes nothing on.
Work straight_from_each(const Execution& execution, ExchangedParts parts) {
    StraightMessages messages(0);
    schedule::Cursor cursor = own_actions(execution);
    while (const auto action = cursor.next()) {
        if (action->is_control()) {
            messages.add_control(*action);
        } else if (execution.built.exchanges[action->blocks.first].part == 0) {
            const Bytes part = parts.size_at(*action);
            messages.add(*action, part, piece_of(execution, part));
        }
    }
    auto data =
        std::make_unique<mpi::ExchangedBlocks>(std::move(parts.to), std::move(parts.from), messages.take_blocks());
    return {.data = std::move(data),
            .program = in_one_section(messages.take_actions()),
            .num_blocks = std::max(1, messages.num_blocks())};
}

/// By a plan that passes parts on, of which those that are too large go straight, ahead of the others: both ends of a
/// message know which these are.
Work passed_on(const Execution& execution, ExchangedParts parts) {
    const scheme::Exchanges& exchanges = execution.built.exchanges;
    const Bytes most = policy::kMostOfUsual * execution.block;
    StraightMessages straight(exchanges.size());
    for (int shift = 1; shift < execution.size; ++shift) {
        const int next = (execution.rank + shift) % execution.size;
        const int last = (execution.rank + execution.size - shift) % execution.size;
        for (const schedule::Action& action : {schedule::Action{schedule::ActionKind::kSend, next, {}},
                                               schedule::Action{schedule::ActionKind::kReceive, last, {}}}) {
            if (const Bytes part = parts.size_at(action); part > most) {
                straight.add(action, part, piece_of(execution, part));
            }
        }
    }
    const int num_blocks = straight.num_blocks();
    std::vector<mpi::SizedBlock> blocks;
    for (int b = 0; b < exchanges.size(); ++b) {
        const scheme::Exchange exchange = exchanges[b];
        if (exchange.from != execution.rank && exchange.to != execution.rank) {
            blocks.emplace_back();
            continue;
        }
        const bool leaves = exchange.from == execution.rank;
        const int peer = leaves ? exchange.to : exchange.from;
        const Bytes part = size_of((leaves ? parts.to : parts.from)[static_cast<std::size_t>(peer)]);
        blocks.push_back({.place = leaves ? mpi::SizedBlock::Place::kLeaves : mpi::SizedBlock::Place::kComes,
                          .peer = peer,
                          .size = part > most || exchange.part > 0 ? Bytes(0) : part});
    }
    std::vector<schedule::Action> actions = straight.take_actions();
    std::int64_t capacity = 0;
    schedule::Cursor cursor = own_actions(execution);
    while (const auto action = cursor.next()) {
        actions.push_back(*action);
        capacity += action->blocks.count;
    }
    auto data = std::make_unique<mpi::SizedBlocks>(std::move(blocks), most, capacity, std::move(parts.to),
                                                   std::move(parts.from), straight.take_blocks(), execution.scratch);
    return {
        .data = std::move(data), .program = in_one_section(std::move(actions)), .num_blocks = std::max(1, num_blocks)};
}

}  // namespace

Asked asked_of_uneven_exchange(const CommunicatorState& state, PartOfRank to) {
    return Asked{.message = state.usual_parts.at(scheme::Operation::kAlltoall).size(),
                 .form = Form::kUneven,
                 .most_relayed = policy::kMostOfUsual,
                 .own_part = mean_of_others(state.group->placement.num_processes(), state.rank, to)};
}

Work exchange_uneven(const Execution& execution, PartOfRank part_to, PartOfRank part_from) {
    ExchangedParts parts;
    for (int rank = 0; rank < execution.size; ++rank) {
        parts.to.push_back(part_to(rank));
        parts.from.push_back(part_from(rank));
    }
    const auto own = static_cast<std::size_t>(execution.rank);
    copy(parts.to[own], parts.from[own]);
    return execution.is_relayed ? passed_on(execution, std::move(parts))
                                : straight_from_each(execution, std::move(parts));
}

}  // namespace causeway::calls
