#include "causeway/planner/planner.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/text.hpp"
#include "causeway/inter_cluster/heuristic.hpp"
#include "causeway/model/grid_plogp.hpp"
#include "causeway/plan/compose.hpp"
#include "causeway/plan/groups.hpp"
#include "causeway/planner/cluster_path.hpp"
#include "causeway/planner/local_choice.hpp"
#include "causeway/planner/prediction.hpp"
#include "causeway/simulate/simulate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace causeway::planner {

namespace {

using inter_cluster::Heuristic;
using plan::ClusterGroup;
using plan::ClusterSend;
using plan::LocalChoice;
using plan::Plan;
using plan::Shape;
using strategy::BroadcastStrategy;

/// A plan of ours must promise this much over the MPI library's own collective to be chosen: the
/// predictions are not better than that, and a user who is never slower keeps the library loaded.
constexpr double kLeastGain = 1.10;
/// Inside one cluster the library is on its home ground and its time is not dominated by a route that we
/// know better: the promise must be larger.
constexpr double kLeastGainInOneCluster = 1.25;

/// Candidates whose closed form is beyond this multiple of the best one are not simulated.
constexpr double kHopeless = 1.5;
/// Candidates that are simulated at most, best closed forms first.
constexpr std::size_t kMostSimulated = 4;
/// A schedule of more transfers keeps its closed form: it would take a noticeable time to simulate.
constexpr int kMostSimulatedTransfers = 1 << 18;
/// Whole messages are sent by one MPI call each, whose count is an int.
constexpr Bytes kLargestWholeMessage{std::int64_t{1} << 30U};

/// How the clusters are ordered, by what.
struct ClusterOrder {
    std::string name;
    std::vector<ClusterSend> sends;
};

class Planning {
public:
    Planning(const platform::Platform& platform, const platform::Placement& placement, const Request& request)
        : platform_(platform),
          placement_(placement),
          request_(request),
          model_(platform, placement),
          groups_(plan::groups_of(placement, request.root)) {
        for (const ClusterGroup& group : groups_) {
            members_.push_back(group.cluster);
        }
    }

    Decision run() {
        Decision decision;
        decision.bound = broadcast_bound(platform_, placement_, request_.root, request_.message);
        const Candidate native = native_candidate();
        if (request_.forced && request_.forced->strategy == nullptr) {
            decision.ranking = {native};
            decision.reason = "the MPI library's own broadcast was asked for";
            return decision;
        }
        if (placement_.num_hosts() == 1 || request_.message.value() == 0) {
            decision.ranking = {native};
            decision.reason = placement_.num_hosts() == 1 ? "all processes share one host: no network to plan for"
                                                          : "there is nothing to send";
            return decision;
        }
        add_two_level();
        add_pipelines();
        rank();
        decide(native, decision);
        return decision;
    }

private:
    /// What a strategy inside a cluster may be.
    [[nodiscard]] bool allowed(const BroadcastStrategy& strategy) const {
        return !request_.forced || request_.forced->strategy == &strategy;
    }

    [[nodiscard]] const BroadcastStrategy& any_allowed() const {
        return request_.forced ? *request_.forced->strategy : *strategy::broadcast_strategies().members().front();
    }

    /// The segment asked for, brought to where it is one MPI message and there are not millions of them.
    [[nodiscard]] std::optional<Bytes> forced_segment() const {
        if (!request_.forced || !request_.forced->segment) {
            return std::nullopt;
        }
        const Bytes least(base::num_parts(request_.message, Bytes(kMostForcedSegments)));
        return std::clamp(*request_.forced->segment, least, std::min(request_.message, kLargestWholeMessage));
    }

    [[nodiscard]] const platform::Cluster& cluster_of(const ClusterGroup& group) const {
        return platform_.clusters[static_cast<std::size_t>(group.cluster)];
    }

    /// Inside the hosts of a cluster, for segments of the given size.
    [[nodiscard]] const BroadcastStrategy* within_host(const ClusterGroup& group, Bytes segment) const {
        std::size_t most = 1;
        for (const plan::HostGroup& host : group.hosts) {
            most = std::max(most, host.size());
        }
        const platform::Cluster& cluster = cluster_of(group);
        if (most == 1 || (!cluster.within_host && !cluster.plogp)) {
            return strategy::broadcast_strategies().find("flat_tree");
        }
        const platform::Plogp& plogp = cluster.within_host ? *cluster.within_host : *cluster.plogp;
        return best_strategy(plogp, static_cast<int>(most), request_.message, segment).strategy;
    }

