/// The pLogP parameters between two processes, measured within a time budget.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/probe/plogp_fit.hpp"

#include <mpi.h>

namespace causeway::probe {

struct PlogpOptions {
    Bytes largest{1024 * 1024};  ///< measured up to here, if time allows
    Seconds budget{1.0};         ///< kept approximately
};

/// Measures the way from this process to `mirror_rank`, which calls `mirror` (pair_experiments.hpp)
/// meanwhile. Other, disjoint pairs of `comm` may measure at the same time. Empty messages and sizes in
/// steps of four, and between two sizes the middle one wherever the gap bends; medians. The smallest
/// sizes are left out where each would cost a long round trip. Throws MpiError.
[[nodiscard]] PlogpMeasurement measure_plogp(MPI_Comm comm, int mirror_rank, const PlogpOptions& options);

/// Whether the way from this process to `mirror_rank` costs, for messages of `size`, within 20 % the
/// `expected_gap` of the opposite way. The mirror calls `mirror` meanwhile. Throws MpiError.
[[nodiscard]] bool has_gap(MPI_Comm comm, int mirror_rank, Bytes size, Seconds expected_gap);

}  // namespace causeway::probe
