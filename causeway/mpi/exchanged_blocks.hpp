/// The blocks of an all-to-all in which nobody passes anything on.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/mpi/block_data.hpp"
#include "causeway/mpi/payload.hpp"

#include <mpi.h>

#include <cstddef>
#include <vector>

namespace causeway::mpi {

/// A block: what this process has for another, or gets from it, or a piece of that.
struct ExchangedBlock {
    int peer = 0;
    Bytes begin{0};  ///< in the packed data
    Bytes end{0};    ///< the same as `begin`: all of it
};

/// Parts of the program's buffers, sent and received as they are. Those of which a block is a piece go as bytes.
class ExchangedBlocks final : public CopiedBlocks {
public:
    /// `to` and `from`: what this process has for each, and where what comes from each goes, [process]. Throws
    /// MpiError.
    ExchangedBlocks(std::vector<BufferDescription> to, std::vector<BufferDescription> from,
                    std::vector<ExchangedBlock> blocks);
    ExchangedBlocks(const ExchangedBlocks&) = delete;
    ExchangedBlocks& operator=(const ExchangedBlocks&) = delete;
    ~ExchangedBlocks() override;

    /// As they were given, [process].
    [[nodiscard]] const std::vector<BufferDescription>& to() const { return to_.whole; }
    [[nodiscard]] const std::vector<BufferDescription>& from() const { return from_.whole; }

    [[nodiscard]] MessageBuffer outgoing(schedule::BlockRange blocks) override;
    [[nodiscard]] MessageBuffer incoming(schedule::BlockRange blocks) override;
    void received(schedule::BlockRange) override {}

private:
    struct Parts {
        std::vector<BufferDescription> whole;  ///< [process]
        std::vector<Payload> payloads;         ///< [process], once pieces are asked for
    };

    [[nodiscard]] MessageBuffer message(Parts& parts, const ExchangedBlock& block);
    void combine_elements(std::vector<BufferDescription>& parts);

    Parts to_;
    Parts from_;
    std::vector<ExchangedBlock> blocks_;
    std::vector<MPI_Datatype> combined_;  ///< owned
    MessageMemory message_;               ///< of a piece
};

}  // namespace causeway::mpi
