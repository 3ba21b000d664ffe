/// Latencies between hosts, measured inside the job.
#pragma once

#include "causeway/base/matrix.hpp"
#include "causeway/base/units.hpp"
#include "causeway/discovery/latency_matrix.hpp"

#include <mpi.h>

namespace causeway::probe {

/// Half the round trip of an empty message between all processes of `comm` (one per host): far pairs all at once
/// (far_pairs.hpp), the others in a tournament of disjoint pairs, of size - 1 rounds of size / 2 pairs, or size rounds
/// when that is odd. A pair stops by its stopping rule (pair_latency.hpp), or when its share of `budget` is used. Which
/// pairs are measured, and measured again: latency_matrix.hpp.
///
/// `share_one_kernel`: as in HostLayout. `known`: [from][to] seconds one way, infinite where not known; of size 0:
/// nothing is known. Pairs known both ways are not measured and stay as given. The same on every rank.
///
/// No other messages of `comm` may be under way. Collective over `comm`; the same on every rank. Throws MpiError.
[[nodiscard]] discovery::LatencyMatrix measure_latencies(MPI_Comm comm, bool share_one_kernel, Seconds budget,
                                                         const base::SquareMatrix<double>& known = {});

}  // namespace causeway::probe
