#include "causeway/report/osu_table.hpp"

#include <fmt/format.h>

#include <iterator>

namespace causeway::report {

std::string osu_table(std::string_view benchmark, bool has_sizes, std::span<const OsuRow> rows) {
    constexpr double kMicroseconds = 1e6;
    constexpr std::string_view kLatency = "Avg Latency(us)";
    std::string text = fmt::format("\n# OSU MPI {} Latency Test v7.0\n", benchmark);
    text += has_sizes ? fmt::format("{:<10}{:>18}\n", "# Size", kLatency) : fmt::format("# {}\n", kLatency);
    for (const OsuRow& row : rows) {
        const double latency = row.latency.value() * kMicroseconds;
        if (has_sizes) {
            fmt::format_to(std::back_inserter(text), "{:<10}{:>18.2f}\n", row.size.value(), latency);
        } else {
            fmt::format_to(std::back_inserter(text), "{:>17.2f}\n", latency);
        }
    }
    return text;
}

}  // namespace causeway::report
