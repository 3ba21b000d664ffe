/// The polyalgorithm for all other collectives than broadcast: every scheme over the promising broadcast trees, ranked
/// by the simulator.
#pragma once

#include "causeway/collective/scheme.hpp"
#include "causeway/plan/collective_plan.hpp"
#include "causeway/platform/platform.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace causeway::planner {

/// One scheme and no other; null: the MPI library's own collective.
struct ForcedScheme {
    const collective::Scheme* scheme = nullptr;
};

/// Reads "allreduce_over_tree" or "native". Throws InputError naming `source` and what is accepted for the operation.
[[nodiscard]] ForcedScheme parse_forced_scheme(std::string_view text, collective::Operation operation,
                                               std::string_view source);

struct CollectiveRequest {
    collective::Operation operation = collective::Operation::kBarrier;
    int root = 0;   ///< rank, of an operation that has one
    Bytes message;  ///< see CollectivePlan::message
    /// Reductions combine in an order that depends on nothing but the number of processes.
    bool reproducible = false;
    std::optional<ForcedScheme> forced = {};
    /// How many times faster than the MPI library's own the choice must be; 0: always a plan. Nothing: as much as the
    /// predictions can be wrong.
    std::optional<double> least_gain = {};
};

struct CollectiveCandidate {
    plan::CollectivePlan plan;
    Seconds time;  ///< simulated; infinite where it is not known
};

struct CollectiveDecision {
    /// Best first; the first is the choice. Never empty.
    std::vector<CollectiveCandidate> ranking;
    std::string reason;  ///< one sentence for people

    [[nodiscard]] const CollectiveCandidate& choice() const { return ranking.front(); }
};

/// Plans a collective. Inside one cluster the MPI library's own is chosen. Deterministic, as plan_broadcast().
[[nodiscard]] CollectiveDecision plan_collective(const platform::Platform& platform,
                                                 const platform::Placement& placement,
                                                 const CollectiveRequest& request);

}  // namespace causeway::planner
