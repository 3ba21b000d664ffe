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

/// Whether so few operations work on the blocks that numbering what they tell apart pays.
bool are_few(std::span<const Program* const> strands, int num_blocks) {
    constexpr std::int64_t kBlocksOfOne = 4;
    std::int64_t operations = 0;
    for (const Program* program : strands) {
        operations += num_operations(*program);
    }
    return kBlocksOfOne * operations < num_blocks;
}

}  // namespace

void BlockOrder::begin(std::span<const Program* const> strands, int num_blocks) {
    number_places(strands, num_blocks);
    std::size_t all = kNumRows * num_places_;
    strands_.clear();
    for (const Program* program : strands) {
        strands_.push_back({places_of(blocks_of(*program, num_blocks)), all});
        all += 2 * static_cast<std::size_t>(strands_.back().places.count);
    }
    counts_.assign(all, 0);
    writes_again_ = false;
    combines_after_sending_ = false;
    const std::span<int> writes = row(kTotalWrites);
    const std::span<int> reads = row(kTotalReads);
    for (std::size_t strand = 0; strand < strands.size(); ++strand) {
        const BlockRange own = strands_[strand].places;
        std::ranges::copy(part_of(writes, own), writes_before(strand, own).begin());
        std::ranges::copy(part_of(reads, own), reads_before(strand, own).begin());
        Cursor cursor(*strands[strand], num_blocks);
        while (const auto operation = cursor.next()) {
            const BlockRange places = places_of(operation->blocks);
            count_up(part_of(operation->is_send() ? reads : writes, places));
            const bool combines = operation->kind == ActionKind::kReceiveReduce;
            for (int p = places.first; p < places.end(); ++p) {
                const auto place = static_cast<std::size_t>(p);
                writes_again_ = writes_again_ || writes[place] > 1;
                combines_after_sending_ = combines_after_sending_ || (combines && reads[place] > 0);
            }
        }
    }
}

void BlockOrder::number_places(std::span<const Program* const> strands, int num_blocks) {
    borders_.clear();
    num_places_ = static_cast<std::size_t>(num_blocks);
    if (!are_few(strands, num_blocks)) {
        return;
    }
    borders_ = {0, num_blocks};
    for (const Program* program : strands) {
        Cursor cursor(*program, num_blocks);
        while (const auto operation = cursor.next()) {
            if (!operation->is_control()) {
                borders_.push_back(operation->blocks.first);
                borders_.push_back(operation->blocks.end());
            }
        }
    }
    std::sort(borders_.begin(), borders_.end());
    borders_.erase(std::unique(borders_.begin(), borders_.end()), borders_.end());
    num_places_ = borders_.size() - 1;
}

BlockRange BlockOrder::places_of(BlockRange blocks) const {
    if (borders_.empty() || blocks.count == 0) {
        return blocks;
    }
    const auto place_at = [this](int block) {
        return static_cast<int>(std::ranges::lower_bound(borders_, block) - borders_.begin());
    };
    const int first = place_at(blocks.first);
    return {first, place_at(blocks.end()) - first};
}

std::span<int> BlockOrder::writes_before(std::size_t strand, BlockRange places) {
    const StrandRows& rows = strands_[strand];
    const auto count = static_cast<std::size_t>(rows.places.count);
    return part_of(std::span(counts_).subspan(rows.begin, count), {places.first - rows.places.first, places.count});
}

std::span<int> BlockOrder::reads_before(std::size_t strand, BlockRange places) {
    const StrandRows& rows = strands_[strand];
    const auto count = static_cast<std::size_t>(rows.places.count);
    return part_of(std::span(counts_).subspan(rows.begin + count, count),
                   {places.first - rows.places.first, places.count});
}

Needs BlockOrder::enter(std::size_t strand, const Action& operation) {
    const BlockRange places = places_of(operation.blocks);
    const std::span<int> writes = writes_before(strand, places);
    const std::span<int> reads = reads_before(strand, places);
    const Needs needs{.writes = sum_of(writes), .reads = operation.is_send() ? 0 : sum_of(reads)};
    count_up(operation.is_send() ? reads : writes);
    return needs;
}

bool BlockOrder::is_written(BlockRange blocks, const Needs& needs) const {
    return sum_of(part_of(row(kWritesDone), places_of(blocks))) == needs.writes;
}

bool BlockOrder::is_ready(const Action& operation, const Needs& needs) const {
    return is_written(operation.blocks, needs) &&
           (operation.is_send() || sum_of(part_of(row(kReadsDone), places_of(operation.blocks))) == needs.reads);
}

void BlockOrder::done(const Action& operation) {
    count_up(part_of(row(operation.is_send() ? kReadsDone : kWritesDone), places_of(operation.blocks)));
}

std::optional<int> BlockOrder::first_unwritten() const {
    const std::span<const int> done = row(kWritesDone);
    const auto [open, total] = std::ranges::mismatch(done, row(kTotalWrites));
    return open == done.end() ? std::nullopt : std::optional(first_block_of(static_cast<int>(open - done.begin())));
}

}  // namespace causeway::schedule
