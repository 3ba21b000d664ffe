/// The traffic that a program announces when it makes a grid or a graph of processes.
#pragma once

#include "causeway/traffic/communication_table.hpp"

#include <span>
#include <vector>

namespace causeway::reordering {

/// Of MPI_Cart_create: a message from each process to each of its neighbours, one step away along one side, and across
/// the border where `is_periodic`. Processes are numbered as MPI does, the last coordinate fastest. How large messages
/// are nobody says: 64 KiB is taken, where latency and bandwidth both count on most links.
[[nodiscard]] traffic::CommunicationTable traffic_of_grid(std::span<const int> sides, std::span<const int> is_periodic);

/// An edge of MPI_Dist_graph_create.
struct WeightedEdge {
    int from = 0;
    int to = 0;
    int weight = 1;
};

/// A message along each edge, of 64 KiB for the mean weight, in proportion for others.
[[nodiscard]] traffic::CommunicationTable traffic_of_graph(int num_processes, std::span<const WeightedEdge> edges);

}  // namespace causeway::reordering
