/// Latencies between all hosts: which pairs are measured, and looked at again, and how well they are known then.
#pragma once

#include "causeway/base/function_ref.hpp"
#include "causeway/base/matrix.hpp"
#include "causeway/base/units.hpp"
#include "causeway/discovery/known_distances.hpp"
#include "causeway/discovery/pair_latency.hpp"

#include <vector>

namespace causeway::discovery {

struct LatencyMatrix {
    /// [from][to] one way, diagonal 0; symmetric where measured, since half a round trip knows no direction.
    base::SquareMatrix<double> seconds = {};
    /// How well short latencies are known, in seconds: how much above the smallest one the median of a
    /// pair's samples lies, ten times, for the median pair; or, where that is more than the nearest hosts are apart (or
    /// nothing is known of it), how much another look at near pairs differs from the first, six times. Two latencies
    /// that differ by less are not known to differ.
    double resolution = 0.0;
    int num_measured = 0;                    ///< pairs
    int num_round_trips = 0;                 ///< of all of them together
    int num_settled = 0;                     ///< pairs whose samples satisfied the stopping rule (pair_latency.hpp)
    int num_rushed = 0;                      ///< pairs for which time allowed a single round trip only
    int num_drifted = 0;                     ///< pairs whose later round trips differ from their earlier ones
    std::vector<double> uncertainties = {};  ///< PairLatency::uncertainty of every measured pair
};

/// Whether going over some third host is faster by more than a quarter. `seconds`: [from][to], symmetric.
[[nodiscard]] bool slower_than_a_detour(const base::SquareMatrix<double>& seconds, int from, int to);

/// What is known of the ways between hosts before they are measured.
enum class Ways {
    kAny,   ///< nothing
    kNear,  ///< all of them are short
};

/// What round trips say of each of `pairs`, in their order, the lower host first; all of them within `budget`, though
/// each has one round trip at least.
using MeasurePairs =
    base::FunctionRef<std::vector<PairLatency>(const std::vector<HostPair>& pairs, Seconds budget, Ways ways)>;

/// The latencies of all pairs of hosts by `measure`, which is called at least once unless all are known.
///
/// The distance is the smallest round trip seen: interference only ever adds to it, so hosts
/// that are alike agree better in it than in the median. Pairs that come out slower than a detour over a third host
/// are measured again, until a look finds nothing new: a process that did not get a core when it mattered looks like a
/// distant host. So are near pairs, where one look does not say how well they are known or cannot tell the nearest
/// hosts from one, and then also those of hosts to which none is as near as others have theirs.
///
/// `known`: [from][to] seconds one way, infinite where not known; of size 0: nothing is known. Pairs known both ways
/// are not measured and stay as given.
[[nodiscard]] LatencyMatrix survey_latencies(int num_hosts, Seconds budget, const base::SquareMatrix<double>& known,
                                             MeasurePairs measure);

}  // namespace causeway::discovery
