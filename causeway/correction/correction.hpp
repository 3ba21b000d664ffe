/// Which figures of a platform are wrong, by how fast data came in calls by plan.
///
/// What a call shows of a link is how fast data came over it; whether that was the link, the uplink, the downlink or
/// whoever had to send it, a single pace does not say. The model does: the plans that were called are simulated on the
/// platform, and the figures are looked for whose correction brings what is predicted nearest to what was seen, over
/// all plans that were called, changing as few of them as little as possible: a descent, one step for the pace that is
/// explained worst. Figures that nothing contradicts stay.
///
/// Of ways that no plan takes calls show nothing, and plans take none that a file makes slow. So a file of which much
/// was wrong is doubted as a whole: then links are looked at once (calls/drift.hpp).
///
/// Pure and deterministic: ranks that are given the same decide alike.
#pragma once

#include "causeway/correction/arrivals.hpp"
#include "causeway/correction/figures.hpp"
#include "causeway/plan/plan.hpp"
#include "causeway/platform/platform.hpp"

#include <span>
#include <vector>

namespace causeway::correction {

/// Calls by one plan, and how fast data came in the least disturbed of them.
struct SeenCalls {
    plan::Plan plan;
    std::vector<Pace> paces;
    int calls = 0;
};

/// How well the rates of links are known.
enum class Links {
    kByFile,    ///< as the rest
    kMeasured,  ///< they were looked at: calls correct only what is altogether wrong
};

/// The figures that are wrong by more than can be told from noise: none if nothing is.
[[nodiscard]] Factors corrections(const platform::Platform& believed, const platform::Placement& placement,
                                  std::span<const SeenCalls> seen, Links links);

/// Adds what calls by a plan have shown, in the place of what is known of it; only the last plans are kept.
void remember(std::vector<SeenCalls>& seen, SeenCalls calls);

/// Whether so much was wrong that nothing of the file can be believed unseen.
[[nodiscard]] bool casts_doubt(const Factors& factors);

/// The same of calls by the MPI library's own algorithms, which go over links that plans avoid: they take so much less
/// than the model has its flat algorithms take.
[[nodiscard]] bool casts_doubt(Seconds promised, Seconds took);

}  // namespace causeway::correction
