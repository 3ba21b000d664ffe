#include "causeway/mpi/reduction_blocks.hpp"

#include <algorithm>
#include <utility>

namespace causeway::mpi {

namespace {

/// As many elements in each, one block after another.
std::vector<ElementRun> in_a_row(std::vector<ElementRun> runs) {
    std::int64_t next = 0;
    for (ElementRun& run : runs) {
        run.first = next;
        next += run.count;
    }
    return runs;
}

}  // namespace

ReductionBlocks::ReductionBlocks(const ReductionArguments& arguments, std::vector<ElementRun> runs,
                                 bool is_received_here, Scratch& scratch)
    : arguments_(arguments), runs_(std::move(runs)), scratch_(scratch), layout_(arguments.datatype) {
    // What is only sent from is not written.
    contribution_ =
        static_cast<std::byte*>(const_cast<void*>(arguments.send == MPI_IN_PLACE ? arguments.receive : arguments.send));
    if (!is_received_here) {
        elements_ = contribution_;
        own_runs_ = runs_;
        return;
    }
    own_runs_ = arguments.has_result ? runs_ : in_a_row(runs_);
    elements_ = arguments.has_result ? static_cast<std::byte*>(arguments.receive)
                                     : layout_.room_for(scratch.data, arguments.count);
    is_left_ = !arguments.has_result && scratch.data.is_left();
    if (contribution_ != elements_) {
        is_away_.assign(runs_.size(), 1);
    }
    if (contribution_ != elements_ || arguments.rank_in_order) {
        datatype_ = DatatypeView(arguments.datatype);
    }
}

void ReductionBlocks::bring(schedule::BlockRange blocks) {
    if (is_away_.empty()) {
        return;
    }
    for (int b = blocks.first; b < blocks.end(); ++b) {
        if (is_away_[static_cast<std::size_t>(b)] != 0) {
            const MessageBuffer to = at({b, 1});
            copy_elements(contributed({b, 1}).address, to.address, to.count);
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
    if (layout_.extent() >= layout_.span()) {  // no other block's elements stand between
        scratch_.data.over(static_cast<std::byte*>(at({block, 1}).address) + layout_.lower_bound(), bytes);
    }
}

void ReductionBlocks::want(schedule::BlockRange blocks, void* to) {
    wanted_ = blocks;
    is_given_.assign(static_cast<std::size_t>(blocks.count), 0);
    wanted_at_ = static_cast<std::byte*>(to);
    datatype_ = DatatypeView(arguments_.datatype);
    // Programs that give and get at the same place have what they do under many an MPI library.
    const AddressRange result = range_of({to, elements_of(own_runs_, blocks).count, arguments_.datatype});
    is_given_at_once_ = !result.overlaps(range_of({contribution_, arguments_.count, arguments_.datatype}));
}

void ReductionBlocks::give(int block) {
    bring({block, 1});
    const ElementRun run = own_runs_[static_cast<std::size_t>(block)];
    const std::int64_t before = run.first - own_runs_[static_cast<std::size_t>(wanted_.first)].first;
    const BufferDescription from{at({block, 1}).address, run.count, arguments_.datatype};
    const BufferDescription to{wanted_at_ + before * layout_.extent(), run.count, arguments_.datatype};
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

MessageBuffer ReductionBlocks::outgoing(schedule::BlockRange blocks) {
    const auto first = is_away_.begin() + blocks.first;
    const bool are_away =
        !is_away_.empty() && std::all_of(first, first + blocks.count, [](char is_away) { return is_away != 0; });
    if (are_away && follow_each_other(runs_, blocks)) {
        return contributed(blocks);
    }
    bring(blocks);
    return at(blocks);
}

MessageBuffer ReductionBlocks::incoming(schedule::BlockRange blocks) {
    for (int b = blocks.first; !is_away_.empty() && b < blocks.end(); ++b) {
        take_up(b);
    }
    return at(blocks);
}

void ReductionBlocks::received(schedule::BlockRange) {}

std::int64_t ReductionBlocks::partial_bytes(schedule::BlockRange blocks) const {
    return layout_.bytes_of(elements_of(own_runs_, blocks).count);
}

MessageBuffer ReductionBlocks::partial(schedule::BlockRange blocks, std::size_t place) {
    return layout_.partial(scratch_, place, elements_of(own_runs_, blocks).count);
}

void ReductionBlocks::combine(schedule::BlockRange blocks, std::size_t place, int from) {
    const MessageBuffer ours = at(blocks);
    if (ours.count == 0) {
        return;
    }
    bring(blocks);
    if (!arguments_.rank_in_order || from < *arguments_.rank_in_order) {
        layout_.combine(scratch_, place, ours, arguments_.op);
        return;
    }
    const MessageBuffer theirs = layout_.partial(scratch_, place, ours.count);
    layout_.combine(ours, theirs, arguments_.op);
    copy_elements(theirs.address, ours.address, ours.count);
}

}  // namespace causeway::mpi
