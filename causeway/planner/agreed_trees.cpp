#include "causeway/planner/agreed_trees.hpp"

#include <exception>

namespace causeway::planner {

std::vector<TreeProposal> agreed_trees(scheme::Operation operation, bool asks, const ShareText& share,
                                       const ProposeTrees& propose, const platform::Platform& platform,
                                       const platform::Placement& placement, int root,
                                       const std::function<void(const std::string&)>& tell) {
    std::string text;
    if (asks) {
        try {
            text = to_text(propose(platform, placement, operation, root));
        } catch (const std::exception& error) {
            text = to_text({});
            tell(error.what());
        }
    }
    return parse_proposals(share(text));
}

}  // namespace causeway::planner
