/// libcauseway_trees.so: the optimiser for several trees with its solver, for the preloaded library, which loads it
/// when it is needed. Both are built together: C++ types may cross the border.
#include "causeway/base/version.hpp"
#include "causeway/several_trees/propose_trees.hpp"

#include <exception>
#include <string>
#include <string_view>

/// The proposals as text in `answer`, or false and the reason. Nothing is thrown.
extern "C" __attribute__((visibility("default"))) bool causeway_propose_trees(
    const char* version, const causeway::platform::Platform& platform, const causeway::platform::Placement& placement,
    int root, std::string& answer) {
    try {
        if (std::string_view(version) != causeway::base::version()) {
            answer =
                "libcauseway_trees.so is of version " + std::string(causeway::base::version()) + ", not " + version;
            return false;
        }
        answer = causeway::planner::to_text(causeway::several_trees::propose_trees(platform, placement, root));
        return true;
    } catch (const std::exception& error) {
        answer = error.what();
        return false;
    }
}
