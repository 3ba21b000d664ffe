#include "causeway/mpi/exchanged_blocks.hpp"

#include "causeway/mpi/error.hpp"

#include <climits>
#include <utility>

namespace causeway::mpi {

ExchangedBlocks::ExchangedBlocks(std::vector<BufferDescription> to, std::vector<BufferDescription> from,
                                 std::vector<ExchangedBlock> blocks)
    : to_{std::move(to), {}}, from_{std::move(from), {}}, blocks_(std::move(blocks)) {
    combine_elements(to_.whole);
    combine_elements(from_.whole);
}

ExchangedBlocks::~ExchangedBlocks() {
    for (MPI_Datatype& datatype : combined_) {
        PMPI_Type_free(&datatype);
    }
}

MessageBuffer ExchangedBlocks::outgoing(schedule::BlockRange blocks) {
    return message(to_, blocks_[static_cast<std::size_t>(blocks.first)]);
}

MessageBuffer ExchangedBlocks::incoming(schedule::BlockRange blocks) {
    return message(from_, blocks_[static_cast<std::size_t>(blocks.first)]);
}

MessageBuffer ExchangedBlocks::message(Parts& parts, const ExchangedBlock& block) {
    const auto peer = static_cast<std::size_t>(block.peer);
    if (block.begin == block.end) {
        const BufferDescription& part = parts.whole[peer];
        return {part.address, static_cast<int>(part.count), part.datatype};
    }
    parts.payloads.resize(parts.whole.size());
    Payload& payload = parts.payloads[peer];
    if (payload.size() == 0) {
        payload = Payload(parts.whole[peer]);
    }
    message_.clear();
    message_.add(payload, block.begin.value(), block.end.value());
    return message_.buffer();
}

/// More elements than an int counts become one element.
void ExchangedBlocks::combine_elements([[maybe_unused]] std::vector<BufferDescription>& parts) {
#if MPI_VERSION >= 4
    for (BufferDescription& part : parts) {
        if (part.count > INT_MAX) {
            combined_.reserve(combined_.size() + 1);
            MPI_Datatype all = MPI_DATATYPE_NULL;
            check(PMPI_Type_contiguous_c(part.count, part.datatype, &all), "MPI_Type_contiguous_c");
            combined_.push_back(all);
            check(PMPI_Type_commit(&combined_.back()), "MPI_Type_commit");
            part = {part.address, 1, all};
        }
    }
#endif
}

}  // namespace causeway::mpi
