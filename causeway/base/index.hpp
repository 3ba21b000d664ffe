/// Numbers of processes, hosts and clusters are `int`, as in MPI; the standard library counts with std::size_t.
#pragma once

#include <cassert>
#include <cstddef>

namespace causeway::base {

/// The place in a container that the number `index`, not negative, stands for.
[[nodiscard]] constexpr std::size_t at(int index) {
    assert(index >= 0);
    return static_cast<std::size_t>(index);
}

}  // namespace causeway::base
