#include "causeway/planner/placed_processes.hpp"

#include "causeway/planner/way_of_data.hpp"

#include <utility>

namespace causeway::planner {

namespace {

/// On a platform of their own.
struct Apart {
    Apart(platform::Platform given, const platform::Placement& placement)
        : platform(std::move(given)), processes(platform, placement) {}

    platform::Platform platform;
    PlacedProcesses processes;
};

}  // namespace

PlacedProcesses::PlacedProcesses(const platform::Platform& platform, const platform::Placement& placement)
    : platform_(platform), placement_(placement), model_(platform, placement), inside_times_(platform, placement) {}

std::shared_ptr<PlacedProcesses> PlacedProcesses::along_trees_of(scheme::Operation operation) {
    if (!differs_along_trees(operation, platform_)) {
        return nullptr;
    }
    std::shared_ptr<PlacedProcesses>& known = scheme::comes_up(operation) ? up_ : both_ways_;
    if (!known) {
        const auto apart = std::make_shared<Apart>(along_trees(operation, platform_), placement_);
        known = {apart, &apart->processes};
    }
    return known;
}

}  // namespace causeway::planner
