#include "causeway/mpi/scan_blocks.hpp"

#include "causeway/mpi/payload.hpp"

#include <utility>

namespace causeway::mpi {

ScanBlocks::ScanBlocks(const ReductionArguments& arguments, std::vector<ElementRun> runs, Results results,
                       bool are_totals_sent, bool are_totals_received, Scratch& scratch)
    : runs_(std::move(runs)),
      op_(arguments.op),
      scratch_(scratch),
      layout_(arguments.datatype),
      results_(static_cast<std::byte*>(arguments.receive)) {
    const bool is_in_place = arguments.send == MPI_IN_PLACE || arguments.send == arguments.receive;
    // What is only sent from is not written.
    totals_ = is_in_place ? results_ : static_cast<std::byte*>(const_cast<void*>(arguments.send));
    const DatatypeView datatype(arguments.datatype);
    const auto payload_at = [&](std::byte* base) {
        return Payload({base, arguments.count, arguments.datatype}, datatype);
    };
    const bool are_totals_used = are_totals_sent || are_totals_received;
    if (results == Results::kWithOwn && !is_in_place) {
        copy(payload_at(totals_), payload_at(results_));
    }
    if (are_totals_used && (is_in_place || are_totals_received)) {
        std::byte* const room = layout_.room_for(scratch.data, arguments.count);
        copy(payload_at(totals_), payload_at(room));
        totals_ = room;
    }
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

void ScanBlocks::combine(schedule::BlockRange blocks, std::size_t place) {
    layout_.combine(scratch_, place, at(blocks), op_);
}

std::int64_t ScanBlocks::partial_bytes(schedule::BlockRange blocks) const {
    return layout_.bytes_of(elements(blocks).count);
}

}  // namespace causeway::mpi
