/// Simulated calls as they are drawn, and as trace viewers show them.
#pragma once

#include "causeway/page/retraced.hpp"
#include "causeway/platform/platform.hpp"
#include "causeway/report/chrome_trace.hpp"

#include <string>
#include <vector>

namespace causeway::page {

/// Messages of a call from one cluster to another, or inside a cluster.
struct RouteOfCall {
    int from = 0;  ///< cluster
    int to = 0;    ///< cluster
    Bytes size;    ///< of all of them
    std::vector<const TimedMessage*> messages = {};

    [[nodiscard]] bool is_inside() const { return from == to; }
    [[nodiscard]] Seconds begin() const { return messages.front()->begin; }
    [[nodiscard]] Seconds end() const;
};

/// "a to b", "inside a"
[[nodiscard]] std::string name_of(const RouteOfCall& route, const platform::Platform& platform);

/// In order of their first messages. They point into `call`.
[[nodiscard]] std::vector<RouteOfCall> routes_of(const TimedCall& call);

/// Each call a group, each of its ranks a row.
[[nodiscard]] std::vector<report::TraceGroup> trace_of(const std::vector<TimedCall>& calls,
                                                       const platform::Platform& platform);

}  // namespace causeway::page
