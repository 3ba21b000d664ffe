#include "causeway/schedule/block_order.hpp"

#include <algorithm>
#include <numeric>

namespace causeway::schedule {

namespace {

template <typename Count>
std::span<Count> part_of(std::span<Count> counts, BlockRange blocks) {
    return blocks.count == 0
               ? std::span<Count>()
               : counts.subspan(static_cast<std::size_t>(blocks.first), static_cast<std::size_t>(blocks.count));
}

std::int64_t sum_of(std::span<const int> counts) {
    return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
}

void count_up(std::span<int> counts) {
    for (int& count : counts) {
        ++count;
    }
}

/// Those between the first and the last block that the program has to do with.
BlockRange blocks_of(const Program& program, int num_blocks) {
    std::int64_t first = num_blocks;
    std::int64_t end = 0;
    for (const Section& section : program.sections) {
        const std::int64_t shift = std::int64_t{section.stride} * (section.repetitions - 1);
        for (const Action& operation : section.body) {
            if (!operation.is_control()) {
                first = std::min(first, operation.blocks.first + std::min<std::int64_t>(0, shift));
                end = std::max(end, operation.blocks.end() + std::max<std::int64_t>(0, shift));
            }
        }
    }
    first = std::max<std::int64_t>(first, 0);
    end = std::min<std::int64_t>(end, num_blocks);
    return {static_cast<int>(first), static_cast<int>(std::max<std::int64_t>(0, end - first))};
}

}  // namespace

void BlockOrder::begin(std::span<const Program* const> strands, int num_blocks) {
    num_blocks_ = static_cast<std::size_t>(num_blocks);
    std::size_t all = kNumRows * num_blocks_;
    strands_.clear();
    for (const Program* program : strands) {
        strands_.push_back({blocks_of(*program, num_blocks), all});
        all += 2 * static_cast<std::size_t>(strands_.back().blocks.count);
    }
    counts_.assign(all, 0);
    writes_again_ = false;
    combines_after_sending_ = false;
    const std::span<int> writes = row(kTotalWrites);
    const std::span<int> reads = row(kTotalReads);
    for (std::size_t strand = 0; strand < strands.size(); ++strand) {
        const BlockRange own = strands_[strand].blocks;
        std::ranges::copy(part_of(writes, own), writes_before(strand, own).begin());
        std::ranges::copy(part_of(reads, own), reads_before(strand, own).begin());
        Cursor cursor(*strands[strand], num_blocks);
        while (const auto operation = cursor.next()) {
            count_up(part_of(operation->is_send() ? reads : writes, operation->blocks));
            const bool combines = operation->kind == ActionKind::kReceiveReduce;
            for (int b = operation->blocks.first; b < operation->blocks.end(); ++b) {
                const auto block = static_cast<std::size_t>(b);
                writes_again_ = writes_again_ || writes[block] > 1;
                combines_after_sending_ = combines_after_sending_ || (combines && reads[block] > 0);
            }
        }
    }
}

std::span<int> BlockOrder::writes_before(std::size_t strand, BlockRange blocks) {
    const StrandRows& rows = strands_[strand];
    const auto count = static_cast<std::size_t>(rows.blocks.count);
    return part_of(std::span(counts_).subspan(rows.begin, count), {blocks.first - rows.blocks.first, blocks.count});
}

std::span<int> BlockOrder::reads_before(std::size_t strand, BlockRange blocks) {
    const StrandRows& rows = strands_[strand];
    const auto count = static_cast<std::size_t>(rows.blocks.count);
    return part_of(std::span(counts_).subspan(rows.begin + count, count),
                   {blocks.first - rows.blocks.first, blocks.count});
}

Needs BlockOrder::enter(std::size_t strand, const Action& operation) {
    const std::span<int> writes = writes_before(strand, operation.blocks);
    const std::span<int> reads = reads_before(strand, operation.blocks);
    const Needs needs{.writes = sum_of(writes), .reads = operation.is_send() ? 0 : sum_of(reads)};
    count_up(operation.is_send() ? reads : writes);
    return needs;
}

bool BlockOrder::is_written(BlockRange blocks, const Needs& needs) const {
    return sum_of(part_of(row(kWritesDone), blocks)) == needs.writes;
}

bool BlockOrder::is_ready(const Action& operation, const Needs& needs) const {
    return is_written(operation.blocks, needs) &&
           (operation.is_send() || sum_of(part_of(row(kReadsDone), operation.blocks)) == needs.reads);
}

void BlockOrder::done(const Action& operation) {
    count_up(part_of(row(operation.is_send() ? kReadsDone : kWritesDone), operation.blocks));
}

}  // namespace causeway::schedule
