/// What the head of a monitoring file says of a column: its quantity and its unit, "latency_ms", "bandwidth [Mbit/s]".
#pragma once

#include "causeway/base/csv_input.hpp"

#include <array>
#include <cstddef>
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

/// Whether the row names the columns of a list of records.
[[nodiscard]] bool is_record_head(const base::CsvRow& row);

/// Where the columns of a list of records stand, and what they mean.
class RecordHead {
public:
    /// Throws InputError naming `source` and the line for a column that is unknown, or there twice, or missing.
    RecordHead(const base::CsvRow& row, const std::string& source);

    [[nodiscard]] std::size_t num_columns() const { return num_columns_; }

    /// What the row has in the column, "" if there is no such column. The row is as long as the head.
    [[nodiscard]] std::string cell(const base::CsvRow& row, Quantity quantity) const;

    /// Null without such a column.
    [[nodiscard]] const MonitoringColumn* meaning(Quantity quantity) const;

private:
    struct Column {
        std::size_t place = 0;
        MonitoringColumn meaning;
    };
    std::array<std::optional<Column>, 5> columns_;  ///< [quantity]
    std::size_t num_columns_ = 0;
};

/// Seconds in a unit of time, "ms" -> 1e-3. Throws InputError naming `source` and `place`.
[[nodiscard]] double seconds_in(std::string_view unit, const std::string& source, const std::string& place);

/// Bytes per second in a unit of rates, "Mbit/s" -> 125000. Throws InputError naming `source` and `place`.
[[nodiscard]] double bytes_per_second_in(std::string_view unit, const std::string& source, const std::string& place);

}  // namespace causeway::platform
