/// How much can flow from the source to each node, and the cuts that forbid more.
///
/// Maximum flows by Boost.Graph (Boykov and Kolmogorov) over whole numbers, so that flows, and what is left beside
/// them, are exact.
#pragma once

#include "causeway/graph/graph.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace causeway::steady_state {

/// A maximum flow and two minimum cuts; `true` stands for the source's side.
struct FlowAndCuts {
    std::int64_t flow = 0;
    std::vector<bool> near_source;  ///< [node]: the fewest nodes that a minimum cut can have with the source
    std::vector<bool> near_target;  ///< [node]: the most
};

class SourceFlows {
public:
    /// `graph` is not kept.
    SourceFlows(const graph::Graph& graph, int source);
    ~SourceFlows();
    SourceFlows(SourceFlows&&) noexcept;
    SourceFlows& operator=(SourceFlows&&) noexcept;
    SourceFlows(const SourceFlows&) = delete;
    SourceFlows& operator=(const SourceFlows&) = delete;

    /// [edge]: capacities, >= 0; their sum fits into 63 bits.
    void set_capacities(std::span<const std::int64_t> capacities);
    /// To a node other than the source.
    [[nodiscard]] FlowAndCuts to(int target);

private:
    struct Network;
    std::unique_ptr<Network> network_;
};

}  // namespace causeway::steady_state
