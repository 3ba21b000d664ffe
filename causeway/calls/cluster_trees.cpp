#include "causeway/calls/cluster_trees.hpp"

#include "causeway/calls/passes.hpp"
#include "causeway/planner/agreed_trees.hpp"
#include "causeway/planner/tree_proposals.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

namespace causeway::calls {

const std::vector<planner::TreeProposal>& trees_for(const job::Job& job, CommunicatorState& state,
                                                    scheme::Operation operation, int root, MPI_Comm comm,
                                                    mpi::CallTags tags) noexcept {
    const std::pair key(operation, state.group->placement.cluster_of(root));
    auto entry = state.trees.find(key);
    if (entry == state.trees.end()) {
        const auto share = [&](const std::string& text) {
            return state.executor->text_of(root, text, tags, tags_of_pass(tags, 1));
        };
        try {
            auto trees = planner::agreed_trees(operation, state.rank == root, share, job.propose_trees, *state.facts,
                                               state.group->placement, root, [](const std::string& reason) {
                                                   fmt::print(stderr,
                                                              "causeway: long messages take one tree between clusters, "
                                                              "as there is no optimiser for several: {}\n",
                                                              reason);
                                               });
            entry = state.trees.emplace(key, std::move(trees)).first;
        } catch (...) {
            end_job_alone(comm, code_told_to_all(*state.executor, tags));
        }
    }
    return entry->second;
}

}  // namespace causeway::calls
