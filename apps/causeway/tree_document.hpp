/// What `causeway tree` says.
#pragma once

#include "causeway/bound/graph_bound.hpp"
#include "causeway/planner/planner.hpp"
#include "causeway/report/document.hpp"
#include "causeway/study/timed_trees.hpp"
#include "causeway/study/tree_comparison.hpp"

#include <optional>
#include <string>
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
};

[[nodiscard]] report::Document document_of(const TreeOutcome& outcome);

}  // namespace causeway::app
