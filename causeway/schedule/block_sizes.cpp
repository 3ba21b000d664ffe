#include "causeway/schedule/block_sizes.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace causeway::schedule {

Bytes BlockSizes::offset_of(int block_index) const {
    return starts.empty() ? std::min(total, std::int64_t{block_index} * block)
                          : starts[static_cast<std::size_t>(block_index)];
}

}  // namespace causeway::schedule
