#include "causeway/page/retraced.hpp"

#include "causeway/base/error.hpp"
#include "causeway/bound/platform_bound.hpp"
#include "causeway/plan/fit.hpp"
#include "causeway/plan/plan.hpp"
#include "causeway/plan/plan_json.hpp"
#include "causeway/scheme/scheme.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <utility>

namespace causeway::page {

namespace {

using scheme::Operation;

/// Messages that are looked at in all for the loads of links, and simulated in all: seconds of work.
constexpr std::int64_t kMostCounted = 50'000'000;
constexpr std::int64_t kMostSimulatedInAll = 500'000;

using SharedPlacement = std::shared_ptr<const platform::Placement>;

/// Where the processes of communicators run.
class Placements {
public:
    Placements(const Run& run, const platform::Platform& platform) : run_(&run), platform_(&platform) {}

    /// Null: the report does not say, or the platform has no such hosts.
    SharedPlacement of(const std::string& communicator) {
        const auto [entry, is_new] = known_.try_emplace(communicator);
        if (is_new) {
            entry->second = found(communicator);
        }
        return entry->second;
    }

    [[nodiscard]] std::vector<std::string> hosts_of(const std::string& communicator) const {
        std::vector<std::string> hosts;
        for (const int rank : run_->communicators.at(communicator)) {
            hosts.push_back(run_->rank_hosts[static_cast<std::size_t>(rank)]);
        }
        return hosts;
    }

private:
    [[nodiscard]] SharedPlacement found(const std::string& communicator) const {
        const auto members = run_->communicators.find(communicator);
        if (members == run_->communicators.end() || members->second.empty()) {
            return nullptr;
        }
        auto placement = platform::placement_of(*platform_, hosts_of(communicator));
        if (!placement) {
            return nullptr;
        }
        for (const int rank : run_->rank_nodes.empty() ? std::vector<int>{} : members->second) {
            placement->node_of.push_back(run_->rank_nodes[static_cast<std::size_t>(rank)]);
        }
        return std::make_shared<const platform::Placement>(std::move(*placement));
    }

    const Run* run_;
    const platform::Platform* platform_;
    std::map<std::string, SharedPlacement> known_;
};

/// The loads of one call.
base::SquareMatrix<LinkLoad> loads_of(const Carried& call, const platform::Placement& placement, int num_clusters) {
    base::SquareMatrix<LinkLoad> loads(num_clusters);
    for (const schedule::Schedule& strand : call.built.strands) {
        for (int rank = 0; rank < strand.num_processes(); ++rank) {
            schedule::Cursor cursor(strand.programs[static_cast<std::size_t>(rank)], strand.num_blocks);
            while (const auto action = cursor.next()) {
                const int from = placement.cluster_of(rank);
                const int to = placement.cluster_of(action->peer);
                if (action->is_send() && from != to) {
                    loads(from, to).bytes += static_cast<double>(call.sizes.size_of(action->blocks).value());
                    loads(from, to).messages += 1.0;
                }
            }
        }
    }
    return loads;
}

class Retracing {
public:
    Retracing(const Run& run, const platform::Platform& platform)
        : run_(&run),
          platform_(&platform),
          fingerprint_(platform::fingerprint(platform)),
          placements_(run, platform),
          result_{.bounds = {},
                  .loads = base::SquareMatrix<LinkLoad>(platform.num_clusters()),
                  .calls = {},
                  .observed = {}} {}

    Retraced all() {
        for (const CallKind& kind : run_->kinds) {
            result_.bounds.push_back(bound_of(kind));
            for (const PlannedCalls& planned : kind.plans) {
                add_loads(kind, planned);
            }
        }
        for (const CallKind& kind : run_->kinds) {
            if (kind.main_plan() != nullptr && result_.calls.size() < kMostTimeLines) {
                add_call(kind, *kind.main_plan());
            }
        }
        for (const ObservedCall& call : run_->observed) {
            add_observed(call);
        }
        return std::move(result_);
    }

private:
    /// Of what has parts of its own sizes only MPI knows what it sends, and among neighbours to whom.
    [[nodiscard]] std::optional<planner::TimeBound> bound_of(const CallKind& kind) {
        const auto operation = scheme::find_operation(kind.collective);
        const auto size = kind.mean_size();
        const SharedPlacement placement = placements_.of(kind.communicator);
        if (!operation || scheme::is_among_neighbours(*operation) || !size || placement == nullptr ||
            scheme::is_rooted(*operation) != kind.root.has_value() ||
            kind.root.value_or(0) >= placement->num_processes()) {
            return std::nullopt;
        }
        const Bytes message = *operation == Operation::kBarrier ? Bytes(0) : *size;
        try {
            const auto bound =
                bound::bound_on_platform(*operation, *platform_, *placement, kind.root.value_or(0), message);
            return bound.time.time < Seconds::infinity() ? std::optional(bound.time) : std::nullopt;
        } catch (const base::SolverError&) {
            return planner::bound_of(*operation, *platform_, *placement, kind.root.value_or(0), message);
        }
    }

