/// Routes that one flow cannot fill.
///
/// Between two clusters n = ceil(capacity / limit of a flow) flows are needed. Where each connection is limited, by a
/// window or a shaper, several between two processes do: Open MPI opens btl_tcp_links of them. Where each pair of hosts
/// is, only several hosts do: plans of the preloaded library share long messages among several coordinators.
///
/// Source: the platform file (per_flow_limit, shared_capacity, as discovery measured them); Open MPI, ompi_info --param
/// btl tcp (btl_tcp_links).
#include "causeway/diagnosis/check/check.hpp"

#include "causeway/base/number.hpp"
#include "causeway/base/text.hpp"
#include "causeway/diagnosis/routes.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>

namespace causeway::diagnosis {

namespace {

Look look_at_single_flow(const Facts& host, const Job& job) {
    if (!job.platform) {
        return {.not_checked = "no platform that says what one flow brings: causeway doctor PLATFORM"};
    }
    const Parameter* parameter = host.parameter("btl_tcp_links");
    const auto links = parameter == nullptr ? std::nullopt : base::number_in<std::int64_t>(parameter->value);
    Look look;
    for (const Route& route : routes_of(*job.platform, host.host)) {
        if (!route.per_flow_limit || *route.per_flow_limit >= route.rate) {
            continue;
        }
        const auto needed = static_cast<std::int64_t>(std::ceil(route.rate.value() / route.per_flow_limit->value()));
        if (links.value_or(1) >= needed || host.has_causeway_loaded) {
            continue;
        }
        look.findings.push_back(
            {Severity::kProblem, fmt::format("one flow does not fill the route {}", route.name),
             fmt::format("one flow brings {} of {}, {} together fill it; btl_tcp_links is {}",
                         base::to_text(*route.per_flow_limit), base::to_text(route.rate), needed,
                         links ? parameter->value : "not set (1)"),
             fmt::format("mpirun --mca btl_tcp_links {} ...   (Open MPI, where each connection is limited), or several "
                         "ranks a host; preloaded, libcauseway.so shares long messages among several hosts",
                         needed)});
    }
    return look;
}

}  // namespace

extern constexpr Check single_flow{
    .name = "single_flow",
    .summary = "what one flow brings against the capacity of the platform's routes",
    .source = "the platform file; Open MPI's btl_tcp_links",
    .at_host = look_at_single_flow,
};

}  // namespace causeway::diagnosis
