#include "causeway/several_trees/operation_demands.hpp"

#include <cstddef>

namespace causeway::several_trees {

using scheme::Operation;
using steady_state::Demand;
using steady_state::WayKind;

std::vector<Demand> demands_of(Operation operation, int source, const std::vector<double>& slices) {
    const auto num_nodes = static_cast<int>(slices.size());
    const auto of = [&](int node) { return slices[static_cast<std::size_t>(node)]; };
    std::vector<Demand> result;
    for (int node = 0; node < num_nodes; ++node) {
        switch (operation) {
            case Operation::kGather:
            case Operation::kScatter:
                if (node != source) {
                    result.push_back({WayKind::kPath, source, node, of(node)});
                }
                break;
            case Operation::kAllgather:
            case Operation::kReduceScatter:
                if (num_nodes > 1) {
                    result.push_back({WayKind::kTree, node, 0, of(node)});
                }
                break;
            case Operation::kAlltoall:
                for (int to = 0; to < num_nodes; ++to) {
                    if (to != node) {
                        result.push_back({WayKind::kPath, node, to, of(node) * of(to)});
                    }
                }
                break;
            case Operation::kBroadcast:
            case Operation::kReduce:
            case Operation::kAllreduce:
            case Operation::kBarrier:
            case Operation::kScan:
            case Operation::kNeighborAllgather:
            case Operation::kNeighborAlltoall:
                break;
        }
    }
    return result;
}

}  // namespace causeway::several_trees
