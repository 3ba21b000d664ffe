/// How much memory this process takes, counted at every `new`.
#pragma once

#include <cstddef>

namespace causeway::test {

/// Counts from here: what lives now is 0. `overstepped` is called, once, as soon as more than `limit` bytes live.
void count_memory(std::size_t limit, void (*overstepped)());

/// The most bytes that lived at a time since then.
[[nodiscard]] std::size_t most_memory();

}  // namespace causeway::test
