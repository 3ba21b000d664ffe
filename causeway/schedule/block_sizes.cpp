#include "causeway/schedule/block_sizes.hpp"

#include <algorithm>

namespace causeway::schedule {

Bytes BlockSizes::offset_of(int block_index) const {
    return std::min(total, std::int64_t{block_index} * block);
}

}  // namespace causeway::schedule
