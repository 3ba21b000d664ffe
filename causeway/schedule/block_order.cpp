#include "causeway/schedule/block_order.hpp"

#include <algorithm>
#include <cstddef>

namespace causeway::schedule {

void BlockOrder::begin(std::span<const Program* const> strands, int num_blocks) {
    const auto blocks = static_cast<std::size_t>(num_blocks);
    total_writes_.assign(blocks, 0);
    writes_done_.assign(blocks, 0);
    reads_done_.assign(blocks, 0);
    writes_before_.assign(strands.size() * blocks, 0);
    reads_before_.assign(strands.size() * blocks, 0);
    total_reads_.assign(blocks, 0);
    combines_after_sending_ = false;
    for (std::size_t strand = 0; strand < strands.size(); ++strand) {
        const auto begin = static_cast<std::ptrdiff_t>(place(strand, 0));
        std::copy(total_writes_.begin(), total_writes_.end(), writes_before_.begin() + begin);
        std::copy(total_reads_.begin(), total_reads_.end(), reads_before_.begin() + begin);
        Cursor cursor(*strands[strand], num_blocks);
        while (const auto operation = cursor.next()) {
            std::vector<int>& counts = operation->is_send() ? total_reads_ : total_writes_;
            const bool combines = operation->kind == ActionKind::kReceiveReduce;
            for (int b = operation->blocks.first; b < operation->blocks.end(); ++b) {
                const auto block = static_cast<std::size_t>(b);
                ++counts[block];
                combines_after_sending_ = combines_after_sending_ || (combines && total_reads_[block] > 0);
            }
        }
    }
}

Needs BlockOrder::enter(std::size_t strand, const Action& operation) {
    Needs needs;
    for (int b = operation.blocks.first; b < operation.blocks.end(); ++b) {
        int& writes = writes_before_[place(strand, b)];
        int& reads = reads_before_[place(strand, b)];
        needs.writes += writes;
        needs.reads += operation.is_send() ? 0 : reads;
        ++(operation.is_send() ? reads : writes);
    }
    return needs;
}

bool BlockOrder::is_written(BlockRange blocks, const Needs& needs) const {
    std::int64_t writes = 0;
    for (int b = blocks.first; b < blocks.end(); ++b) {
        writes += writes_done_[static_cast<std::size_t>(b)];
    }
    return writes == needs.writes;
}

bool BlockOrder::is_ready(const Action& operation, const Needs& needs) const {
    if (!is_written(operation.blocks, needs)) {
        return false;
    }
    if (operation.is_send()) {
        return true;
    }
    std::int64_t reads = 0;
    for (int b = operation.blocks.first; b < operation.blocks.end(); ++b) {
        reads += reads_done_[static_cast<std::size_t>(b)];
    }
    return reads == needs.reads;
}

void BlockOrder::done(const Action& operation) {
    std::vector<int>& counts = operation.is_send() ? reads_done_ : writes_done_;
    for (int b = operation.blocks.first; b < operation.blocks.end(); ++b) {
        ++counts[static_cast<std::size_t>(b)];
    }
}

}  // namespace causeway::schedule
