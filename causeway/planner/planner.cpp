#include "causeway/planner/planner.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/text.hpp"
#include "causeway/planner/candidates.hpp"
#include "causeway/planner/prediction.hpp"
#include "causeway/statistics/sample.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace causeway::planner {

namespace {

using plan::Shape;

/// Inside one cluster the library is on its home ground and its time is not dominated by a route that we
/// know better: the promise must be larger.
constexpr double kLeastGainInOneCluster = 1.25;
/// Where both were tried, side by side, on the very processes: more than their times vary from run to run.
constexpr double kLeastGainTried = 1.05;

/// Candidates that are simulated at most.
constexpr std::size_t kMostSimulated = 16;
/// Transfers that are simulated at most for one decision: what does not fit keeps its closed form. Inside one cluster
/// closed forms are nearly exact, and a few milliseconds are enough; between clusters they know less.
constexpr std::int64_t kMostSimulatedTransfers = 1 << 18;
constexpr std::int64_t kMostSimulatedTransfersInOneCluster = 1 << 14;
class Planning {
public:
    Planning(const platform::Platform& platform, const platform::Placement& placement, const Request& request)
        : task_(platform, placement, request) {}

    Decision run() {
        Decision decision;
        decision.bound = broadcast_bound(task_.platform, task_.placement, task_.request.root, task_.request.message);
        const Candidate native = native_candidate();
        if (task_.request.forced && task_.request.forced->tuned.strategy == nullptr) {
            decision.ranking = {native};
            decision.reason = "the MPI library's own broadcast was asked for";
            return decision;
        }
        const bool stays =
            task_.placement.num_hosts() == 1 && !task_.request.forced && task_.request.measured.strategies.empty();
        if (task_.placement.num_processes() == 1 || stays || task_.request.message.value() == 0) {
            decision.ranking = {native};
            decision.reason = task_.placement.num_hosts() == 1 ? "all processes share one host: no network to plan for"
                                                               : "there is nothing to send";
            return decision;
        }
        if (task_.groups.size() == 1) {
            add(one_cluster_candidates(task_));
        } else {
            add(two_level_candidates(task_));
            add(pipeline_candidates(task_));
            add(tree_candidates(task_));
        }
        rank();
        decide(native, decision);
        return decision;
    }

private:
    // ---- the choice --------------------------------------------------------------------------------

    void add(std::vector<Candidate> candidates) {
        std::erase_if(candidates, [](const Candidate& one) { return one.time == Seconds::infinity(); });
        candidates_.insert(candidates_.end(), std::make_move_iterator(candidates.begin()),
                           std::make_move_iterator(candidates.end()));
    }

    /// Puts simulated times in the place of closed forms, until the best time is a simulated one; best first afterwards.
    /// What is too much to simulate keeps its closed form.
    void rank() {
        std::int64_t transfers_left =
            task_.groups.size() == 1 ? kMostSimulatedTransfersInOneCluster : kMostSimulatedTransfers;
        const auto by_time = [](const Candidate& a, const Candidate& b) { return a.time < b.time; };
        std::stable_sort(candidates_.begin(), candidates_.end(), by_time);
        std::size_t next = 0;
        Seconds best = Seconds::infinity();
        for (; next < candidates_.size() && next < kMostSimulated && candidates_[next].time < best; ++next) {
            Candidate& candidate = candidates_[next];
            const std::int64_t transfers = num_simulated_transfers(candidate.plan, task_.placement);
            if (transfers <= transfers_left) {
                transfers_left -= transfers;
                candidate.time = simulated_time(candidate.plan, task_.placement, task_.model);
                candidate.basis = Basis::kSimulated;
            }
            best = std::min(best, candidate.time);
        }
        // Where that did not come to an end, those that were not looked at may promise more than they would hold.
        const auto end = next == kMostSimulated ? candidates_.begin() + static_cast<std::ptrdiff_t>(next) : candidates_.end();
        std::stable_sort(candidates_.begin(), end, by_time);
        believe_what_was_measured();
        // Hosts between which the platform has no figures.
        std::erase_if(candidates_, [](const Candidate& candidate) { return candidate.time == Seconds::infinity(); });
    }

