/// Pairs of hosts that are looked at again, because what was seen of them may have been disturbed.
#pragma once

#include "causeway/base/matrix.hpp"

#include <cmath>

namespace causeway::discovery {

/// Whether both ways between the hosts `a` and `b` were measured.
[[nodiscard]] inline bool is_known(const base::SquareMatrix<double>& seconds, int a, int b) {
    return std::isfinite(seconds(a, b)) && std::isfinite(seconds(b, a));
}

}  // namespace causeway::discovery
