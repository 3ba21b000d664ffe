/// What an operation has to wait for, by counting: the verifier's, the simulator's and the executor's common reading of
/// "dependencies follow from the data" (schedule.hpp).
#pragma once

#include "causeway/schedule/schedule.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
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
///
/// It counts by places: a place is a block, or, where there are many more blocks than operations on them, all blocks
/// between two at which some operation begins or ends, which happen to all of them. So what a process keeps grows with
/// what it does, not with how many others there are whose blocks pass.
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

    [[nodiscard]] int num_places() const { return static_cast<int>(num_places_); }

    /// Where the blocks of an operation are counted.
    [[nodiscard]] BlockRange places_of(BlockRange blocks) const;

    /// A block that has still to be written, the first of them; nothing once all that ever write are over.
    [[nodiscard]] std::optional<int> first_unwritten() const;

    /// Calls `take(block)` for each of the blocks of an operation with which all that is ever done is.
    template <typename Take>
    void for_each_over(BlockRange blocks, const Take& take) const {
        const BlockRange places = places_of(blocks);
        for (int p = places.first; p < places.end(); ++p) {
            const auto place = static_cast<std::size_t>(p);
            if (row(kWritesDone)[place] != row(kTotalWrites)[place] ||
                row(kReadsDone)[place] != row(kTotalReads)[place]) {
                continue;
            }
            for (int b = first_block_of(p); b < first_block_of(p + 1); ++b) {
                take(b);
            }
        }
    }

    /// The memory that it keeps, in bytes.
    [[nodiscard]] std::int64_t size() const {
        return static_cast<std::int64_t>((counts_.capacity() + borders_.capacity()) * sizeof(int));
    }

private:
    /// What is counted for each place.
    enum Row : std::size_t { kTotalWrites, kTotalReads, kWritesDone, kReadsDone, kNumRows };

    /// Where the counts of a strand stand, for the places that it has to do with: the writes that stand before its next
    /// operation on each, and behind these the reads.
    struct StrandRows {
        BlockRange places;
        std::size_t begin = 0;
    };

    void number_places(std::span<const Program* const> strands, int num_blocks);
    [[nodiscard]] int first_block_of(int place) const {
        return borders_.empty() ? place : borders_[static_cast<std::size_t>(place)];
    }
    [[nodiscard]] std::span<int> row(std::size_t number) {
        return std::span(counts_).subspan(number * num_places_, num_places_);
    }
    [[nodiscard]] std::span<const int> row(std::size_t number) const {
        return std::span(counts_).subspan(number * num_places_, num_places_);
    }
    /// Of these places.
    [[nodiscard]] std::span<int> writes_before(std::size_t strand, BlockRange places);
    [[nodiscard]] std::span<int> reads_before(std::size_t strand, BlockRange places);

    std::vector<int> counts_;  ///< [row][place], then those of the strands
    std::vector<StrandRows> strands_;
    std::size_t num_places_ = 0;
    std::vector<int> borders_;  ///< [place]: its first block, and at last the end of the last; none: blocks are places
    bool writes_again_ = false;
    bool combines_after_sending_ = false;
};

}  // namespace causeway::schedule
