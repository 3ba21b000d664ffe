#include "causeway/reordering/topology_traffic.hpp"

#include <cstddef>
#include <functional>
#include <numeric>
#include <utility>

namespace causeway::reordering {

namespace {

constexpr double kBytesOfMessage = 65536.0;

}  // namespace

traffic::CommunicationTable traffic_of_grid(std::span<const int> sides, std::span<const int> is_periodic) {
    const int size = std::accumulate(sides.begin(), sides.end(), 1, std::multiplies<>());
    std::vector<traffic::Flow> flows;
    int stride = size;  // between neighbours along the side
    for (std::size_t axis = 0; axis < sides.size(); ++axis) {
        const int side = sides[axis];
        stride /= side;
        for (int process = 0; process < size; ++process) {
            const int at = process / stride % side;
            for (const int step : {-1, 1}) {
                const int there = at + step;
                if ((there < 0 || there >= side) && is_periodic[axis] == 0) {
                    continue;
                }
                const int neighbour = process + ((there + side) % side - at) * stride;
                flows.push_back({process, neighbour, {1.0, kBytesOfMessage}});
            }
        }
    }
    return {size, std::move(flows)};
}

traffic::CommunicationTable traffic_of_graph(int num_processes, std::span<const WeightedEdge> edges) {
    double total = 0.0;
    for (const WeightedEdge& edge : edges) {
        total += edge.weight;
    }
    const double bytes_of_one = total > 0.0 ? kBytesOfMessage * static_cast<double>(edges.size()) / total : 0.0;
    std::vector<traffic::Flow> flows;
    flows.reserve(edges.size());
    for (const WeightedEdge& edge : edges) {
        flows.push_back({edge.from, edge.to, {1.0, edge.weight * bytes_of_one}});
    }
    return {num_processes, std::move(flows)};
}

}  // namespace causeway::reordering
