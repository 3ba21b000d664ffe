/// The traffic that a program announces when it makes a grid or a graph of processes.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/traffic/communication_table.hpp"

#include <array>
#include <span>
#include <vector>

namespace causeway::reordering {

/// Of MPI_Cart_create: a message from each process to each of its neighbours, one step away along one side, and across
/// the border where `is_periodic`. Processes are numbered as MPI does, the last coordinate fastest. How large messages
/// are is not announced: all are alike, of one byte.
[[nodiscard]] traffic::CommunicationTable traffic_of_grid(std::span<const int> sides, std::span<const int> is_periodic);

/// An edge of MPI_Dist_graph_create.
struct WeightedEdge {
    int from = 0;
    int to = 0;
    int weight = 1;
};

/// A message along each edge, of one byte for the mean weight, in proportion for others.
[[nodiscard]] traffic::CommunicationTable traffic_of_graph(int num_processes, std::span<const WeightedEdge> edges);

/// What messages may have where nothing tells: latency is all of the first, the rate all of the last on most links.
inline constexpr std::array kPossibleSizes{Bytes(1 << 10), Bytes(1 << 15), Bytes(1 << 20)};

/// What the announced messages may come to, one table where it is known:
///
/// - `traced`, a trace of the program, has as many processes as the job, `job_size`, and at least half of what the
///   processes of the topology (`members`: [rank] -> rank in the job) send each other goes where it is announced: what
///   the trace has there;
/// - there is a trace of another run: messages of its mean size;
/// - there is none: messages of each of kPossibleSizes, for the mean weight.
[[nodiscard]] std::vector<traffic::CommunicationTable> expected_traffic(const traffic::CommunicationTable& announced,
                                                                        const traffic::CommunicationTable* traced,
                                                                        std::span<const int> members, int job_size);

}  // namespace causeway::reordering
