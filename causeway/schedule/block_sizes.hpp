/// How large the blocks of a schedule are.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/schedule/schedule.hpp"

#include <vector>

namespace causeway::schedule {

/// The data of a collective, `total` bytes, cut into equal blocks of `block` bytes, of which the last one may be
/// shorter; or, with `starts`, into blocks of any sizes, also empty ones.
struct BlockSizes {
    Bytes total;
    Bytes block;
    /// [block], and one more that is the end: where each begins. Empty: blocks are equal.
    std::vector<Bytes> starts = {};

    /// Where the first byte of block `block_index` stands in the data.
    [[nodiscard]] Bytes offset_of(int block_index) const;
    [[nodiscard]] Bytes size_of(BlockRange blocks) const { return offset_of(blocks.end()) - offset_of(blocks.first); }
};

}  // namespace causeway::schedule
