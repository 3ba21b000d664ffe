#include "causeway/trial/agreed_trees.hpp"

#include <exception>

namespace causeway::trial {

std::vector<planner::ClusterTrees> agreed_trees(bool asks, const ShareText& share, const planner::ProposeTrees& propose,
                                                const platform::Platform& platform,
                                                const platform::Placement& placement, int root,
                                                const std::function<void(const std::string&)>& tell) {
    std::string text;
    if (asks) {
        try {
            text = planner::to_text(propose(platform, placement, root));
        } catch (const std::exception& error) {
            text = planner::to_text({});
            tell(error.what());
        }
    }
    return planner::parse_proposals(share(text));
}

}  // namespace causeway::trial
