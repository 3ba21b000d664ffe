/// How fast data passes the border of a cluster.
#pragma once

#include "causeway/base/matrix.hpp"
#include "causeway/base/units.hpp"
#include "causeway/platform/platform.hpp"

#include <string>
#include <vector>

namespace causeway::planner {

enum class Direction { kOut, kIn };

/// How fast a message passes it, and by what.
struct Crossing {
    Seconds time = Seconds::infinity();
    std::string by;                              ///< "its downlink of 20 MB/s"; empty: its fastest link
    Seconds fastest_link = Seconds::infinity();  ///< the time if all of it took the fastest link
    Seconds one_flow = Seconds::infinity();      ///< the least time that one host's part of a link takes
    Seconds at_border = Seconds::infinity();     ///< the least time that one link keeps what all links share
    Seconds latency = Seconds::infinity();       ///< the least of the links
};

/// Between `cluster` and others that hold a process, over `links` ([from][to]). `num_hosts`: that hold one, [cluster].
[[nodiscard]] Crossing crossing(const platform::Platform& platform,
                                const base::SquareMatrix<const platform::Link*>& links,
                                const std::vector<int>& num_hosts, int cluster, Direction direction, Bytes message);

/// "120 ms" or "120 ms by its 3 links together".
[[nodiscard]] std::string time_text(const Crossing& crossing);

}  // namespace causeway::planner