    // ---- whole messages between clusters ------------------------------------------------------------

    /// The best allowed strategy inside a cluster for a whole message, and its time T_i.
    [[nodiscard]] LocalPrediction local_prediction(const ClusterGroup& group) const {
        const platform::Cluster& cluster = cluster_of(group);
        const int hosts = static_cast<int>(group.hosts.size());
        LocalPrediction best{&any_allowed(), request_.message, Seconds(0.0)};
        if (hosts > 1 && cluster.plogp) {
            best.time = Seconds::infinity();
            for (LocalPrediction& one : predict_strategies(*cluster.plogp, hosts, request_.message, forced_segment())) {
                if (!allowed(*one.strategy)) {
                    continue;
                }
                // Of trees the source's closed forms are bounds, not times; a schedule of one block is quick to run.
                if (!one.strategy->segmented) {
                    one.time = simulated_time(one, *cluster.plogp, hosts, request_.message);
                }
                if (one.time < best.time) {
                    best = one;
                }
            }
        }
        if (cluster.broadcast_time) {
            best.time = Seconds((*cluster.broadcast_time)(static_cast<double>(request_.message.value())));
        }
        return best;
    }

    void add_two_level() {
        if (request_.message > kLargestWholeMessage) {
            return;
        }
        std::vector<LocalPrediction> local;
        std::vector<Seconds> local_time;
        Bytes block = request_.message;
        for (const ClusterGroup& group : groups_) {
            local.push_back(local_prediction(group));
            local_time.push_back(local.back().time);
            if (local.back().strategy->segmented && group.hosts.size() > 1) {
                block = std::min(block, local.back().segment);
            }
        }
        Plan plan;
        plan.shape = Shape::kTwoLevel;
        plan.root = request_.root;
        plan.message = request_.message;
        plan.block = block;
        for (std::size_t i = 0; i < groups_.size(); ++i) {
            const std::int64_t blocks = base::num_parts(local[i].segment, block);
            plan.local.push_back(
                {groups_[i].cluster, local[i].strategy, within_host(groups_[i], local[i].segment), blocks * block});
        }
        const inter_cluster::Problem problem =
            inter_cluster::problem_of(platform_, members_, 0, request_.message, local_time);
        for (const Heuristic* heuristic : inter_cluster::heuristics().members()) {
            const std::vector<inter_cluster::Send> order = heuristic->order(problem);
            const Seconds makespan =
                inter_cluster::evaluate(problem, order, inter_cluster::Completion::kSequential).makespan;
            plan.order = heuristic->name;
            plan.cluster_sends = to_platform(order);
            const bool is_known = std::any_of(candidates_.begin(), candidates_.end(), [&](const Candidate& known) {
                return known.plan.cluster_sends == plan.cluster_sends;
            });
            if (!is_known) {
                add(plan, makespan);
            }
        }
    }

    // ---- one pipeline from the root to the last process ----------------------------------------------

    /// The orders of clusters that pipelines follow: the shortest path through all of them, and the trees
    /// of the heuristics, which decide for one segment.
    [[nodiscard]] std::vector<ClusterOrder> pipeline_orders() const {
        constexpr Bytes kTypicalSegment{16 << 10};
        const Bytes segment = std::min(request_.message, kTypicalSegment);
        const inter_cluster::Problem problem = inter_cluster::problem_of(
            platform_, members_, 0, segment, std::vector<Seconds>(members_.size(), Seconds(0.0)));
        std::vector<ClusterOrder> orders;
        orders.push_back({"best-path", to_platform(best_path(problem, base::num_parts(request_.message, segment)))});
        for (const Heuristic* heuristic : inter_cluster::heuristics().members()) {
            ClusterOrder order{std::string(heuristic->name), to_platform(heuristic->order(problem))};
            const bool is_known = std::any_of(orders.begin(), orders.end(),
                                              [&](const ClusterOrder& known) { return known.sends == order.sends; });
            if (!is_known) {
                orders.push_back(std::move(order));
            }
        }
        return orders;
    }

