/// Trees and ways with whole slices, as a period repeats them: what timetables are made of.
///
/// Source: series of operations in steady state are those of Beaumont, Marchal, Robert and of the papers that they
/// build on (broadcasts, scatters, gathers): whatever is asked, one period's worth of it, again and again.
#pragma once

#include "causeway/graph/resources.hpp"
#include "causeway/steady_state/demands.hpp"
#include "causeway/steady_state/packing.hpp"

#include <vector>

namespace causeway::steady_state {

/// What a node needs before it sends a slice on.
enum class Passing {
    kCopied,    ///< the slice, from whomever: broadcasts, scatters, gathers, allgathers
    kCombined,  ///< all that its way brings to it before: reductions, allreduces
};

/// A way and how many slices of every period take it.
struct SlicedWay {
    std::vector<int> edges;  ///< in the order in which data goes over them
    int slices = 1;          ///< >= 1
};

/// The trees of a packing with the slices of every period, at most `most_slices` altogether; those that are worth none
/// are left out (slices.hpp).
[[nodiscard]] std::vector<SlicedWay> sliced_trees(const Packing& packing, int most_slices);

/// What goes on period after period.
struct SlicedSeries {
    std::vector<SlicedWay> ways;
    Passing passing = Passing::kCopied;
    /// Whole operations that a period carries, where processes have data of their own; 0: every slice is for everybody.
    int operations = 0;
};

/// A series of operations (scatters, gathers, allgathers...): the ways of a routing, shared out such that a period
/// carries every demand a whole number of times. With at most `most_operations` a period, those that load the resources
/// least for each; what demands have is rounded up to whole slices.
[[nodiscard]] SlicedSeries sliced_series(const graph::Resources& resources, const std::vector<Demand>& demands,
                                         const std::vector<Way>& ways, int most_operations);

}  // namespace causeway::steady_state
