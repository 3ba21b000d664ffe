/// causeway plan: what would be done for a call on a platform, and why.
#include "collective_option.hpp"
#include "completion_option.hpp"
#include "simulated_plan.hpp"
#include "verb.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/files.hpp"
#include "causeway/base/json_output.hpp"
#include "causeway/base/text.hpp"
#include "causeway/bound/platform_bound.hpp"
#include "causeway/experience/experience.hpp"
#include "causeway/experience/size_class.hpp"
#include "causeway/page/platform_map.hpp"
#include "causeway/page/time_lines.hpp"
#include "causeway/plan/drawing.hpp"
#include "causeway/plan/plan_json.hpp"
#include "causeway/planner/crossover.hpp"
#include "causeway/planner/library_rules.hpp"
#include "causeway/planner/measured_native.hpp"
#include "causeway/planner/planner.hpp"
#include "causeway/platform/platform_json.hpp"
#include "causeway/report/chrome_trace.hpp"
#include "causeway/schedule/goal.hpp"
#include "causeway/several_trees/propose_trees.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace causeway::app {

namespace {

struct PlanOptions {
    std::string platform;
    std::string collective = "broadcast";
    std::string bytes = "4M";
    int root = 0;
    std::string strategy;
    std::string heuristic;
    CompletionOption completion;
    std::string library;
    int trees = 8;
    std::string save;
    std::string goal;
    double combining = 0.0;  // seconds a byte
    std::string chrome_trace;
    std::string map;
    std::string experience;
    OutputOptions output;
};

/// Candidates that people are shown, the choice included.
constexpr std::size_t kMostRanked = 10;

std::string names_of_placement(const platform::Placement& placement, const platform::Platform& platform) {
    return fmt::format("{} processes on {} hosts in {} clusters", placement.num_processes(), placement.num_hosts(),
                       platform.num_clusters());
}

std::string time_text(const planner::Decision& decision, const planner::TimeBound& bound) {
    const Seconds time = decision.choice().time;
    if (time == Seconds::infinity()) {
        return "no time can be predicted";
    }
    return fmt::format("{}, {:.2f} times the bound ({})", base::to_text(time),
                       bound.time > Seconds(0.0) ? time / bound.time : 1.0, bound.reason);
}

std::string margin_text(double margin) {
    return std::isfinite(margin) ? fmt::format("{:.2f}x", margin) : "-";
}

planner::Request request_of(const PlanOptions& options, const platform::Platform& platform,
                            const platform::Placement& placement) {
    planner::Request request;
    request.operation = parse_operation(options.collective);
    request.root = options.root;
    const Bytes bytes = base::parse_bytes(options.bytes, "--bytes");
    request.message = request.operation == scheme::Operation::kBarrier ? Bytes(0) : bytes;
    if (!options.experience.empty()) {  // which is of plans for all sizes of a class
        request.message = experience::size_class_of(request.message).largest;
    }
    request.measured_native = planner::measured_native(platform, scheme::name_of(request.operation),
                                                       platform::host_names_of(platform, placement), request.message);
    if (!options.strategy.empty()) {
        request.forced = planner::parse_forced(options.strategy, request.operation, "--strategy");
    }
    if (!options.heuristic.empty()) {
        request.heuristic = &inter_cluster::heuristics().at(options.heuristic, "--heuristic");
    }
    request.completion = options.completion.value();
    if (!options.library.empty()) {
        request.library = planner::library_named(options.library, "--library");
    }
    if (options.trees > 1 && planner::may_gain_from_trees(request.operation, platform, placement, request.message)) {
        request.trees =
            planner::of_at_most(options.trees, request.operation,
                                several_trees::propose_trees(platform, placement, request.operation, options.root));
    }
    return request;
}

/// What earlier jobs have seen of such calls decides, if the file knows of them: the choice, its time and the others'.
void learn_from(const std::string& file, const platform::Platform& platform, const platform::Placement& placement,
                const planner::Request& request, planner::Decision& decision) {
    const experience::Experience known = experience::parse_experience(base::read_file(file), file);
    if (known.conditions.platform != platform::fingerprint(platform)) {
        throw base::InputError(
            {.source = file,
             .place = "platform",
             .found = fmt::format("\"{}\"", known.conditions.platform),
             .accepted = fmt::format("\"{}\", the fingerprint of this platform", platform::fingerprint(platform))});
    }
    const experience::Kind kind{
        .processes = experience::processes_text(platform::host_names_of(platform, placement)),
        .collective = std::string(scheme::name_of(request.operation)),
        .root = scheme::is_rooted(request.operation) ? std::optional(request.root) : std::nullopt,
        .up_to = experience::size_class_of(request.message).largest};
    const auto tried = known.kinds.find(kind);
    const auto trial = tried == known.kinds.end() ? std::nullopt : tried->second.trial();
    if (!trial) {
        decision.reason += fmt::format("; {} knows of no such calls over {}", file, kind.processes);
        return;
    }
    const std::vector<experience::TriedWay>& ways = tried->second.ways;
    const std::string& choice = ways[static_cast<std::size_t>(trial->choice())].plan;
    auto chosen = decision.ranking.end();
    for (auto candidate = decision.ranking.begin(); candidate != decision.ranking.end(); ++candidate) {
        const std::string plan = plan::digest_text(candidate->plan, platform);
        const auto way = std::find_if(ways.begin(), ways.end(), [&](const auto& one) { return one.plan == plan; });
        if (way != ways.end() && !way->seconds.empty()) {
            candidate->time = Seconds(trial->typical(static_cast<int>(way - ways.begin())));
            candidate->basis = planner::Basis::kMeasured;
            chosen = plan == choice ? candidate : chosen;
        }
    }
    if (chosen == decision.ranking.end()) {
        decision.reason += fmt::format("; what {} calls chose is no candidate any more", file);
        return;
    }
    std::rotate(decision.ranking.begin(), chosen, chosen + 1);
    decision.reason =
        fmt::format("the fastest of what was tried in {} calls since {}", tried->second.calls, tried->second.since);
}

/// The ranking: as rows for people, and as a whole where programs ask for it, who are not served text.
base::JsonOutput add_ranking(const planner::Decision& decision, const platform::Platform& platform,
                             report::Document& document, std::string_view format) {
    const bool shows_all = format != "text";
    const planner::Candidate& choice = decision.choice();
    document.table.columns = {"", "time", "against choice", "basis", "plan"};
    auto rows = base::JsonOutput::array();
    const bool is_for_programs = format == "json";
    const std::string fingerprint = is_for_programs ? platform::fingerprint(platform) : std::string();
    for (std::size_t i = 0; i < decision.ranking.size(); ++i) {
        const planner::Candidate& candidate = decision.ranking[i];
        if (i >= kMostRanked && !shows_all) {
            break;
        }
        const bool is_known = candidate.time < Seconds::infinity();
        const double margin = choice.time > Seconds(0.0) ? candidate.time / choice.time : 1.0;
        const std::string description = plan::describe(candidate.plan, platform);
        document.table.rows.push_back({report::cell(i == 0 ? "chosen" : ""),
                                       is_known ? report::cell(candidate.time) : report::cell("not predicted"),
                                       report::Cell{margin_text(margin), fmt::format("{}", margin), true},
                                       report::cell(planner::name_of(candidate.basis)), report::cell(description)});
        rows.push_back({{"seconds", is_known ? base::JsonOutput(candidate.time.value()) : base::JsonOutput(nullptr)},
                        {"margin", margin},
                        {"basis", planner::name_of(candidate.basis)},
                        {"description", description},
                        {"plan", is_for_programs ? plan::to_json(candidate.plan, platform, fingerprint)
                                                 : base::JsonOutput(nullptr)}});
    }
    if (decision.ranking.size() > kMostRanked && !shows_all) {
        document.notes.push_back(fmt::format("{} more candidates are slower; --format json lists them.",
                                             decision.ranking.size() - kMostRanked));
    }
    return rows;
}

/// The schedule of the choice for LogGOPSim.
void write_goal(const PlanOptions& options, const platform::Platform& platform, const platform::Placement& placement,
                const plan::Plan& plan) {
    if (plan.scheme == nullptr) {
        throw base::InputError({.source = "--goal",
                                .place = {},
                                .found = "the MPI library's own collective as the choice, which has no schedule",
                                .accepted = "--strategy with a scheme or strategy of ours, or a platform with a gain"});
    }
    if (!(options.combining >= 0.0)) {
        throw base::InputError({.source = "--combining",
                                .place = {},
                                .found = fmt::format("{}", options.combining),
                                .accepted = "seconds for a byte, 0 or more"});
    }
    const scheme::Built built = plan::compose(plan, placement);
    base::write_file(options.goal, schedule::to_goal(built.strands, plan::block_sizes(built, plan),
                                                     {.combining_per_byte = Seconds(options.combining),
                                                      .title = plan::describe(plan, platform)}));
}

/// Which clusters the choice's data passes.
void add_drawing(const plan::Plan& plan, const platform::Platform& platform, const platform::Placement& placement,
                 report::Document& document) {
    const std::vector<std::string> lines = plan::drawing(plan, platform, placement);
    if (lines.empty()) {
        return;
    }
    const bool is_up = scheme::comes_up(plan.operation);
    const bool is_several = plan.trees.size() > 1;
    document.notes.push_back(fmt::format("{}{}:", is_up ? "From the leaves up to the root" : "From the root down",
                                         is_several ? fmt::format(", the first of {} trees", plan.trees.size()) : ""));
    for (const std::string& line : lines) {
        document.notes.push_back("  " + line);
    }
}

/// What was asked for of these: the choice as a time line, the network with the links that it uses.
void draw(const PlanOptions& options, const platform::Platform& platform, const platform::Placement& placement,
          const plan::Plan& plan) {
    if (options.chrome_trace.empty() && options.map.empty()) {
        return;
    }
    const std::string_view option = options.chrome_trace.empty() ? "--map" : "--chrome-trace";
    const page::TimedCall call = simulated_plan(std::string(option), platform, placement, plan);
    if (!options.chrome_trace.empty()) {
        base::write_file(options.chrome_trace, report::chrome_trace(page::trace_of({call}, platform)));
    }
    if (!options.map.empty()) {
        page::ClusterPairs used;
        for (const page::RouteOfCall& route : page::routes_of(call)) {
            used.emplace(route.from, route.to);
        }
        base::write_file(options.map, report::svg_of(page::map_of(platform, used)));
    }
}

/// From where on one pipeline is better than whole messages, of broadcasts.
void add_crossover(const platform::Platform& platform, const platform::Placement& placement,
                   const planner::Decision& decision, report::Document& document) {
    const plan::Plan& plan = decision.choice().plan;
    const std::optional<Bytes> crossover = planner::pipelines_from(platform, placement, plan.root);
    document.json()["pipelines_from_bytes"] =
        crossover ? base::JsonOutput(crossover->value()) : base::JsonOutput(nullptr);
    if (crossover) {
        document.notes.push_back(fmt::format("Here one pipeline overtakes whole messages between clusters at {}.",
                                             base::to_text(*crossover)));
    } else if (!plan.trees.empty() && !plan.trees.front().cluster_sends.empty()) {
        document.notes.emplace_back("Here no pipeline overtakes whole messages between clusters up to 64 MiB.");
    }
}

/// With the proof over all ways between clusters, if there is one.
base::JsonOutput bound_json(const bound::PlatformBound& bound) {
    base::JsonOutput json = {{"seconds", bound.time.time.value()}, {"reason", bound.time.reason}};
    if (bound.ways) {
        auto prices = base::JsonOutput::object();
        for (const auto& [resource, price] : bound.ways->prices) {
            prices[resource] = price;
        }
        json["certificate"] = base::JsonOutput{{"seconds", bound.ways->time.value()},
                                               {"gap", bound.ways->gap},
                                               {"binding", bound.ways->reason},
                                               {"prices", std::move(prices)}};
    }
    return json;
}

void run(const PlanOptions& options) {
    const platform::Platform platform = platform::read_platform(options.platform);
    const platform::Placement placement = platform::full_placement(platform);
    if (options.root < 0 || options.root >= placement.num_processes()) {
        throw base::InputError({.source = "--root",
                                .place = {},
                                .found = fmt::format("{}", options.root),
                                .accepted = fmt::format("a rank from 0 to {}", placement.num_processes() - 1)});
    }
    const planner::Request request = request_of(options, platform, placement);
    planner::Decision decision = planner::decide(platform, placement, request);
    if (!options.experience.empty()) {
        learn_from(options.experience, platform, placement, request, decision);
    }
    const planner::Candidate& choice = decision.choice();
    const bound::PlatformBound proved =
        bound::bound_on_platform(request.operation, platform, placement, options.root, request.message);
    const planner::TimeBound& bound = proved.time;

    report::Document document;
    const std::string size = request.message.value() > 0 ? " of " + base::to_text(request.message) : std::string();
    const std::string from =
        scheme::is_rooted(request.operation) ? fmt::format(", root {}", options.root) : std::string();
    document.conclusion = fmt::format(
        "{}\n{}{}{} over {}: {}\nWhy: {}.", plan::describe(choice.plan, platform), scheme::name_of(request.operation),
        size, from, names_of_placement(placement, platform), time_text(decision, bound), decision.reason);
    base::JsonOutput rows = add_ranking(decision, platform, document, options.output.format);
    document.json() = {{"collective", scheme::name_of(request.operation)},
                       {"bytes", request.message.value()},
                       {"root", options.root},
                       {"processes", placement.num_processes()},
                       {"choice", rows[0]}};
    rows.erase(0);
    document.json()["runners_up"] = std::move(rows);
    document.table.rows.push_back({report::cell("bound"), report::cell(bound.time), report::cell(""),
                                   report::cell("wire"), report::cell(bound.reason)});
    document.json()["bound"] = bound_json(proved);
    document.json()["reason"] = decision.reason;
    add_drawing(choice.plan, platform, placement, document);
    if (request.operation == scheme::Operation::kBroadcast) {
        add_crossover(platform, placement, decision, document);
    }
    if (!options.save.empty()) {
        base::write_file(options.save, plan::to_json_text(choice.plan, platform));
    }
    if (!options.goal.empty()) {
        write_goal(options, platform, placement, choice.plan);
    }
    draw(options, platform, placement, choice.plan);
    options.output.deliver(document);
}

void declare(command_line::Command& command, PlanOptions& options) {
    command.option("platform", options.platform, "platform file").required().file();
    command.option("--collective", options.collective, collective_names()).propose(collective_words()).show_default();
    command.option("--bytes", options.bytes, "size of the data; of what each process has, where each has its own")
        .show_default();
    command.option("--root", options.root, "rank of the root").show_default();
    command.option(
        "--strategy", options.strategy,
        "force what is done: a scheme, native; of broadcast also a strategy inside the clusters, NAME[@SEGMENT]");
    command.option("--heuristic", options.heuristic, "force the order of the clusters ('causeway list heuristics')")
        .propose(inter_cluster::heuristics().names());
    options.completion.declare(command);
    command
        .option("--library", options.library,
                "whose own collective a plan is held against: open-mpi or mpich; without, midway between the two")
        .propose(planner::library_names());
    command.option("--trees", options.trees, "trees that a long message may take between clusters at once")
        .within(1, 8)
        .show_default();
    command
        .option("--experience", options.experience,
                "experience file: what jobs have seen of such calls counts, not what is predicted")
        .file();
    command.option("--save", options.save, "write the chosen plan to this file").file();
    command.option("--goal", options.goal, "write the schedule of the chosen plan to this file, in GOAL for LogGOPSim")
        .file();
    command.option("--combining", options.combining, "of --goal: seconds that combining a byte takes in reductions")
        .show_default();
    command
        .option("--chrome-trace", options.chrome_trace,
                "write when the messages of the chosen plan go to this file, for https://ui.perfetto.dev")
        .file();
    command
        .option("--map", options.map, "draw the clusters to this file (SVG), with the links that the chosen plan uses")
        .file();
    options.output.declare(command);
}

}  // namespace

extern const Verb plan_verb{
    .name = "plan",
    .summary = "plan a collective on a platform: the choice, the runners-up, and why",
    .example = "causeway plan platform.json --collective broadcast --bytes 4M --root 0",
    .set_up = set_up<PlanOptions>,
};

}  // namespace causeway::app
