#include "causeway/mpi/gathered_operands.hpp"

#include "causeway/mpi/payload.hpp"

#include <utility>

namespace causeway::mpi {

GatheredOperands::GatheredOperands(const ReductionArguments& arguments, std::vector<schedule::BlockRange> of_process,
                                   int rank, std::vector<ElementRun> runs, Scratch& scratch)
    : arguments_(arguments),
      of_process_(std::move(of_process)),
      runs_(std::move(runs)),
      layout_(arguments.datatype),
      datatype_(arguments.datatype),
      operands_(layout_.room_for(scratch.data, static_cast<std::int64_t>(of_process_.size()) * arguments.count)) {
    void* const own = arguments.send == MPI_IN_PLACE ? arguments.receive : const_cast<void*>(arguments.send);
    copy_elements({own, static_cast<int>(arguments.count), arguments.datatype}, operand_of(rank));
}

MessageBuffer GatheredOperands::at(schedule::BlockRange blocks) const {
    const int of_each = static_cast<int>(runs_.size());
    const auto place_of = [&](int block) {
        return block / of_each * arguments_.count + runs_[static_cast<std::size_t>(block % of_each)].first;
    };
    const std::int64_t first = place_of(blocks.first);
    const int last = blocks.end() - 1;
    const std::int64_t end = place_of(last) + runs_[static_cast<std::size_t>(last % of_each)].count;
    return layout_.at(operands_, {first, end - first});
}

void GatheredOperands::copy_elements(const MessageBuffer& from, const MessageBuffer& to) const {
    copy(Payload({from.address, from.count, from.datatype}, datatype_),
         Payload({to.address, to.count, to.datatype}, datatype_));
}

void GatheredOperands::combine_up_to(int last) {
    if (last < 0) {
        return;
    }
    const MessageBuffer combined = operand_of(last);
    for (int process = last - 1; process >= 0; --process) {
        layout_.combine(operand_of(process), combined, arguments_.op);
    }
    copy_elements(combined, {arguments_.receive, static_cast<int>(arguments_.count), arguments_.datatype});
}

}  // namespace causeway::mpi
