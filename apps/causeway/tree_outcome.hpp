/// What `causeway tree` has found out.
#pragma once

#include "causeway/bound/graph_bound.hpp"
#include "causeway/planner/planner.hpp"
#include "causeway/study/timed_trees.hpp"
#include "causeway/study/tree_comparison.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace causeway::app {

/// What goes on in every period, of the best.
struct TimetableOutcome {
    std::string of;  ///< "growing", "packing", "the ways"
    study::TimedSeries timed;
};

/// Everything that is printed.
struct TreeOutcome {
    const graph::Graph& graph;
    const std::vector<std::string>& remarks;
    const graph::Resources& resources;
    graph::PortModel port;
    scheme::Operation operation;
    int source;                         ///< the root's node
    const std::vector<double>& slices;  ///< processes of each node
    std::optional<Bytes> bytes;         ///< of each process, or of all together
    const bound::GraphBound& bound;
    const study::TreeQuestion& question;
    std::optional<study::TreeComparison> comparison;  ///< of broadcasts; of reductions, in the graph turned round
    std::optional<steady_state::Routing> both_ways;   ///< trees that data of an allreduce goes up and down
    /// Of a message of `bytes`: over each tree; over the ways or the trees both ways.
    std::optional<study::MessageAnswers> messages = std::nullopt;
    std::optional<steady_state::SlicedMessage> ways_message = std::nullopt;
    /// The trees for all of `bytes` as one slice, where its times are known.
    std::optional<study::TreeComparison> whole = std::nullopt;
    std::optional<TimetableOutcome> timetable = std::nullopt;
    /// The plan over the best trees and what it says of itself, where one was asked for.
    std::optional<planner::Candidate> plan = std::nullopt;
    std::string plan_text = {};

    [[nodiscard]] const std::string& name_of(int node) const { return graph.nodes[static_cast<std::size_t>(node)]; }
    [[nodiscard]] const graph::Edge& edge(int edge) const { return graph.edges[static_cast<std::size_t>(edge)]; }
    /// Slices a second that nothing exceeds; infinite where nothing is carried.
    [[nodiscard]] double greatest_throughput() const { return 1.0 / bound.time.value(); }
    /// Of the whole message, if there is one.
    [[nodiscard]] Seconds least_time() const;
    /// Where the data of a demand is from and where it goes; of trees one of them is everywhere.
    [[nodiscard]] std::pair<std::optional<int>, std::optional<int>> ends_of(const steady_state::Demand& demand) const;
    /// The trees for one message that goes as a whole, of a comparison: of all bytes, or of a slice.
    [[nodiscard]] const study::TreeComparison& comparison_of_whole() const { return whole ? *whole : *comparison; }
};

}  // namespace causeway::app
