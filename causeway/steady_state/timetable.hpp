/// A timetable: in every period, when each slice goes over each edge of its way, whole and without interruption.
///
///     period T       slice i of period p goes over an edge at start_i + p T, modulo T in a gap of all that it keeps
///     busy T >= the busiest resource's load in a period; longer where the gaps do not fit
///
/// On any resources: every port model, shared uplinks, the stages of a send. Slices of trees (broadcasts, reductions,
/// several at once) or of the ways that an operation's demands take (series of scatters, of allgathers): whatever a
/// period carries, the next one carries again. Where periodic_schedule.hpp interrupts slices and so fills the busiest
/// port's time exactly, nothing is interrupted here; what that costs shows in the period.
///
/// Placed slice by slice, transfer by transfer in the order in which data is there, of equals first that on which most
/// still waits; each as early as it fits. If one fits nowhere, the same again with a longer period. For one slice over
/// a tree in a port model without latencies the period is the tree's.
/// Source: the steady state is that of Beaumont, Marchal, Robert; software pipelining by a modulo reservation table:
/// Rau, Glaeser (1981).
#pragma once

#include "causeway/graph/resources.hpp"
#include "causeway/steady_state/packing.hpp"
#include "causeway/steady_state/sliced_ways.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace causeway::steady_state {

/// One slice over one edge.
struct TimedTransfer {
    int slice = 0;     ///< of the period, in the order in which they begin
    int way = 0;       ///< that it takes
    int position = 0;  ///< in the edges of the way
    int edge = 0;
    Seconds start;  ///< of the first period's slice; each period's is one period later
};

struct Timetable {
    Seconds period;
    std::vector<TimedTransfer> transfers;  ///< by slice, then by start
    std::vector<Seconds> arrivals;         ///< [slice]: when everybody has it, in the first period

    [[nodiscard]] int slices() const { return static_cast<int>(arrivals.size()); }
    /// Until everybody has the slices of so many whole periods; >= 1.
    [[nodiscard]] Seconds time_of_periods(std::int64_t periods) const;
    /// Until everybody has so many slices, of a broadcast or reduction, in which all are alike; >= 1.
    [[nodiscard]] Seconds time_of_slices(std::int64_t slices) const;
};

/// The timetable of these ways. At least one of them has edges. Ties go to the lowest index.
[[nodiscard]] Timetable timetable_of(const graph::Graph& graph, const graph::Resources& resources,
                                     const std::vector<SlicedWay>& ways, Passing passing);

/// Until everybody has one message that goes as one slice over `edges`, from their first one's start on: its makespan.
/// 0 without edges.
[[nodiscard]] Seconds makespan_of(const graph::Graph& graph, const graph::Resources& resources,
                                  const std::vector<int>& edges, Passing passing);

/// Of so many slices of each process's data, of the whole where all have the same, by the timetable of the series.
[[nodiscard]] Seconds time_of_series(const SlicedSeries& series, const Timetable& timetable, std::int64_t slices);

/// Ways and their timetable.
struct Timetabled {
    std::vector<SlicedWay> ways;
    Timetable timetable;
};

/// The trees of a packing in periods of at most `most_slices` slices: those that carry most; of about equals the
/// shortest.
[[nodiscard]] Timetabled timetable_of(const graph::Graph& graph, const graph::Resources& resources,
                                      const Packing& packing, Passing passing, int most_slices);

}  // namespace causeway::steady_state
