/// A call and when its messages went: as the simulator has it, or as it was seen.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/platform/platform.hpp"

#include <memory>
#include <string>
#include <vector>

namespace causeway::page {

/// A message of a call.
struct TimedMessage {
    int from = 0;  ///< rank of the communicator
    int to = 0;    ///< the same
    Bytes size;
    Seconds begin;
    Seconds arrival;
};

struct TimedCall {
    std::string name;          ///< of its kind
    std::string plan;          ///< in words
    bool is_observed = false;  ///< else simulated, of as much data as the plan is for
    std::shared_ptr<const platform::Placement> placement;
    std::vector<std::string> rank_hosts;  ///< [rank of the communicator]
    Seconds duration;
    std::vector<TimedMessage> messages;  ///< in order of begin
};

}  // namespace causeway::page
