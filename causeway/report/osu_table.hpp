/// Tables as the OSU micro-benchmarks print those of a collective's latency, for the programs that read them.
///
/// Source: OSU micro-benchmarks 5 to 7.0, what osu_bcast and the others print without options.
#pragma once

#include "causeway/base/units.hpp"

#include <span>
#include <string>
#include <string_view>

namespace causeway::report {

struct OsuRow {
    Bytes size;
    Seconds latency;
};

/// `benchmark`: as OSU calls it, "Broadcast" in "# OSU MPI Broadcast Latency Test". Without sizes, as of a barrier,
/// there is one row. The version in the first line is that of the layout.
[[nodiscard]] std::string osu_table(std::string_view benchmark, bool has_sizes, std::span<const OsuRow> rows);

}  // namespace causeway::report
