#include "bench_contender.hpp"

#include "causeway/base/comma_list.hpp"
#include "causeway/base/error.hpp"
#include "causeway/planner/agreed_trees.hpp"
#include "causeway/planner/tree_proposals.hpp"
#include "causeway/several_trees/propose_trees.hpp"

#include <algorithm>
#include <utility>

namespace causeway::app {

namespace {

using scheme::Operation;

/// Everything that may be forced for an operation, by name.
std::vector<std::string> all_names(Operation operation) {
    std::vector<std::string> names;
    if (operation == Operation::kBroadcast) {
        for (const strategy::BroadcastStrategy* strategy : strategy::broadcast_strategies().members()) {
            names.emplace_back(strategy->name);
        }
        return names;
    }
    for (const scheme::Scheme* scheme : scheme::schemes_of(operation)) {
        names.emplace_back(scheme->name);
    }
    return names;
}

}  // namespace

std::vector<Contender> compared(std::string_view compare, Operation operation, int most_trees,
                                const std::optional<planner::Forced>& usual) {
    std::vector<Contender> contenders;
    const auto add_forced = [&](const std::string& name) {
        contenders.push_back(
            {.name = name, .forced = planner::parse_forced(name, operation, "--compare"), .most_trees = most_trees});
    };
    for (const std::string& word : base::entries_of(compare)) {
        if (word == "each") {
            const std::vector<std::string> names = all_names(operation);
            std::for_each(names.begin(), names.end(), add_forced);
        } else if (word == "own") {
            contenders.push_back({.name = word, .most_trees = most_trees, .is_own = true});
        } else if (word == "one-tree") {
            contenders.push_back({.name = word, .forced = usual, .most_trees = 1});
        } else if (word == "one-coordinator") {
            contenders.push_back(
                {.name = word, .forced = usual, .most_trees = most_trees, .several_coordinators = false});
        } else if (word != "native") {
            add_forced(word);
        }
    }
    return contenders;
}

std::vector<planner::TreeProposal> proposed_trees(Operation operation, const platform::Platform& platform,
                                                  const platform::Placement& placement, int root) {
    std::string fault;
    const auto share = [](const std::string& text) { return mpi::broadcast_text(MPI_COMM_WORLD, text, 0); };
    std::vector<planner::TreeProposal> trees =
        planner::agreed_trees(operation, mpi::rank_of(MPI_COMM_WORLD) == 0, share, several_trees::propose_trees,
                              platform, placement, root, [&fault](const std::string& reason) { fault = reason; });
    if (!fault.empty()) {
        throw base::Error(fault);
    }
    return trees;
}

planner::Candidate chosen_by(const Contender& contender, const platform::Platform& platform,
                             const platform::Placement& placement, planner::Request call) {
    call.forced = contender.forced;
    call.several_coordinators = contender.several_coordinators;
    call.trees = contender.most_trees > 1
                     ? planner::of_at_most(contender.most_trees, call.operation, std::move(call.trees))
                     : std::vector<planner::TreeProposal>{};
    const planner::Decision decision = planner::decide(platform, placement, call);
    if (!contender.is_own) {
        return decision.choice();
    }
    const auto own = std::find_if(decision.ranking.begin(), decision.ranking.end(),
                                  [](const planner::Candidate& one) { return one.plan.scheme != nullptr; });
    return own == decision.ranking.end() ? decision.choice() : *own;
}

}  // namespace causeway::app
