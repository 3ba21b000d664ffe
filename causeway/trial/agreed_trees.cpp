#include "causeway/trial/agreed_trees.hpp"

#include "causeway/mpi/communicator.hpp"

#include <exception>

namespace causeway::trial {

std::vector<planner::ClusterTrees> agreed_trees(MPI_Comm comm, const planner::ProposeTrees& propose,
                                                const platform::Platform& platform,
                                                const platform::Placement& placement, int root,
                                                const std::function<void(const std::string&)>& tell) {
    constexpr int kAsks = 0;
    std::string text;
    if (mpi::rank_of(comm) == kAsks) {
        try {
            text = planner::to_text(propose(platform, placement, root));
        } catch (const std::exception& error) {
            text = planner::to_text({});
            tell(error.what());
        }
    }
    return planner::parse_proposals(mpi::broadcast_text(comm, text, kAsks));
}

}  // namespace causeway::trial
