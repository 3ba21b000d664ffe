/// What programs print that measure between two hosts, read as records of a monitoring file.
///
/// To add one: a file beside the others that defines a `MonitoringTool` constant, and its line in tools.def. A file is
/// read by the first tool of that list that recognises what is in it.
#pragma once

#include "causeway/base/registry.hpp"
#include "causeway/base/units.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace causeway::platform {

/// What a tool has measured from one host to another.
struct ToolRecord {
    std::string from;
    std::string to;
    std::optional<Seconds> latency = {};  ///< one way
    std::optional<BytesPerSecond> bandwidth = {};
    std::optional<double> time = {};  ///< seconds since 1970
    int line = 1;
};

struct MonitoringTool {
    std::string_view name;
    std::string_view summary;  ///< how people make such a file
    std::string_view source;

    /// Looks at the beginning of the text.
    bool (*recognises)(std::string_view text) = nullptr;
    /// `file`: its path. Throws InputError naming it.
    std::vector<ToolRecord> (*read)(std::string_view text, const std::string& file) = nullptr;
};

[[nodiscard]] const base::Registry<MonitoringTool>& monitoring_tools();

/// The tool that wrote `text`; null: none that is known.
[[nodiscard]] const MonitoringTool* tool_of(std::string_view text);

}  // namespace causeway::platform
