#include "causeway/planner/planner.hpp"

#include "causeway/base/text.hpp"
#include "causeway/planner/library.hpp"
#include "causeway/planner/placed_processes.hpp"
#include "causeway/planner/search.hpp"
#include "causeway/policy/choice.hpp"

#include <fmt/format.h>

#include <memory>
#include <utility>

namespace causeway::planner {

namespace {

using scheme::Operation;

class Planning {
public:
    Planning(std::shared_ptr<PlacedProcesses> processes, const Request& request)
        : task_(std::move(processes), request) {}

    Decision run() {
        const Request& request = task_.request;
        Decision decision;
        if (request.reproducible && task_.placement.num_processes() > 1) {
            if (std::optional<Candidate> by_rank = candidate_by_rank(task_)) {
                decision.ranking = {std::move(*by_rank)};
                decision.reason = "results that do not change from run to run were asked for";
                return decision;
            }
            if (request.in_rank_order) {
                return left_to_the_library(std::move(decision),
                                           "the operator does not commute, and the order of the ranks leaves no tree "
                                           "that does not depend on the platform");
            }
        }
        if (std::string reason = reason_to_leave(); !reason.empty()) {
            return left_to_the_library(std::move(decision), std::move(reason));
        }
        Candidates candidates = Search(task_).run();
        if (candidates.ranking.empty()) {
            return left_to_the_library(
                std::move(decision),
                request.forced && request.forced->scheme != nullptr
                    ? "the scheme that was asked for is not for messages of this size on this platform"
                : request.in_rank_order
                    ? "the operator does not commute, and no tree follows the order of the ranks"
                    : "the platform does not join all hosts of this communicator, or it has too many processes");
        }
        choose(std::move(candidates), decision);
        return decision;
    }

private:
    [[nodiscard]] bool is_broadcast() const { return task_.request.operation == Operation::kBroadcast; }
    [[nodiscard]] std::string_view name() const { return scheme::name_of(task_.request.operation); }

    /// Whether the user insists on a plan of ours.
    [[nodiscard]] bool is_asked_for() const {
        return task_.request.forced || (task_.request.heuristic != nullptr && task_.groups.size() > 1);
    }

    /// Why there is nothing to plan; empty: there is.
    [[nodiscard]] std::string reason_to_leave() const {
        const Request& request = task_.request;
        if (request.forced && request.forced->is_native) {
            return fmt::format("the MPI library's own {} was asked for", name());
        }
        const bool is_asked = is_asked_for() || (request.least_gain && !is_broadcast());
        if (task_.placement.num_processes() == 1 || (task_.placement.num_hosts() == 1 && !is_asked)) {
            return "all processes share one host: no network to plan for";
        }
        return is_broadcast() && request.message.value() == 0 ? "there is nothing to send" : "";
    }

    /// There is no choice: to simulate what the library may do is worth nothing.
    [[nodiscard]] Decision left_to_the_library(Decision decision, std::string reason) const {
        decision.ranking = {is_broadcast() ? library_candidate(task_) : untimed_library(task_.request)};
        decision.reason = std::move(reason);
        return decision;
    }

    /// What a plan must promise, unless the user says it.
    [[nodiscard]] double usual_gain() const {
        return task_.groups.size() == 1 ? policy::kLeastGainInOneCluster : policy::kLeastGain;
    }

    /// The best candidate, or the library's own.
    void choose(Candidates found, Decision& decision) const {
        const Request& request = task_.request;
        std::vector<Candidate>& candidates = found.ranking;
        const Candidate& native = found.library;
        const Candidate& best = candidates.front();
        const double gain = native.time / best.time;
        const double least_gain = request.least_gain.value_or(usual_gain());
        const bool ours = is_asked_for() || gain >= least_gain;
        decision.reason = is_asked_for() ? "this was asked for" : reason(best, native, ours, least_gain);
        candidates.insert(ours ? candidates.begin() + 1 : candidates.begin(), native);
        decision.ranking = std::move(candidates);
    }

    [[nodiscard]] std::string reason(const Candidate& best, const Candidate& native, bool ours,
                                     double least_gain) const {
        if (least_gain == 0.0) {
            return "a plan was asked for, whatever the MPI library's own takes";
        }
        if (native.time == Seconds::infinity()) {
            return fmt::format(
                "not every two clusters are joined directly, which the MPI library's own {} does not know", name());
        }
        const std::string native_text =
            fmt::format("the MPI library's own {} {} as {}", name(), base::to_text(native.time), name_of(native.basis));
        if (ours) {
            return fmt::format("predicted {:.2f} times faster than {}", native.time / best.time, native_text);
        }
        return fmt::format("{}; the best plan predicts {}, short of the {:.2f} times faster asked for", native_text,
                           base::to_text(best.time), least_gain);
    }

    Task task_;
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
    }
    return "unknown";
}

Decision decide(const platform::Platform& platform, const platform::Placement& placement, const Request& request) {
    return decide(std::make_shared<PlacedProcesses>(platform, placement), request);
}

Decision decide(std::shared_ptr<PlacedProcesses> processes, const Request& request) {
    return Planning(std::move(processes), request).run();
}

}  // namespace causeway::planner
