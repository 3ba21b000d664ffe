/// What an operation has to wait for, by counting: the verifier's, the simulator's and the executor's common reading of
/// "dependencies follow from the data" (schedule.hpp).
#pragma once

#include "causeway/schedule/schedule.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace causeway::schedule {

/// How often blocks of an operation are to be written and read before it, summed over the blocks.
struct Needs {
    std::int64_t writes = 0;  ///< receives, of either kind
    std::int64_t reads = 0;   ///< sends; only writers wait for them
};

/// The operations of one process on its blocks, in all strands. Every operation is entered when its strand's program
/// comes to it, and told when it is over.
class BlockOrder {
public:
    BlockOrder() = default;

    /// `strands`: the process's program in each. They need not outlive the constructor.
    BlockOrder(std::span<const Program* const> strands, int num_blocks) { begin(strands, num_blocks); }

    /// Begins anew, as when it was made; keeps its memory.
    void begin(std::span<const Program* const> strands, int num_blocks);

    /// The strand's next operation: what it needs. Called once for each, in the order of the program.
    [[nodiscard]] Needs enter(std::size_t strand, const Action& operation);

    /// Whether all that `operation` waits for is over; `needs` as it was entered. Among the operations on a block each
    /// waits for the writers before it, so sums over blocks are reached only by reaching them on every block.
    [[nodiscard]] bool is_ready(const Action& operation, const Needs& needs) const;

    /// Whether the writers before it are over: all that a sender waits for.
    [[nodiscard]] bool is_written(BlockRange blocks, const Needs& needs) const;

    /// `operation` is over.
    void done(const Action& operation);

    /// Whether some block is written more than once: then it matters in which order.
    [[nodiscard]] bool writes_again() const { return writes_again_; }

    /// Whether some block is combined with what comes after it has been sent: two processes that exchange it. What
    /// comes early must not count before the other has left.
    [[nodiscard]] bool combines_after_sending() const { return combines_after_sending_; }

    /// Whether all that ever write the block are over.
    [[nodiscard]] bool is_final(int block) const {
        const auto b = static_cast<std::size_t>(block);
        return row(kWritesDone)[b] == row(kTotalWrites)[b];
    }

    /// Whether all that is ever done with the block is.
    [[nodiscard]] bool is_over(int block) const {
        const auto b = static_cast<std::size_t>(block);
        return is_final(block) && row(kReadsDone)[b] == row(kTotalReads)[b];
    }

    /// The memory that it keeps, in bytes.
    [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(counts_.capacity() * sizeof(int)); }

private:
    /// What is counted for each block.
    enum Row : std::size_t { kTotalWrites, kTotalReads, kWritesDone, kReadsDone, kNumRows };

    /// Where the counts of a strand stand, for the blocks that it has to do with: the writes that stand before its next
    /// operation on each, and behind these the reads.
    struct StrandRows {
        BlockRange blocks;
        std::size_t begin = 0;
    };

    [[nodiscard]] std::span<int> row(std::size_t number) {
        return std::span(counts_).subspan(number * num_blocks_, num_blocks_);
    }
    [[nodiscard]] std::span<const int> row(std::size_t number) const {
        return std::span(counts_).subspan(number * num_blocks_, num_blocks_);
    }
    /// Of these blocks.
    [[nodiscard]] std::span<int> writes_before(std::size_t strand, BlockRange blocks);
    [[nodiscard]] std::span<int> reads_before(std::size_t strand, BlockRange blocks);

    std::vector<int> counts_;  ///< [row][block], then those of the strands
    std::vector<StrandRows> strands_;
    std::size_t num_blocks_ = 0;
    bool writes_again_ = false;
    bool combines_after_sending_ = false;
};

}  // namespace causeway::schedule
