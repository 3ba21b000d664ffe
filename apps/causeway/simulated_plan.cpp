#include "simulated_plan.hpp"

#include "causeway/base/error.hpp"
#include "causeway/page/simulated_call.hpp"
#include "causeway/plan/fit.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string_view>

namespace causeway::app {

page::TimedCall simulated_plan(const std::string& source, const platform::Platform& platform,
                               const platform::Placement& placement, const plan::Plan& plan) {
    const auto refused = [&](std::string_view found) {
        return base::InputError(
            {.source = source,
             .place = {},
             .found = std::string(found),
             .accepted = fmt::format("a plan of ours with {} messages at most", page::kMostSimulated)});
    };
    if (plan.scheme == nullptr) {
        throw refused("the MPI library's own collective");
    }
    if (const std::string reason = plan::misfit(plan, placement); !reason.empty()) {
        throw base::InputError({.source = source,
                                .place = {},
                                .found = reason,
                                .accepted = fmt::format("a plan for the {} processes of platform {}",
                                                        placement.num_processes(), platform.name)});
    }
    const std::optional<page::Carried> carried = page::carried(plan, placement);
    if (!carried || carried->num_messages > page::kMostSimulated) {
        throw refused("a plan with more messages");
    }
    return page::simulated({.name = std::string(scheme::name_of(plan.operation)),
                            .plan = plan::describe(plan, platform),
                            .is_observed = false,
                            .placement = std::make_shared<const platform::Placement>(placement),
                            .rank_hosts = platform::host_names_of(platform, placement),
                            .duration = {},
                            .messages = {}},
                           plan, *carried, platform);
}

}  // namespace causeway::app
