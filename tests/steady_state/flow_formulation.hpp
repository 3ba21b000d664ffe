/// The bound as the source writes it: the oracle of the bound's tests.
#pragma once

#include "causeway/graph/resources.hpp"
#include "causeway/steady_state/linear_program.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace causeway::steady_state {

/// Beaumont, Marchal, Robert (MTP), solved as one program without any cut. Variables: the throughput, n_e, and for each
/// target i a flow x_e^i of as many slices as the throughput, from the source to i, with x_e^i <= n_e: copies share
/// what carries them.
inline double bound_by_flows(const graph::Graph& graph, const graph::Resources& resources, int source) {
    const int num_edges = graph.num_edges();
    const auto rate = [](int edge) { return 1 + edge; };
    const auto flow = [&](int target, int edge) { return 1 + (target + 1) * num_edges + edge; };
    // Times in units of the longest: n_e counts slices in so long.
    double unit = 0.0;
    for (const graph::Edge& edge : graph.edges) {
        unit = std::max(unit, edge.time.value());
    }
    std::vector<ProgramColumn> columns(static_cast<std::size_t>(1 + (graph.num_nodes() + 1) * num_edges));
    columns.front().gain = 1.0;
    std::vector<ProgramRow> rows;
    for (int r = 0; r < resources.size(); ++r) {
        ProgramRow row{.terms = {}, .most = 1.0};
        for (const graph::Share& share : resources[r].shares) {
            row.terms.push_back({rate(share.edge), share.time.value() / unit});
        }
        rows.push_back(row);
    }
    for (int target = 0; target < graph.num_nodes(); ++target) {
        if (target == source) {
            continue;
        }
        for (int e = 0; e < num_edges; ++e) {
            rows.push_back({{{flow(target, e), 1.0}, {rate(e), -1.0}}, 0.0});
        }
        // What leaves a node is no more than what enters it; what enters the target is no less than the throughput.
        for (int node = 0; node < graph.num_nodes(); ++node) {
            if (node == source) {
                continue;
            }
            ProgramRow row{.terms = {}, .most = 0.0};
            for (int e = 0; e < num_edges; ++e) {
                const graph::Edge& edge = graph.edges[static_cast<std::size_t>(e)];
                if (edge.from == node) {
                    row.terms.push_back({flow(target, e), 1.0});
                }
                if (edge.to == node) {
                    row.terms.push_back({flow(target, e), -1.0});
                }
            }
            if (node == target) {
                row.terms.push_back({0, 1.0});
            }
            rows.push_back(row);
        }
    }
    LinearProgram program;
    program.add_columns(columns);
    program.add_rows(rows);
    return program.solve().value / unit;
}

}  // namespace causeway::steady_state
