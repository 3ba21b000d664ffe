#include "causeway/reordering/topology_traffic.hpp"

#include "causeway/base/index.hpp"

#include <cstddef>
#include <functional>
#include <numeric>
#include <optional>
#include <utility>

namespace causeway::reordering {

namespace {

using base::at;
using traffic::CommunicationTable;

/// The announced messages, so many bytes for each of theirs.
CommunicationTable with_sizes(const CommunicationTable& announced, double bytes) {
    std::vector<traffic::Flow> flows(announced.flows().begin(), announced.flows().end());
    for (traffic::Flow& flow : flows) {
        flow.volume.bytes *= bytes;
    }
    return {announced.num_processes(), std::move(flows)};
}

/// What was traced between processes of the topology; what one sends to itself left out.
CommunicationTable between(const CommunicationTable& traced, std::span<const int> members) {
    std::vector<int> rank_of(at(traced.num_processes()), -1);
    for (std::size_t rank = 0; rank < members.size(); ++rank) {
        rank_of[at(members[rank])] = static_cast<int>(rank);
    }
    std::vector<traffic::Flow> flows;
    for (const traffic::Flow& flow : traced.flows()) {
        const int from = rank_of[at(flow.from)];
        const int to = rank_of[at(flow.to)];
        if (from >= 0 && to >= 0 && from != to) {
            flows.push_back({from, to, flow.volume});
        }
    }
    return {static_cast<int>(members.size()), std::move(flows)};
}

/// What `traced` has where messages are announced; nothing if that is less than half of its bytes.
std::optional<CommunicationTable> where_announced(const CommunicationTable& announced,
                                                  const CommunicationTable& traced) {
    std::vector<traffic::Flow> flows;
    for (const traffic::Flow& flow : announced.flows()) {
        if (flow.from != flow.to) {
            flows.push_back({flow.from, flow.to, traced.volume(flow.from, flow.to)});
        }
    }
    CommunicationTable result(announced.num_processes(), std::move(flows));
    const bool is_of_this_topology = result.total().bytes > 0.0 && 2.0 * result.total().bytes >= traced.total().bytes;
    return is_of_this_topology ? std::optional(std::move(result)) : std::nullopt;
}

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
                flows.push_back({process, neighbour, {1.0, 1.0}});
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
    const double bytes_of_one = total > 0.0 ? static_cast<double>(edges.size()) / total : 0.0;
    std::vector<traffic::Flow> flows;
    flows.reserve(edges.size());
    for (const WeightedEdge& edge : edges) {
        flows.push_back({edge.from, edge.to, {1.0, edge.weight * bytes_of_one}});
    }
    return {num_processes, std::move(flows)};
}

std::vector<CommunicationTable> expected_traffic(const CommunicationTable& announced, const CommunicationTable* traced,
                                                 std::span<const int> members, int job_size) {
    std::vector<CommunicationTable> result;
    if (traced != nullptr && traced->num_processes() == job_size) {
        if (auto known = where_announced(announced, between(*traced, members))) {
            result.push_back(std::move(*known));
            return result;
        }
    }
    if (traced != nullptr && traced->total().messages > 0.0) {
        result.push_back(with_sizes(announced, traced->total().bytes / traced->total().messages));
        return result;
    }
    for (const Bytes size : kPossibleSizes) {
        result.push_back(with_sizes(announced, static_cast<double>(size.value())));
    }
    return result;
}

}  // namespace causeway::reordering
