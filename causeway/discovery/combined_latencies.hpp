/// Latencies between hosts: what monitoring knows, checked by a sample, and the rest measured.
#pragma once

#include "causeway/base/function_ref.hpp"
#include "causeway/base/matrix.hpp"
#include "causeway/base/units.hpp"
#include "causeway/discovery/latency_matrix.hpp"

#include <utility>
#include <vector>

namespace causeway::discovery {

/// A pair of hosts of which monitoring and the job say grossly different things.
struct ContradictedPair {
    int host = 0;
    int other = 0;
    double monitored = 0.0;  ///< seconds one way, the mean of both
    double measured = 0.0;   ///< seconds, half a round trip
};

struct CombinedLatencies {
    LatencyMatrix latencies;
    base::SquareMatrix<double> believed;  ///< what was taken from monitoring, infinite elsewhere
    int num_monitored = 0;                ///< pairs taken from monitoring
    int num_checked = 0;                  ///< pairs that monitoring knows and that were measured as a sample
    int num_discarded = 0;                ///< pairs that monitoring knows and that were measured instead
    std::vector<ContradictedPair> contradictions;
};

/// Whether a measured latency is grossly off: by more than half of the known one, either way, and by more than 100 us,
/// which processes that wait for a core may add.
[[nodiscard]] bool is_grossly_off(double known, double measured);

/// The pairs to measure although they are known: up to eight, disjoint as far as there are hosts enough, spread over
/// all hosts; the smallest and the largest known latencies are among them. `known`: as for `survey_latencies`.
[[nodiscard]] std::vector<std::pair<int, int>> pairs_to_check(const base::SquareMatrix<double>& known);

/// The latencies of all pairs of hosts, those of `known` as they are (`survey_latencies`), measured within `budget`.
using MeasureLatencies = base::FunctionRef<LatencyMatrix(Seconds budget, const base::SquareMatrix<double>& known)>;

/// What `measure` says, with the pairs of `known` taken as they are, but for a sample of them. Where a pair of the
/// sample is grossly off, nothing that is known of its two hosts is believed, and another sample is taken of what is
/// left. Of the sample the measured values count. Equal measurements lead to equal questions.
[[nodiscard]] CombinedLatencies combine_latencies(Seconds budget, const base::SquareMatrix<double>& known,
                                                  MeasureLatencies measure);

}  // namespace causeway::discovery
