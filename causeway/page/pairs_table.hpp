/// A table of all ordered pairs of clusters.
#pragma once

#include "causeway/base/matrix.hpp"
#include "causeway/platform/platform.hpp"

#include <optional>
#include <string>

namespace causeway::page {

/// Of more clusters a table of all pairs is too much.
inline constexpr int kMostInPairsTable = 64;

struct PairsTable {
    std::string caption;
    base::SquareMatrix<std::optional<double>> values;  ///< [from][to]; > 0, or 0 and nothing, which are not shaded
    std::string (*shown)(double value) = nullptr;
    bool large_stands_out = true;  ///< else what is small does
};

/// Entries are shaded by the logarithms of their values.
[[nodiscard]] std::string html_of(const PairsTable& table, const platform::Platform& platform);

}  // namespace causeway::page