    /// Inside one cluster, where strategies were tried, their times count, not what was predicted for them. The others'
    /// predictions are corrected by as much as those of the tried ones were wrong, and never make one the first: they
    /// were not tried because nothing speaks for them.
    void believe_what_was_measured() {
        const auto& measured = task_.request.measured.strategies;
        const bool is_other_segment = task_.request.forced && task_.request.forced->segment;
        if (task_.groups.size() > 1 || measured.empty() || is_other_segment) {
            return;
        }
        std::vector<double> errors;
        for (Candidate& candidate : candidates_) {
            const auto time = measured.find(candidate.plan.local.front().between_hosts.strategy);
            if (time != measured.end()) {
                errors.push_back(time->second / candidate.time);
                candidate.time = time->second;
                candidate.basis = Basis::kMeasured;
            }
        }
        if (errors.empty()) {
            return;
        }
        const double correction = statistics::median(errors);
        std::stable_sort(candidates_.begin(), candidates_.end(), [](const Candidate& a, const Candidate& b) {
            const bool a_measured = a.basis == Basis::kMeasured;
            const bool b_measured = b.basis == Basis::kMeasured;
            return a_measured != b_measured ? a_measured : a.time < b.time;
        });
        for (Candidate& candidate : candidates_) {
            if (candidate.basis != Basis::kMeasured) {
                candidate.time = std::max(correction * candidate.time, candidates_.front().time);
            }
        }
        std::stable_sort(candidates_.begin(), candidates_.end(),
                         [](const Candidate& a, const Candidate& b) { return a.time < b.time; });
    }

    /// What the library's own broadcast takes: as measured; else a guess that favours nobody.
    [[nodiscard]] Candidate native_candidate() const {
        Candidate result;
        result.plan.root = task_.request.root;
        result.plan.message = task_.request.message;
        if (task_.request.measured.native) {
            result.time = *task_.request.measured.native;
            result.basis = Basis::kMeasured;
        } else {
            result.time = flat_estimate(task_.placement, task_.request.root, task_.request.message, task_.model);
            result.basis = Basis::kEstimated;
        }
        return result;
    }

    void decide(const Candidate& native, Decision& decision) {
        const bool forced = task_.request.forced.has_value();
        if (candidates_.empty()) {
            decision.ranking = {native};
            decision.reason = "the platform does not join all hosts of this communicator";
            return;
        }
        const Candidate best = candidates_.front();
        const bool tried = best.basis == Basis::kMeasured;
        const double gain = native.time / best.time;
        // Inside one cluster a library that was not measured is not replaced on a guess; between clusters
        // it knows nothing of the network, so that any gain over the guess will do.
        const bool is_guess = task_.groups.size() == 1 && native.basis == Basis::kEstimated;
        const double usual_gain = tried                               ? kLeastGainTried
                                  : task_.groups.size() == 1          ? kLeastGainInOneCluster
                                  : native.basis == Basis::kEstimated ? 1.0
                                                                      : kLeastGain;
        const double least_gain = task_.request.least_gain.value_or(usual_gain);
        const bool ours = forced || (gain >= least_gain && (!is_guess || task_.request.least_gain));
        decision.ranking = std::move(candidates_);
        decision.ranking.insert(ours ? decision.ranking.begin() + 1 : decision.ranking.begin(), native);
        const std::string native_text = fmt::format("the MPI library's own broadcast {} {}", base::to_text(native.time),
                                                    native.basis == Basis::kMeasured ? "as measured" : "as estimated");
        if (forced) {
            decision.reason = "this strategy was asked for";
        } else if (least_gain == 0.0) {
            decision.reason = kPlanAsked;
        } else if (native.time == Seconds::infinity()) {
            decision.reason =
                "not every two clusters are joined directly, which the MPI library's own broadcast does not know";
        } else if (ours) {
            decision.reason = fmt::format("{} {:.2f} times faster than {}", tried ? "tried and found" : "predicted",
                                          gain, native_text);
        } else if (is_guess) {
            decision.reason = "inside one cluster, and the MPI library's own broadcast was not measured here";
        } else {
            decision.reason =
                fmt::format("{}; the best plan {} {}, short of the {:.2f} times faster asked for", native_text,
                            tried ? "took" : "predicts", base::to_text(best.time), least_gain);
        }
    }

    Task task_;
    std::vector<Candidate> candidates_;
};

}  // namespace

std::string_view name_of(Basis basis) {
    switch (basis) {
        case Basis::kClosedForm:
            return "closed form";
        case Basis::kSimulated:
            return "simulated";
        case Basis::kMeasured:
            return "measured";
        case Basis::kEstimated:
            return "estimated";
    }
    return "unknown";
}

Decision plan_broadcast(const platform::Platform& platform, const platform::Placement& placement,
                        const Request& request) {
    return Planning(platform, placement, request).run();
}

}  // namespace causeway::planner
