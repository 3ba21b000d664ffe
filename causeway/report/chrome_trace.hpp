/// A time line for trace viewers: the JSON of Chrome's Trace Event Format, which https://ui.perfetto.dev and
/// chrome://tracing open.
///
/// Source: "Trace Event Format" (Duca, Sinclair 2016), JSON object format, complete events ("ph": "X").
#pragma once

#include "causeway/base/json_output.hpp"
#include "causeway/base/units.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace causeway::report {

/// Something that lasts, in one of the rows of a group.
struct TraceSlice {
    int row = 0;  ///< index into TraceGroup::rows
    std::string name;
    std::string_view category;
    Seconds begin;
    Seconds end;
    base::JsonOutput details = base::JsonOutput::object();  ///< shown when it is chosen
};

/// What viewers call a process: rows that belong together.
struct TraceGroup {
    std::string name;
    std::vector<std::string> rows;
    std::vector<TraceSlice> slices;
};

/// The whole file. Slices of one row may overlap: they are shown in as many tracks as that takes, as viewers draw only
/// what is nested.
[[nodiscard]] std::string chrome_trace(const std::vector<TraceGroup>& groups);

}  // namespace causeway::report
