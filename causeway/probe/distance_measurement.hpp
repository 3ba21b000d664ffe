/// Latencies between hosts, measured inside the job.
#pragma once

#include "causeway/base/matrix.hpp"
#include "causeway/base/units.hpp"

#include <mpi.h>

namespace causeway::probe {

struct LatencyMatrix {
    base::SquareMatrix<double> seconds;  ///< [from][to] one way, symmetric, diagonal 0
    int num_rushed = 0;                  ///< pairs for which time allowed a single round trip only
};

/// Half the round trip of an empty message between all processes of `comm` (one per host), in a
/// tournament of disjoint pairs: size - 1 rounds of size / 2 pairs, or size rounds when that is odd.
///
/// The distance is the smallest round trip seen: interference only ever adds to it, so hosts
/// that are alike agree better in it than in the median. A pair stops when its fastest round trips agree,
/// or when its share of `budget` is used.
///
/// No other messages of `comm` may be under way. Collective over `comm`; the same on every rank. Throws MpiError.
[[nodiscard]] LatencyMatrix measure_latencies(MPI_Comm comm, Seconds budget);

}  // namespace causeway::probe