    void add_pipelines() {
        for (const ClusterOrder& order : pipeline_orders()) {
            if (order.sends.size() + 1 != groups_.size()) {
                continue;  // a cluster that this order cannot reach
            }
            for (const BroadcastStrategy* strategy : strategy::broadcast_strategies().members()) {
                if (allowed(*strategy)) {
                    add_pipeline(order, *strategy);
                }
            }
        }
    }

    [[nodiscard]] Plan pipeline(const ClusterOrder& order, const BroadcastStrategy& strategy, Bytes segment) const {
        Plan plan;
        plan.shape = Shape::kPipeline;
        plan.root = request_.root;
        plan.message = request_.message;
        plan.block = segment;
        plan.order = order.name;
        plan.cluster_sends = order.sends;
        for (const ClusterGroup& group : groups_) {
            plan.local.push_back({group.cluster, &strategy, within_host(group, segment), segment});
        }
        return plan;
    }

    /// The pipeline over one tree with the segment size of the least closed form.
    void add_pipeline(const ClusterOrder& order, const BroadcastStrategy& strategy) {
        const Bytes smallest_segment(4 << 10);  // less than a packet of many networks gains nothing on the wire
        if (const auto segment = forced_segment()) {
            Plan plan = pipeline(order, strategy, *segment);
            const Seconds time = pipeline_estimate(plan, placement_, model_);
            add(std::move(plan), time);
            return;
        }
        std::vector<Bytes> sizes = segment_sizes(request_.message, smallest_segment);
        sizes.pop_back();  // one segment is the whole message: not a pipeline
        std::erase_if(sizes, [](Bytes size) { return size > kLargestSegment; });
        std::optional<Bytes> best;
        Seconds best_time = Seconds::infinity();
        // From the smallest on; the closed form falls, then rises. Of about equal estimates the largest segment is
        // taken: it makes the fewest messages, whose cost to busy processors no gap shows.
        Seconds least = Seconds::infinity();
        int rises = 0;
        for (const Bytes size : sizes) {
            if (rises == 2 || (best && shakes_hands(order, size))) {
                break;
            }
            const Seconds time = pipeline_estimate(pipeline(order, strategy, size), placement_, model_);
            rises = time < least ? 0 : rises + 1;
            least = std::min(least, time);
            if (time <= kAboutEqual * least) {
                best = size;
                best_time = time;
            }
        }
        if (best) {
            add(pipeline(order, strategy, *best), best_time);
        }
    }

    /// Whether messages of this size shake hands before they cross one of the links: they take a round trip more
    /// than L to arrive; where no delivery time tells, whether they are beyond what is known to be sent eagerly. A
    /// pipeline of such segments advances by the library's progress in every process between, which costs more than
    /// any model says.
    [[nodiscard]] bool shakes_hands(const ClusterOrder& order, Bytes size) const {
        return std::any_of(order.sends.begin(), order.sends.end(), [&](const ClusterSend& send) {
            const platform::Link* link = platform_.find_link(send.from, send.to);
            if (link == nullptr || !link->plogp) {
                return false;
            }
            return link->plogp->delivery ? link->plogp->transit_of(size) > 2.0 * link->plogp->latency
                                         : size > kSentEagerly;
        });
    }

    // ---- the choice --------------------------------------------------------------------------------

    void add(Plan plan, Seconds time) {
        if (time == Seconds::infinity()) {
            return;
        }
        candidates_.push_back({std::move(plan), time, Basis::kClosedForm});
    }

    /// Simulates the promising candidates; best first afterwards. A simulated time replaces the closed
    /// form, so candidates that were not simulated are ranked behind those that were.
    void rank() {
        const auto by_time = [](const Candidate& a, const Candidate& b) { return a.time < b.time; };
        std::stable_sort(candidates_.begin(), candidates_.end(), by_time);
        std::size_t simulated = 0;
        for (Candidate& candidate : candidates_) {
            if (simulated == kMostSimulated || candidate.time > kHopeless * candidates_.front().time) {
                break;
            }
            ++simulated;
        }
        for (std::size_t i = 0; i < simulated; ++i) {
            const plan::Plan& plan = candidates_[i].plan;
            if (plan.shape == Shape::kTwoLevel &&
                plan.num_blocks() > kMostSimulatedTransfers / placement_.num_processes()) {
                continue;
            }
            candidates_[i].time = simulated_time(candidates_[i].plan, placement_, model_);
            candidates_[i].basis = Basis::kSimulated;
        }
        std::stable_sort(candidates_.begin(), candidates_.begin() + static_cast<std::ptrdiff_t>(simulated), by_time);
        // Hosts between which the platform has no figures.
        std::erase_if(candidates_, [](const Candidate& candidate) { return candidate.time == Seconds::infinity(); });
    }

