/// The pLogP parameters between two processes, measured within a time budget.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/probe/plogp_fit.hpp"

#include <mpi.h>

#include <optional>

namespace causeway::probe {

struct PlogpOptions {
    Bytes largest{1024 * 1024};  ///< measured up to here, if time allows
    Seconds budget{1.0};         ///< kept approximately
    /// The round trip of empty messages, if it was measured before: samples much above it are known to
    /// be disturbed.
    std::optional<Seconds> round_trip = {};
};

/// Measures the way from this process to `mirror_rank`, which calls `mirror` (pair_experiments.hpp)
/// meanwhile. Other, disjoint pairs of `comm` may measure at the same time. Empty messages and sizes in
/// steps of four, and between two sizes the middle one wherever the gap bends; medians. On long routes,
/// where each experiment costs a round trip, there are fewer small sizes, and a gap that is as the rate of
/// larger messages says is believed at once. Throws MpiError.
[[nodiscard]] PlogpMeasurement measure_plogp(MPI_Comm comm, int mirror_rank, const PlogpOptions& options);

/// The gap of messages of `size` on the way from this process to `mirror_rank`, measured until it is like
/// `expected_gap` or a few attempts have shown that it is not. The mirror calls `mirror` meanwhile. Throws MpiError.
[[nodiscard]] Seconds gap_like(MPI_Comm comm, int mirror_rank, Bytes size, Seconds expected_gap);

/// Whether two gaps agree within 20 %: what is still called symmetric.
[[nodiscard]] bool is_like(Seconds gap, Seconds other);

}  // namespace causeway::probe
