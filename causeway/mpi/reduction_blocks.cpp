#include "causeway/mpi/reduction_blocks.hpp"

#include "causeway/mpi/datatype_layout.hpp"
#include "causeway/mpi/error.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace causeway::mpi {

std::vector<ElementRun> equal_runs(std::int64_t count, std::int64_t elements_per_block) {
    std::vector<ElementRun> runs;
    for (std::int64_t first = 0; first < count; first += elements_per_block) {
        runs.push_back({first, std::min(elements_per_block, count - first)});
    }
    return runs;
}

ReductionBlocks::ReductionBlocks(const ReductionArguments& arguments, std::vector<ElementRun> runs,
                                 bool is_received_here, Scratch& scratch)
    : arguments_(arguments), runs_(std::move(runs)), scratch_(scratch) {
    const DatatypeLayout layout = layout_of(arguments.datatype);
    extent_ = layout.extent;
    lower_bound_ = layout.true_lower_bound;
    span_ = layout.true_extent;
    // What is only sent from is not written.
    contribution_ =
        static_cast<std::byte*>(const_cast<void*>(arguments.send == MPI_IN_PLACE ? arguments.receive : arguments.send));
    if (!is_received_here) {
        elements_ = contribution_;
        return;
    }
    elements_ =
        arguments.has_result ? static_cast<std::byte*>(arguments.receive) : room_for(scratch.data, arguments.count);
    is_left_ = !arguments.has_result && scratch.data.is_left();
    if (contribution_ != elements_) {
        is_away_.assign(runs_.size(), 1);
        datatype_ = DatatypeView(arguments.datatype);
    }
}

void ReductionBlocks::bring(schedule::BlockRange blocks) {
    if (is_away_.empty()) {
        return;
    }
    for (int b = blocks.first; b < blocks.end(); ++b) {
        if (is_away_[static_cast<std::size_t>(b)] != 0) {
            const MessageBuffer to = at(elements_, {b, 1});
            copy_elements(at(contribution_, {b, 1}).address, to.address, to.count);
            take_up(b);
        }
    }
}

void ReductionBlocks::copy_elements(void* from, void* to, MPI_Count count) const {
    copy(Payload({from, count, arguments_.datatype}, datatype_), Payload({to, count, arguments_.datatype}, datatype_));
}

void ReductionBlocks::take_up(int block) {
    if (char& is_away = is_away_[static_cast<std::size_t>(block)]; is_away != 0) {
        is_away = 0;
        const bool is_to_stay = is_wanted(block) && !is_given_at_once_;
        held_bytes_ += is_left_ && !is_to_stay ? partial_bytes({block, 1}) : 0;
    }
}

void ReductionBlocks::over(int block) {
    if (!is_left_ || (is_wanted(block) && !is_given_at_once_)) {
        return;
    }
    const std::int64_t bytes = partial_bytes({block, 1});
    if (is_away_[static_cast<std::size_t>(block)] == 0) {
        held_bytes_ -= bytes;
        if (is_wanted(block)) {
            give(block);
        }
    }
    if (extent_ >= span_) {  // no other block's elements stand between
        scratch_.data.over(static_cast<std::byte*>(at(elements_, {block, 1}).address) + lower_bound_, bytes);
    }
}

void ReductionBlocks::want(schedule::BlockRange blocks, void* to) {
    wanted_ = blocks;
    is_given_.assign(static_cast<std::size_t>(blocks.count), 0);
    wanted_at_ = static_cast<std::byte*>(to);
    datatype_ = DatatypeView(arguments_.datatype);
    // Programs that give and get at the same place have what they do under many an MPI library.
    const AddressRange result = range_of({to, elements_of(blocks).count, arguments_.datatype});
    is_given_at_once_ = !result.overlaps(range_of({contribution_, arguments_.count, arguments_.datatype}));
}

void ReductionBlocks::give(int block) {
    bring({block, 1});
    const ElementRun run = runs_[static_cast<std::size_t>(block)];
    const std::int64_t before = run.first - runs_[static_cast<std::size_t>(wanted_.first)].first;
    const BufferDescription from{at(elements_, {block, 1}).address, run.count, arguments_.datatype};
    const BufferDescription to{wanted_at_ + before * extent_, run.count, arguments_.datatype};
    if (from.address != to.address) {
        (arguments_.has_result ? copy_to_before : copy)(Payload(from, datatype_), Payload(to, datatype_));
    }
    is_given_[static_cast<std::size_t>(block - wanted_.first)] = 1;
}

void ReductionBlocks::give() {
    for (int b = wanted_.first; b < wanted_.end(); ++b) {
        if (is_wanted(b)) {
            give(b);
        }
    }
}

std::byte* ReductionBlocks::room_for(GrowingMemory& memory, std::int64_t count) const {
    // With a negative extent the last element stands lowest.
    const std::int64_t to_last = (std::max<std::int64_t>(1, count) - 1) * extent_;
    const std::int64_t lowest = std::min<std::int64_t>(0, to_last) + lower_bound_;
    const std::int64_t bytes = std::abs(to_last) + std::max<std::int64_t>(1, span_);
    return memory.at_least(bytes) - lowest;
}

ElementRun ReductionBlocks::elements_of(schedule::BlockRange blocks) const {
    const ElementRun first = runs_[static_cast<std::size_t>(blocks.first)];
    const ElementRun last = runs_[static_cast<std::size_t>(blocks.end()) - 1];
    return {first.first, last.first + last.count - first.first};
}

MessageBuffer ReductionBlocks::at(std::byte* base, schedule::BlockRange blocks) const {
    const ElementRun run = elements_of(blocks);
    return {base + run.first * extent_, static_cast<int>(run.count), arguments_.datatype};
}

MessageBuffer ReductionBlocks::outgoing(schedule::BlockRange blocks) {
    const auto first = is_away_.begin() + blocks.first;
    if (!is_away_.empty() && std::all_of(first, first + blocks.count, [](char is_away) { return is_away != 0; })) {
        return at(contribution_, blocks);
    }
    bring(blocks);
    return at(elements_, blocks);
}

MessageBuffer ReductionBlocks::incoming(schedule::BlockRange blocks) {
    for (int b = blocks.first; !is_away_.empty() && b < blocks.end(); ++b) {
        take_up(b);
    }
    return at(elements_, blocks);
}

void ReductionBlocks::received(schedule::BlockRange) {}

std::int64_t ReductionBlocks::partial_bytes(schedule::BlockRange blocks) const {
    return elements_of(blocks).count * std::abs(extent_);
}

MessageBuffer ReductionBlocks::partial(schedule::BlockRange blocks, std::size_t place) {
    if (scratch_.partials.size() <= place) {
        scratch_.partials.resize(place + 1);
    }
    const std::int64_t count = elements_of(blocks).count;
    return {room_for(scratch_.partials[place], count), static_cast<int>(count), arguments_.datatype};
}

void ReductionBlocks::combine(schedule::BlockRange blocks, std::size_t place) {
    const MessageBuffer ours = at(elements_, blocks);
    if (ours.count == 0) {
        return;
    }
    bring(blocks);
    check(PMPI_Reduce_local(room_for(scratch_.partials[place], ours.count), ours.address, ours.count,
                            arguments_.datatype, arguments_.op),
          "MPI_Reduce_local");
}

}  // namespace causeway::mpi
