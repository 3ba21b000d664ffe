/// What a whole message takes over given trees, in the slices that suit it best: start-up costs against pipelining.
///
///     n slices of m / n bytes:   time = the timetable's time of n slices, T_uv being that of m / n bytes
///
/// Few slices: each waits for a whole one to come in before it goes on. Many: each costs a start-up. Between them lies
/// the best; n = 1, 2, 4, ... are tried, then four times as finely around the best of these.
/// Source: the affine model of Beaumont, Marchal, Robert (latencies); Steffenel, section 4.2, for the search.
#pragma once

#include "causeway/base/function_ref.hpp"
#include "causeway/steady_state/packing.hpp"
#include "causeway/steady_state/timetable.hpp"

#include <cstdint>
#include <map>
#include <vector>

namespace causeway::steady_state {

/// Slices are not cut smaller, nor into more.
inline constexpr Bytes kLeastSlice{1 << 10};
inline constexpr std::int64_t kMostSlices = 1 << 16;

struct SlicedMessage {
    Seconds time;
    Bytes slice;  ///< the largest: the message is cut into equal parts
    std::int64_t slices = 1;
    bool is_interrupted = false;  ///< slices may be
};

/// One message on one platform graph.
class MessageTimes {
public:
    /// The graph with times of slices of a given size: the same edges for every size.
    using GraphFor = base::FunctionRef<graph::Graph(Bytes)>;

    /// `graph_for` outlives it. `message` >= 1.
    MessageTimes(GraphFor graph_for, graph::PortModel port, Bytes message);

    /// Over the ways of `series`, in slices of the best size.
    [[nodiscard]] SlicedMessage best(const SlicedSeries& series);
    /// In so many slices.
    [[nodiscard]] SlicedMessage in_slices(std::int64_t slices, const SlicedSeries& series);

    /// The same of a broadcast in the rounds of a periodic schedule with at most so many slices a period, for graphs on
    /// which there is one (periodic_schedule.hpp).
    [[nodiscard]] SlicedMessage best_in_rounds(const Packing& packing, int most_slices);
    [[nodiscard]] SlicedMessage in_slices_in_rounds(std::int64_t slices, const Packing& packing, int most_slices);

private:
    struct Network {
        Network(graph::Graph its_graph, graph::PortModel port);

        graph::Graph graph;
        graph::Resources resources;
    };

    [[nodiscard]] Bytes slice_of(std::int64_t slices) const;
    [[nodiscard]] const Network& network_for(Bytes slice);
    [[nodiscard]] SlicedMessage best_of(base::FunctionRef<SlicedMessage(std::int64_t)> in_slices) const;

    GraphFor graph_for_;
    graph::PortModel port_;
    Bytes message_;
    std::map<Bytes, Network> networks_;  ///< by slice
};

}  // namespace causeway::steady_state
