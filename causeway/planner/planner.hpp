/// The polyalgorithm: every applicable combination is a candidate; closed forms discard the hopeless, the
/// simulator ranks the rest, the MPI library's own collective always takes part.
#pragma once

#include "causeway/inter_cluster/heuristic.hpp"
#include "causeway/plan/plan.hpp"
#include "causeway/planner/forced.hpp"
#include "causeway/platform/platform.hpp"
#include "causeway/scheme/scheme.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace causeway::planner {

class PlacedProcesses;

/// Where a predicted time comes from.
enum class Basis {
    kClosedForm,  ///< an estimate, or so much at least: what is far behind the best is looked at no farther
    kSimulated,   ///< of the MPI library's own: the flat algorithm that it takes (library.hpp)
    kMeasured,    ///< measured on this placement
};

[[nodiscard]] std::string_view name_of(Basis basis);

/// One way to carry out the call.
struct Candidate {
    plan::Plan plan;
    Seconds time;  ///< infinite where it is not known
    Basis basis = Basis::kClosedForm;
};

/// Trees between the clusters with the segments of every period that take each: one way to use several at once.
using ClusterTrees = std::vector<plan::ClusterTree>;

/// What an optimiser proposes, and about how long data takes by it: what carries most has the longest ways.
struct TreeProposal {
    ClusterTrees trees;
    SecondsPerByte pace = {};  ///< of a call's message (plan::Plan::message)
    Seconds reach = {};        ///< what the first byte takes to the last cluster

    [[nodiscard]] Seconds time_of(Bytes message) const { return reach + pace * message; }

    friend bool operator==(const TreeProposal&, const TreeProposal&) = default;
};

/// A call to be planned. What is for some operations only is ignored by the others.
struct Request {
    scheme::Operation operation = scheme::Operation::kBroadcast;
    int root = 0;   ///< rank, of an operation that has one
    Bytes message;  ///< see plan::Plan::message
    /// [rank]: what each has of its own, of an allgather in which that differs, `message` on average; empty: all have
    /// as much.
    std::vector<Bytes> parts = {};
    scheme::Neighbourhood neighbourhood = {};  ///< of an operation among neighbours
    /// What an optimiser proposes (tree_proposals.hpp); the sends of each tree from the root's cluster on.
    std::vector<TreeProposal> trees = {};
    /// Whether a cluster may have several coordinators at once, where one flow does not fill a route between clusters.
    bool several_coordinators = true;
    /// Whether data may pass through processes that it is not for, which may not know how much it is.
    bool may_relay = true;
    /// What parts are at most that pass through others, in messages: more than one where they differ in size.
    int most_relayed = 1;
    /// Of reductions: data is combined in an order that depends on the ranks alone.
    bool reproducible = false;
    /// Of reductions: operands are combined in the order of the ranks, as the operator does not commute.
    bool in_rank_order = false;
    /// The MPI library; nothing: any.
    std::optional<scheme::MpiLibrary> library = {};
    /// What the MPI library's own collective took on these processes, if that was measured.
    std::optional<Seconds> measured_native = {};
    std::optional<Forced> forced = {};
    /// What the order of the clusters is forced to be by; null: whatever is best.
    const inter_cluster::Heuristic* heuristic = nullptr;
    /// By which reading orders of the clusters are compared where whole messages go between them.
    inter_cluster::Completion completion = inter_cluster::Completion::kSequential;
    /// How many times faster than the MPI library's own the choice must be; 0: always a plan. Nothing: as much as the
    /// predictions can be wrong.
    std::optional<double> least_gain = {};

    friend bool operator==(const Request&, const Request&) = default;
};

/// The choice and what it was chosen from.
struct Decision {
    /// The choice first, then the MPI library's own if it is not that, then the others, best first. Never empty.
    std::vector<Candidate> ranking;
    std::string reason;  ///< one sentence for people

    [[nodiscard]] const Candidate& choice() const { return ranking.front(); }
};

/// Plans a call. Deterministic: the same arguments give the same decision on every machine (only
/// additions, multiplications, divisions and comparisons of doubles are used), so that each rank can plan
/// for itself.
[[nodiscard]] Decision decide(const platform::Platform& platform, const platform::Placement& placement,
                              const Request& request);
/// The same decision in less time, for processes that were planned for before.
[[nodiscard]] Decision decide(std::shared_ptr<PlacedProcesses> processes, const Request& request);

}  // namespace causeway::planner