    /// The plan, if it is one for this platform and these processes, whose sizes are known.
    [[nodiscard]] std::optional<plan::Plan> plan_of(const CallKind& kind, const PlannedCalls& planned) {
        const auto file = run_->plan_files.find(planned.digest);
        const SharedPlacement placement = placements_.of(kind.communicator);
        if (file == run_->plan_files.end() || placement == nullptr ||
            file->second.member("platform").string() != fingerprint_) {
            return std::nullopt;
        }
        const plan::Plan plan = plan::plan_from(file->second, *platform_);
        const bool is_even = scheme::find_operation(kind.collective) == plan.operation || kind.collective == "exscan";
        return plan.scheme != nullptr && is_even && plan::misfit(plan, *placement).empty() ? std::optional(plan)
                                                                                           : std::nullopt;
    }

    void add_loads(const CallKind& kind, const PlannedCalls& planned) {
        if (planned.digest == kNative) {
            result_.calls_native += planned.calls;
            return;
        }
        const auto* loads = loads_of_call(kind, planned);
        if (loads == nullptr) {
            result_.calls_unknown += planned.calls;
            return;
        }
        result_.calls_counted += planned.calls;
        const auto calls = static_cast<double>(planned.calls);
        const double most = kind.up_to ? static_cast<double>(kind.up_to->value()) : 0.0;
        const double as_whole = planned.bytes && most > 0.0 ? static_cast<double>(*planned.bytes) / most : calls;
        for (int from = 0; from < loads->size(); ++from) {
            for (int to = 0; to < loads->size(); ++to) {
                result_.loads(from, to).bytes += as_whole * (*loads)(from, to).bytes;
                result_.loads(from, to).messages += calls * (*loads)(from, to).messages;
            }
        }
    }

    /// Null: not known.
    [[nodiscard]] const base::SquareMatrix<LinkLoad>* loads_of_call(const CallKind& kind, const PlannedCalls& planned) {
        const auto [entry, is_new] = loads_.try_emplace({kind.communicator, planned.digest});
        if (is_new) {
            const std::optional<plan::Plan> plan = plan_of(kind, planned);
            const SharedPlacement placement = placements_.of(kind.communicator);
            const auto call = plan ? carried(*plan, *placement) : std::nullopt;
            if (call && call->num_messages <= messages_to_count_) {
                messages_to_count_ -= call->num_messages;
                entry->second = loads_of(*call, *placement, platform_->num_clusters());
            }
        }
        return entry->second ? &*entry->second : nullptr;
    }

    void add_call(const CallKind& kind, const PlannedCalls& planned) {
        const std::optional<plan::Plan> plan = plan_of(kind, planned);
        const SharedPlacement placement = placements_.of(kind.communicator);
        const auto call = plan ? carried(*plan, *placement) : std::nullopt;
        if (!call || call->num_messages > std::min(kMostSimulated, messages_to_simulate_)) {
            return;
        }
        messages_to_simulate_ -= call->num_messages;
        try {
            TimedCall done = simulated({.name = kind.name(),
                                        .plan = planned.plan,
                                        .is_observed = false,
                                        .placement = placement,
                                        .rank_hosts = placements_.hosts_of(kind.communicator),
                                        .duration = {},
                                        .messages = {}},
                                       *plan, *call, *platform_);
            if (done.duration > Seconds(0.0) && done.duration < Seconds::infinity()) {
                result_.calls.push_back(std::move(done));
            }
        } catch (const base::ScheduleError&) {  // of more processes and blocks than are proved, in a file that is wrong
        }
    }

    void add_observed(const ObservedCall& call) {
        const SharedPlacement placement = placements_.of(call.communicator);
        Seconds end;
        for (const TimedMessage& message : call.messages) {
            end = std::max(end, message.arrival);
        }
        if (placement != nullptr && end > Seconds(0.0)) {
            result_.observed.push_back({.name = call.name,
                                        .plan = call.plan,
                                        .is_observed = true,
                                        .placement = placement,
                                        .rank_hosts = placements_.hosts_of(call.communicator),
                                        .duration = end,
                                        .messages = call.messages});
        }
    }

    const Run* run_;
    const platform::Platform* platform_;
    std::string fingerprint_;
    Placements placements_;
    std::map<std::pair<std::string, std::string>, std::optional<base::SquareMatrix<LinkLoad>>> loads_;
    std::int64_t messages_to_count_ = kMostCounted;
    std::int64_t messages_to_simulate_ = kMostSimulatedInAll;
    Retraced result_;
};

}  // namespace

Retraced retraced(const Run& run, const platform::Platform& platform) {
    return Retracing(run, platform).all();
}

}  // namespace causeway::page
