/// Logarithms in integers: the same on every machine.
#pragma once

#include <bit>
#include <cassert>

namespace causeway::strategy {

/// floor(log2 n) for n >= 1.
[[nodiscard]] constexpr int floor_log2(int n) {
    assert(n >= 1);
    return static_cast<int>(std::bit_width(static_cast<unsigned>(n))) - 1;
}

/// ceil(log2 n) for n >= 1.
[[nodiscard]] constexpr int ceil_log2(int n) {
    assert(n >= 1);
    return n == 1 ? 0 : floor_log2(n - 1) + 1;
}

}  // namespace causeway::strategy
