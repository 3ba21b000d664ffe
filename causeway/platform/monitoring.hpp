/// Measurements that a monitoring system made: files of latencies and bandwidths between named hosts, merged.
#pragma once

#include "causeway/base/matrix.hpp"
#include "causeway/base/units.hpp"
#include "causeway/platform/distance_matrix.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace causeway::platform {

/// What several files together say. Directions are kept apart: what was measured from a to b says nothing of b to a.
struct MonitoringData {
    std::vector<std::string> names;  ///< [host], in the order in which the files name them
    /// One way, [from][to]: seconds, or plain numbers if `has_unit` is false. The median where a pair was measured at
    /// several times; absent what no file has: a boundary, never a zero.
    base::SquareMatrix<std::optional<double>> latencies;
    /// [from][to], likewise; of size 0 if no file has any.
    base::SquareMatrix<std::optional<BytesPerSecond>> bandwidths;
    /// Whether the files declare the unit of their latencies. Without one they serve for clustering, which looks at
    /// ratios, and for nothing else.
    bool has_unit = false;

    /// The latencies as what clustering starts from.
    [[nodiscard]] DistanceMatrix distances() const { return {names, latencies}; }
};

struct MonitoringFile {
    std::string source;  ///< names it in messages
    std::string_view text;
};

/// Reads the files at `paths`, and of folders all that is in them: each a square matrix, a list of records, or what a
/// tool prints (monitoring_tool/tool.hpp), told apart by how they begin (docs/files.md). `latency_unit` ("s", "ms",
/// "us", "ns") is the unit of the files that declare none; it may be empty.
///
/// Throws InputError with file and line: for what is not of the form, for values that no network has, for two different
/// values of one pair at one time, for files of which some declare a unit and others do not; naming --latency-unit for
/// an unknown unit.
[[nodiscard]] MonitoringData read_monitoring(std::span<const std::string> paths, std::string_view latency_unit);

/// Throws InputError naming `source` for latencies without a unit: who measures with them wants seconds.
void require_unit(const MonitoringData& data, const std::string& source, std::string_view accepted);

/// The same as read_monitoring() from texts.
[[nodiscard]] MonitoringData parse_monitoring(std::span<const MonitoringFile> files, std::string_view latency_unit);

}  // namespace causeway::platform
