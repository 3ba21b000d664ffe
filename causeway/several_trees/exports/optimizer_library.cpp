/// libcauseway_trees.so: the optimiser for several trees with its solver, for the preloaded library, which loads it
/// when it is needed. Both are built together, so either reads the other's C++ types; but each may have a C++ library
/// of its own, so neither makes, changes or frees memory of the other's.
#include "causeway/base/version.hpp"
#include "causeway/several_trees/propose_trees.hpp"

#include <cstddef>
#include <exception>
#include <string>
#include <string_view>

/// Delivers the proposals as text, or the reason why there are none, and then returns false. Nothing is thrown.
extern "C" __attribute__((visibility("default"))) bool causeway_propose_trees(
    const char* version, const causeway::platform::Platform& platform, const causeway::platform::Placement& placement,
    causeway::scheme::Operation operation, int root, void (*deliver)(void* to, const char* text, std::size_t length), void* to) {
    bool is_done = false;
    std::string answer;
    try {
        if (std::string_view(version) == causeway::base::version()) {
            answer = causeway::planner::to_text(causeway::several_trees::propose_trees(platform, placement, operation, root));
            is_done = true;
        } else {
            answer =
                "libcauseway_trees.so is of version " + std::string(causeway::base::version()) + ", not " + version;
        }
    } catch (const std::exception& error) {
        answer = error.what();
    }
    deliver(to, answer.data(), answer.size());
    return is_done;
}