    /// What the library's own broadcast takes: as measured; else a guess that favours nobody.
    [[nodiscard]] Candidate native_candidate() const {
        Candidate result;
        result.plan.root = request_.root;
        result.plan.message = request_.message;
        if (request_.measured.native) {
            result.time = *request_.measured.native;
            result.basis = Basis::kMeasured;
        } else {
            result.time = flat_estimate(placement_, request_.root, request_.message, model_);
            result.basis = Basis::kEstimated;
        }
        return result;
    }

    void decide(const Candidate& native, Decision& decision) {
        const bool forced = request_.forced.has_value();
        if (candidates_.empty()) {
            decision.ranking = {native};
            decision.reason = "the platform does not join all hosts of this communicator";
            return;
        }
        const Candidate best = candidates_.front();
        // What was tried on these processes counts, not what was predicted for them.
        const Seconds promise = request_.measured.planned.value_or(best.time);
        const double gain = native.time / promise;
        // Inside one cluster a library that was not measured is not replaced on a guess; between clusters
        // it knows nothing of the network, so that any gain over the guess will do.
        const bool is_guess = groups_.size() == 1 && native.basis == Basis::kEstimated;
        const double least_gain = groups_.size() == 1                 ? kLeastGainInOneCluster
                                  : native.basis == Basis::kEstimated ? 1.0
                                                                      : kLeastGain;
        const bool ours = forced || (gain >= least_gain && !is_guess);
        decision.ranking = std::move(candidates_);
        decision.ranking.insert(ours ? decision.ranking.begin() + 1 : decision.ranking.begin(), native);
        const std::string native_text = fmt::format("the MPI library's own broadcast {} {}", base::to_text(native.time),
                                                    native.basis == Basis::kMeasured ? "as measured" : "as estimated");
        if (forced) {
            decision.reason = "this strategy was asked for";
        } else if (native.time == Seconds::infinity()) {
            decision.reason =
                "not every two clusters are joined directly, which the MPI library's own broadcast does not know";
        } else if (ours) {
            decision.reason =
                fmt::format("{} {:.2f} times faster than {}",
                            request_.measured.planned ? "tried and found" : "predicted", gain, native_text);
        } else if (is_guess) {
            decision.reason = "inside one cluster, and the MPI library's own broadcast was not measured here";
        } else {
            decision.reason =
                fmt::format("{}; the best plan {} {}, short of the {:.2f} times faster asked for", native_text,
                            request_.measured.planned ? "took" : "predicts", base::to_text(promise), least_gain);
        }
    }

    [[nodiscard]] std::vector<ClusterSend> to_platform(const std::vector<inter_cluster::Send>& sends) const {
        std::vector<ClusterSend> result;
        for (const inter_cluster::Send& send : sends) {
            result.push_back(
                {members_[static_cast<std::size_t>(send.from)], members_[static_cast<std::size_t>(send.to)]});
        }
        return result;
    }

    /// More segments than this cost more to keep account of than they could ever gain.
    static constexpr std::int64_t kMostForcedSegments = std::int64_t{1} << 17U;
    /// Open MPI's limit over TCP is 64 KiB with its header, so that 64 KiB of data are beyond it.
    static constexpr Bytes kSentEagerly{32 << 10};
    /// Estimates that differ by less are about equal: measured gaps are not known any better.
    static constexpr double kAboutEqual = 1.015;
    /// Larger segments overlap nothing on any network we know, and each is one message.
    static constexpr Bytes kLargestSegment{std::int64_t{4} << 20U};

    const platform::Platform& platform_;
    const platform::Placement& placement_;
    const Request& request_;
    model::GridPlogp model_;
    std::vector<ClusterGroup> groups_;  ///< the root's cluster first
    std::vector<int> members_;          ///< [group]: index of its cluster
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
