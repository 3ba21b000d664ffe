/// Broadcast inside a cluster: the family of strategies of Steffenel, section 4.2, Table 1.
///
/// To add a strategy: write one file beside the others that defines a `BroadcastStrategy` constant, and
/// add its name to strategies.def.
#pragma once

#include "causeway/base/registry.hpp"
#include "causeway/base/units.hpp"
#include "causeway/platform/platform.hpp"
#include "causeway/schedule/schedule.hpp"

#include <optional>
#include <string_view>

namespace causeway::strategy {

/// The arguments of a closed form, in the paper's notation: P processes, a message of m bytes cut into
/// k = ceil(m/s) segments of s bytes.
struct BroadcastCase {
    const platform::Plogp& plogp;
    int processes = 1;  ///< P >= 1
    Bytes message;      ///< m
    Bytes segment;      ///< s; equal to m when the strategy does not cut
};

struct BroadcastStrategy {
    std::string_view name;     ///< also the name of its file
    std::string_view summary;  ///< one line for people
    std::string_view source;   ///< paper, section, table or equation
    bool segmented = false;    ///< whether it cuts the message: else it is called with one block

    /// Time from the start to the last process, by the source's closed form; 0 for one process.
    Seconds (*predict)(const BroadcastCase&) = nullptr;

    /// The schedule for processes 0 (the root) to `processes` - 1. `only`: see schedule::Builder.
    schedule::Schedule (*build)(int processes, int num_blocks, std::optional<int> only) = nullptr;
};

/// All broadcast strategies, in the order of the source's table.
[[nodiscard]] const base::Registry<BroadcastStrategy>& broadcast_strategies();

}  // namespace causeway::strategy
