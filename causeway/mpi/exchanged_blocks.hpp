/// The blocks of an all-to-all in which nobody passes anything on.
#pragma once

#include "causeway/mpi/block_data.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/mpi/payload.hpp"

#include <mpi.h>

#include <climits>
#include <cstddef>
#include <utility>
#include <vector>

namespace causeway::mpi {

/// Parts of the program's buffers, sent and received as they are.
class ExchangedBlocks final : public CopiedBlocks {
public:
    /// `to` and `from`: what this process has for each, and where what comes from each goes, [process]. `peers`: the
    /// other process of each block, [block]. Throws MpiError.
    ExchangedBlocks(std::vector<BufferDescription> to, std::vector<BufferDescription> from, std::vector<int> peers)
        : to_(std::move(to)), from_(std::move(from)), peers_(std::move(peers)) {
        combine_elements(to_);
        combine_elements(from_);
    }
    ExchangedBlocks(const ExchangedBlocks&) = delete;
    ExchangedBlocks& operator=(const ExchangedBlocks&) = delete;
    ~ExchangedBlocks() override {
        for (MPI_Datatype& datatype : combined_) {
            PMPI_Type_free(&datatype);
        }
    }

    [[nodiscard]] MessageBuffer outgoing(schedule::BlockRange blocks) override {
        return as_message(to_[peer_of(blocks)]);
    }
    [[nodiscard]] MessageBuffer incoming(schedule::BlockRange blocks) override {
        return as_message(from_[peer_of(blocks)]);
    }
    void received(schedule::BlockRange) override {}

private:
    [[nodiscard]] std::size_t peer_of(schedule::BlockRange blocks) const {
        return static_cast<std::size_t>(peers_[static_cast<std::size_t>(blocks.first)]);
    }

    [[nodiscard]] static MessageBuffer as_message(const BufferDescription& part) {
        return {part.address, static_cast<int>(part.count), part.datatype};
    }

    /// More elements than an int counts become one element.
    void combine_elements([[maybe_unused]] std::vector<BufferDescription>& parts) {
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

    std::vector<BufferDescription> to_;
    std::vector<BufferDescription> from_;
    std::vector<int> peers_;
    std::vector<MPI_Datatype> combined_;  ///< owned
};

}  // namespace causeway::mpi
