#include "causeway/mpi/scan_blocks.hpp"

#include "causeway/mpi/payload.hpp"

#include <utility>

namespace causeway::mpi {

ScanBlocks::ScanBlocks(ScanKind kind, const ReductionArguments& arguments, std::vector<ElementRun> runs,
                       const ScanUse& use, Scratch& scratch)
    : kind_(kind),
      op_(arguments.op),
      runs_(std::move(runs)),
      are_results_sent_(use.sends_results),
      scratch_(scratch),
      layout_(arguments.datatype),
      datatype_(arguments.datatype),
      program_(static_cast<std::byte*>(arguments.receive)) {
    const bool is_in_place = arguments.send == MPI_IN_PLACE || arguments.send == arguments.receive;
    // What is only sent from is not written.
    std::byte* const contribution = is_in_place ? program_ : static_cast<std::byte*>(const_cast<void*>(arguments.send));
    const bool are_results_ours = kind == ScanKind::kExclusive && use.receives_results;
    const bool are_totals_ours = use.receives_totals || (use.sends_totals && is_in_place);
    std::byte* room = nullptr;
    if (const int num_ours = (are_results_ours ? 1 : 0) + (are_totals_ours ? 1 : 0); num_ours > 0) {
        room = layout_.room_for(scratch.data, num_ours * arguments.count);
    }
    const auto place_in_room = [&] {
        std::byte* const place = room;
        copy_elements(contribution, place, arguments.count);
        room += arguments.count * layout_.extent();
        return place;
    };
    totals_ = are_totals_ours ? place_in_room() : contribution;
    results_ = are_results_ours ? place_in_room() : kind == ScanKind::kExclusive ? contribution : program_;
    if (kind == ScanKind::kInclusive && !is_in_place) {
        copy_elements(contribution, results_, arguments.count);
    }
    has_come_.assign(kind == ScanKind::kExclusive ? runs_.size() : 0, 0);
}

void ScanBlocks::copy_elements(void* from, void* to, std::int64_t count) const {
    copy(Payload({from, count, layout_.datatype()}, datatype_), Payload({to, count, layout_.datatype()}, datatype_));
}

ElementRun ScanBlocks::elements(schedule::BlockRange blocks) const {
    const auto num_results = static_cast<int>(runs_.size());
    return elements_of(runs_, {are_results(blocks) ? blocks.first : blocks.first - num_results, blocks.count});
}

MessageBuffer ScanBlocks::at(schedule::BlockRange blocks) const {
    return layout_.at(are_results(blocks) ? results_ : totals_, elements(blocks));
}

MessageBuffer ScanBlocks::partial(schedule::BlockRange blocks, std::size_t place) {
    return layout_.partial(scratch_, place, elements(blocks).count);
}

void ScanBlocks::combine(schedule::BlockRange blocks, std::size_t place, int) {
    const bool goes_to_program = kind_ == ScanKind::kExclusive && are_results(blocks);
    if (goes_to_program) {
        add_to_what_came(blocks, place);
    }
    if (!goes_to_program || are_results_sent_) {
        layout_.combine(scratch_, place, at(blocks), op_);
    }
}

void ScanBlocks::add_to_what_came(schedule::BlockRange blocks, std::size_t place) {
    const MessageBuffer all = partial(blocks, place);
    const std::int64_t first = elements(blocks).first;
    for (int b = blocks.first; b < blocks.end(); ++b) {
        const ElementRun run = runs_[static_cast<std::size_t>(b)];
        const MessageBuffer came = layout_.at(static_cast<std::byte*>(all.address), {run.first - first, run.count});
        const MessageBuffer ours = layout_.at(program_, run);
        if (has_come_[static_cast<std::size_t>(b)] != 0) {
            layout_.combine(came, ours, op_);
        } else {
            copy_elements(came.address, ours.address, run.count);
        }
        has_come_[static_cast<std::size_t>(b)] = 1;
    }
}

std::int64_t ScanBlocks::partial_bytes(schedule::BlockRange blocks) const {
    return layout_.bytes_of(elements(blocks).count);
}

}  // namespace causeway::mpi
