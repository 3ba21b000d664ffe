/// What the head of a monitoring file says of a column: its quantity and its unit, "latency_ms", "bandwidth [Mbit/s]".
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace causeway::platform {

enum class Quantity { kFrom, kTo, kLatency, kBandwidth, kTime };

struct MonitoringColumn {
    Quantity quantity = Quantity::kLatency;
    bool is_round_trip = false;  ///< of a latency: half of it is the latency
    std::string unit;            ///< of a latency or a bandwidth, as it stands there; empty: none is declared
};

/// Reads the name of a column; nothing if it is none of those that a monitoring file has.
[[nodiscard]] std::optional<MonitoringColumn> column_named(std::string_view name);

/// Seconds in a unit of time, "ms" -> 1e-3. Throws InputError naming `source` and `place`.
[[nodiscard]] double seconds_in(std::string_view unit, const std::string& source, const std::string& place);

/// Bytes per second in a unit of rates, "Mbit/s" -> 125000. Throws InputError naming `source` and `place`.
[[nodiscard]] double bytes_per_second_in(std::string_view unit, const std::string& source, const std::string& place);

}  // namespace causeway::platform
