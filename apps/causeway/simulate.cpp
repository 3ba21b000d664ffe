/// causeway simulate: when the messages of a plan, or of a schedule between clusters, go on a platform.
#include "cluster_option.hpp"
#include "cluster_schedule.hpp"
#include "simulated_plan.hpp"
#include "verb.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/files.hpp"
#include "causeway/base/json_input.hpp"
#include "causeway/base/json_output.hpp"
#include "causeway/base/text.hpp"
#include "causeway/page/time_lines.hpp"
#include "causeway/plan/plan_json.hpp"
#include "causeway/platform/platform_json.hpp"
#include "causeway/report/chrome_trace.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

namespace causeway::app {

namespace {

struct SimulateOptions {
    std::string subject;
    std::string platform;
    std::string chrome_trace;
    OutputOptions output;
};

/// What the verb shows, and how trace viewers do.
struct Simulated {
    report::Document document;
    std::vector<report::TraceGroup> trace;
};

// ---- a plan ------------------------------------------------------------------------------------------------------

base::JsonOutput messages_json(const page::TimedCall& call) {
    auto messages = base::JsonOutput::array();
    for (const page::TimedMessage& message : call.messages) {
        messages.push_back({{"from", message.from},
                            {"to", message.to},
                            {"bytes", message.size.value()},
                            {"start", message.begin.value()},
                            {"arrival", message.arrival.value()}});
    }
    return messages;
}

Simulated simulated(const plan::Plan& plan, const std::string& source, const platform::Platform& platform) {
    const platform::Placement placement = platform::full_placement(platform);
    const page::TimedCall call = simulated_plan(source, platform, placement, plan);
    Simulated result;
    report::Document& document = result.document;
    document.conclusion = fmt::format("{} of {} by {} is over after {}: {} messages among {} processes", call.name,
                                      base::to_text(plan.message), call.plan, base::to_text(call.duration),
                                      call.messages.size(), placement.num_processes());
    document.table.columns = {"route", "messages", "bytes", "begin", "end"};
    auto routes = base::JsonOutput::array();
    for (const page::RouteOfCall& route : page::routes_of(call)) {
        document.table.rows.push_back({report::cell(page::name_of(route, platform)),
                                       report::number_cell(static_cast<double>(route.messages.size()), 0),
                                       report::cell(route.size), report::cell(route.begin()),
                                       report::cell(route.end())});
        routes.push_back({{"from", platform.clusters[static_cast<std::size_t>(route.from)].name},
                          {"to", platform.clusters[static_cast<std::size_t>(route.to)].name},
                          {"messages", route.messages.size()},
                          {"bytes", route.size.value()},
                          {"begin", route.begin().value()},
                          {"end", route.end().value()}});
    }
    document.json() = {{"collective", call.name},  {"bytes", plan.message.value()},
                       {"root", plan.root},        {"processes", placement.num_processes()},
                       {"description", call.plan}, {"seconds", call.duration.value()}};
    document.json()["routes"] = std::move(routes);
    document.json()["messages"] = messages_json(call);
    result.trace = page::trace_of({call}, platform);
    return result;
}

// ---- schedules between clusters ----------------------------------------------------------------------------------

/// Of a cluster that `place` names.
int cluster_at(const base::JsonInput& place, const platform::Platform& platform) {
    if (const auto index = platform.find_cluster(place.string())) {
        return *index;
    }
    place.refuse(fmt::format("a cluster of the platform: {}", base::joined(names_of_clusters(platform))));
}

std::vector<inter_cluster::Send> read_sends(const base::JsonInput& sends, int root,
                                            const platform::Platform& platform) {
    std::vector<bool> has_message(platform.clusters.size(), false);
    has_message[static_cast<std::size_t>(root)] = true;
    std::vector<inter_cluster::Send> result;
    for (const base::JsonInput& send : sends.elements()) {
        const int from = cluster_at(send.member("from"), platform);
        const int to = cluster_at(send.member("to"), platform);
        if (!has_message[static_cast<std::size_t>(from)]) {
            send.member("from").refuse("a cluster that has the message by then");
        }
        if (has_message[static_cast<std::size_t>(to)]) {
            send.member("to").refuse("a cluster that has not received yet");
        }
        has_message[static_cast<std::size_t>(to)] = true;
        result.push_back({.from = from, .to = to});
    }
    return result;
}

/// A row for each cluster, with what it sends.
report::TraceGroup trace_of(const std::string& heuristic, const inter_cluster::TimedSchedule& schedule,
                            const platform::Platform& platform) {
    report::TraceGroup group{.name = heuristic, .rows = names_of_clusters(platform), .slices = {}};
    for (const inter_cluster::TimedSend& send : schedule.sends) {
        group.slices.push_back({.row = send.from,
                                .name = fmt::format("to {}", platform.clusters[static_cast<std::size_t>(send.to)].name),
                                .category = "send",
                                .begin = send.start,
                                .end = send.arrival});
    }
    return group;
}

/// What `causeway schedule --format json` has written: the same sends in the same order, on this platform.
Simulated simulated(const base::JsonInput& input, const platform::Platform& platform) {
    const int root = cluster_at(input.member("root"), platform);
    const Bytes message = input.member("bytes").non_negative_bytes();
    const base::JsonInput completion_place = input.member("completion");
    const inter_cluster::Completion completion = inter_cluster::completion_named(
        completion_place.string(), fmt::format("{}: {}", input.source(), completion_place.place()));
    const inter_cluster::ClusterProblem problem = whole_message_problem(platform, root, message);
    Simulated result;
    report::Document& document = result.document;
    document.table.columns = {"heuristic", "from", "to", "start", "arrival"};
    auto schedules = base::JsonOutput::array();
    std::vector<std::string> ends;
    for (const base::JsonInput& one : input.member("schedules").elements()) {
        const std::string heuristic = one.member("heuristic").string();
        const inter_cluster::TimedSchedule schedule =
            inter_cluster::evaluate(problem, read_sends(one.member("sends"), root, platform), completion);
        const auto name_of = [&](int cluster) { return platform.clusters[static_cast<std::size_t>(cluster)].name; };
        for (const inter_cluster::TimedSend& send : schedule.sends) {
            document.table.rows.push_back({report::cell(heuristic), report::cell(name_of(send.from)),
                                           report::cell(name_of(send.to)), report::cell(send.start),
                                           report::cell(send.arrival)});
        }
        ends.push_back(schedule.makespan < Seconds::infinity()
                           ? fmt::format("{} after {}", heuristic, base::to_text(schedule.makespan))
                           : fmt::format("{} never, as some clusters are not reached", heuristic));
        schedules.push_back(schedule_json(heuristic, schedule, platform));
        result.trace.push_back(trace_of(heuristic, schedule, platform));
    }
    if (ends.empty()) {
        input.member("schedules").refuse("at least one schedule");
    }
    const std::string root_name = platform.clusters[static_cast<std::size_t>(root)].name;
    document.conclusion =
        fmt::format("{} from {} has reached all {} clusters ({} completion): {}", base::to_text(message), root_name,
                    platform.num_clusters(), inter_cluster::name_of(completion), fmt::join(ends, ", "));
    document.json() = {
        {"root", root_name}, {"bytes", message.value()}, {"completion", inter_cluster::name_of(completion)}};
    document.json()["schedules"] = std::move(schedules);
    return result;
}

// ---- either ------------------------------------------------------------------------------------------------------

void run(const SimulateOptions& options) {
    const base::JsonInput input = base::JsonInput::read_file(options.subject);
    const platform::Platform platform = platform::read_platform(options.platform);
    const bool is_schedule = input.is_object() && input.optional_member("schedules").has_value();
    const Simulated result = is_schedule ? simulated(input, platform)
                                         : simulated(plan::plan_from(input, platform), options.subject, platform);
    if (!options.chrome_trace.empty()) {
        base::write_file(options.chrome_trace, report::chrome_trace(result.trace));
    }
    options.output.deliver(result.document);
}

void declare(command_line::Command& command, SimulateOptions& options) {
    command
        .option("subject", options.subject,
                "plan file ('causeway plan --save'), or what 'causeway schedule --format json' wrote")
        .required()
        .file();
    command.option("platform", options.platform, "platform file; of a plan the one that it was made for")
        .required()
        .file();
    command
        .option("--chrome-trace", options.chrome_trace,
                "write when messages go to this file, for https://ui.perfetto.dev")
        .file();
    options.output.declare(command);
}

}  // namespace

extern const Verb simulate_verb{
    .name = "simulate",
    .summary = "carry out a plan, or a schedule between clusters, on a platform's model: when messages go",
    .example = "causeway simulate plan.json platform.json --chrome-trace trace.json",
    .set_up = set_up<SimulateOptions>,
};

}  // namespace causeway::app
