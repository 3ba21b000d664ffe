#include "causeway/discovery/disjoint_steps.hpp"

#include <algorithm>

namespace causeway::discovery {

std::vector<std::vector<std::size_t>> disjoint_steps(const std::vector<std::vector<int>>& groups, int num_members,
                                                     int most) {
    struct Step {
        std::vector<std::size_t> groups;
        std::vector<char> is_busy;  ///< [member]
    };
    std::vector<Step> steps;
    for (std::size_t group = 0; group < groups.size(); ++group) {
        const auto fits = [&](const Step& step) {
            return (most == 0 || static_cast<int>(step.groups.size()) < most) &&
                   std::none_of(groups[group].begin(), groups[group].end(),
                                [&](int member) { return step.is_busy[static_cast<std::size_t>(member)] != 0; });
        };
        auto step = std::find_if(steps.begin(), steps.end(), fits);
        if (step == steps.end()) {
            steps.push_back({{}, std::vector<char>(static_cast<std::size_t>(num_members), 0)});
            step = steps.end() - 1;
        }
        step->groups.push_back(group);
        for (const int member : groups[group]) {
            step->is_busy[static_cast<std::size_t>(member)] = 1;
        }
    }
    std::vector<std::vector<std::size_t>> result;
    result.reserve(steps.size());
    for (Step& step : steps) {
        result.push_back(std::move(step.groups));
    }
    return result;
}

}  // namespace causeway::discovery
