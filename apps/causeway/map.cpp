/// causeway map: which process on which host.
#include "traffic_option.hpp"
#include "verb.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/files.hpp"
#include "causeway/base/json_output.hpp"
#include "causeway/base/text.hpp"
#include "causeway/mapping/computing_weights.hpp"
#include "causeway/mapping/launcher/launcher.hpp"
#include "causeway/mapping/method/method.hpp"
#include "causeway/platform/platform_json.hpp"
#include "causeway/report/document.hpp"
#include "causeway/report/progress.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace causeway::app {

namespace {

using mapping::Busiest;
using mapping::Method;
using mapping::PlacementCost;
using mapping::PlacementProblem;

struct MapOptions {
    std::vector<std::string> files;
    std::string weights;
    std::string rankfile;
    std::string launcher = "open-mpi";
    std::string method = "search";
    std::string matrix_of = "bytes";
    std::optional<std::int64_t> steps;
    std::uint64_t seed = 1;
    std::string format = "text";
    TrafficOptions traffic;
};

/// Where the processes were, or would be without a mapping.
struct Before {
    std::vector<int> slot_of;
    std::string_view what;
    bool is_traced = false;
};

/// The slots of the hosts that a trace names. Nothing when the platform does not know one of them, or has fewer slots
/// there.
std::optional<std::vector<int>> recorded_slots(const std::vector<std::string>& hosts,
                                               const std::vector<std::string>& host_of_slot) {
    std::map<std::string_view, std::vector<int>> free;  // descending
    for (std::size_t slot = host_of_slot.size(); slot-- > 0;) {
        free[host_of_slot[slot]].push_back(static_cast<int>(slot));
    }
    std::vector<int> result;
    for (const std::string& host : hosts) {
        std::vector<int>& slots = free[host];
        if (slots.empty()) {
            return std::nullopt;
        }
        result.push_back(slots.back());
        slots.pop_back();
    }
    return result;
}

Before placement_before(const traffic::Recording& recording, const PlacementProblem& problem,
                        const std::vector<std::string>& host_of_slot) {
    if (!recording.hosts.empty()) {
        if (auto slots = recorded_slots(recording.hosts, host_of_slot)) {
            return {std::move(*slots), "as traced", true};
        }
    }
    return {mapping::methods().at("identity", "map").place(problem, {}), "hosts filled one after another", false};
}

/// Processes stay where a trace saw them for a gain of less: what the model says of a run is no better than that.
constexpr double kLeastGain = 0.01;

/// One method's cost.
struct Peer {
    const Method* method;
    std::optional<PlacementCost> cost;  ///< not there: it takes too long on so many processes
};

std::vector<Peer> peers_of(const PlacementProblem& problem, const mapping::PlacementEffort& effort,
                           const Method& chosen, report::Progress& progress) {
    std::vector<Peer> peers;
    for (const Method* method : mapping::methods().members()) {
        if (method == &chosen || method->name == "search") {
            continue;
        }
        progress.show(0.5, fmt::format("comparing with {}", method->name));
        const bool is_affordable = problem.num_processes() <= method->most_processes;
        peers.push_back({method, is_affordable ? std::optional(mapping::mean_cost(*method, problem, effort))
                                               : std::optional<PlacementCost>()});
    }
    return peers;
}

/// "the way out of a0".
std::string busiest_text(const Busiest& busiest, const std::vector<std::string>& host_of_slot) {
    return busiest.slot < 0 ? busiest.name
                            : fmt::format("{} {}", busiest.name, host_of_slot[static_cast<std::size_t>(busiest.slot)]);
}

/// "2.50x": how many times as much as `after`.
report::Cell ratio_cell(Seconds cost, Seconds after) {
    if (!(after > Seconds(0.0))) {
        return {"-", "", true};
    }
    return {fmt::format("{:.2f}x", cost / after), fmt::format("{}", cost / after), true};
}

/// "a0: 0-3 8": the processes of every host.
std::vector<std::string> host_lines(const std::vector<std::string>& host_of) {
    std::vector<std::string> order;
    std::map<std::string_view, std::vector<int>> processes;
    for (std::size_t p = 0; p < host_of.size(); ++p) {
        std::vector<int>& known = processes[host_of[p]];
        if (known.empty()) {
            order.push_back(host_of[p]);
        }
        known.push_back(static_cast<int>(p));
    }
    constexpr std::size_t kMostLines = 40;
    std::vector<std::string> lines;
    for (std::size_t h = 0; h < std::min(order.size(), kMostLines); ++h) {
        lines.push_back(fmt::format("  {}: {}", order[h], ranges_text(processes[order[h]])));
    }
    if (order.size() > kMostLines) {
        lines.push_back(fmt::format("  and {} more", order.size() - kMostLines));
    }
    return lines;
}

/// What was asked for, and what came of it.
struct Outcome {
    const PlacementProblem& problem;
    const platform::Platform& platform;
    const Method& method;
    std::vector<int> slot_of;
    std::vector<std::string> host_of;
    Before before;
    bool is_kept = false;  ///< the placement before, for want of a better one
    PlacementCost cost_before;
    PlacementCost cost;
    std::string busiest_before;
    std::string busiest;
    PlacementCost bound;
    std::vector<Peer> peers;
};

constexpr std::string_view kBound = "bound";
constexpr int kBeforeBusiest = 3;  ///< columns

report::Table table_for_people(const Outcome& outcome) {
    report::Table table;
    const bool has_computing = outcome.problem.talks.has_computing();
    table.columns = {"placement", "cost", "against this", "busiest", "wait", "sum", "what it does"};
    if (has_computing) {
        table.columns.insert(table.columns.begin() + kBeforeBusiest, "computing");
    }
    const report::Cell unknown{"-", "", true};
    const auto add = [&](std::string_view name, const std::optional<PlacementCost>& cost, std::string_view what) {
        table.rows.push_back({report::cell(name), cost ? report::cell(cost->objective()) : unknown,
                              cost ? ratio_cell(cost->objective(), outcome.cost.objective()) : unknown,
                              cost && name != kBound ? report::cell(cost->busiest) : unknown,
                              cost && name != kBound ? report::cell(cost->longest_wait) : unknown,
                              cost ? report::cell(cost->sum) : unknown, report::cell(what)});
        if (has_computing) {
            table.rows.back().insert(table.rows.back().begin() + kBeforeBusiest,
                                     cost ? report::cell(cost->computing) : unknown);
        }
    };
    add(outcome.method.name, outcome.cost, outcome.method.summary);
    add("before", outcome.cost_before, outcome.before.what);
    for (const Peer& peer : outcome.peers) {
        add(peer.method->name, peer.cost, peer.cost ? peer.method->summary : "not tried on so many processes");
    }
    add(kBound, outcome.bound, "no placement takes less");
    return table;
}

report::Table table_for_programs(const Outcome& outcome) {
    report::Table table;
    table.columns = {"process", "host", "cluster", "slot"};
    for (std::size_t p = 0; p < outcome.host_of.size(); ++p) {
        const int cluster = outcome.problem.slots.cluster_of(outcome.slot_of[p]);
        table.rows.push_back({report::number_cell(static_cast<double>(p), 0), report::cell(outcome.host_of[p]),
                              report::cell(outcome.platform.clusters[static_cast<std::size_t>(cluster)].name),
                              report::number_cell(outcome.slot_of[p], 0)});
    }
    return table;
}

void write_json(base::JsonOutput& json, const Outcome& outcome) {
    json["processes"] = outcome.host_of.size();
    json["method"] = outcome.method.name;
    json["placement"] = outcome.host_of;
    json["slots"] = outcome.slot_of;
    json["before"] = outcome.before.what;
    json["kept"] = outcome.is_kept;
    json["cost_before"] = outcome.cost_before.sum.value();
    json["cost_after"] = outcome.cost.sum.value();
    json["lower_bound"] = outcome.bound.sum.value();
    json["busiest_before"] = outcome.cost_before.busiest.value();
    json["busiest_after"] = outcome.cost.busiest.value();
    json["busiest_resource_before"] = outcome.busiest_before;
    json["busiest_resource_after"] = outcome.busiest;
    json["computing_before"] = outcome.cost_before.computing.value();
    json["computing_after"] = outcome.cost.computing.value();
    json["wait_before"] = outcome.cost_before.longest_wait.value();
    json["wait_after"] = outcome.cost.longest_wait.value();
    json["objective_before"] = outcome.cost_before.objective().value();
    json["objective_after"] = outcome.cost.objective().value();
    json["objective_lower_bound"] = outcome.bound.objective().value();
    const auto of_peers = [&](const auto& figure) {
        auto peers = base::JsonOutput::object();
        for (const Peer& peer : outcome.peers) {
            peers[std::string(peer.method->name)] =
                peer.cost ? base::JsonOutput(figure(*peer.cost).value()) : base::JsonOutput(nullptr);
        }
        return peers;
    };
    json["peers"] = of_peers([](const PlacementCost& cost) { return cost.sum; });
    json["peers_computing"] = of_peers([](const PlacementCost& cost) { return cost.computing; });
    json["peers_busiest"] = of_peers([](const PlacementCost& cost) { return cost.busiest; });
    json["peers_wait"] = of_peers([](const PlacementCost& cost) { return cost.longest_wait; });
    json["peers_objective"] = of_peers([](const PlacementCost& cost) { return cost.objective(); });
}

std::string conclusion_text(const Outcome& outcome) {
    const std::string where = fmt::format("{} processes on {} hosts in {} clusters", outcome.host_of.size(),
                                          outcome.problem.slots.num_hosts(), outcome.platform.num_clusters());
    if (!(outcome.cost_before.objective() > Seconds(0.0))) {
        return fmt::format("{}: their traffic costs nothing anywhere", where);
    }
    const auto text = [](const PlacementCost& cost, std::string_view busiest) {
        return fmt::format("{} ({} busy for {})", base::to_text(cost.objective()), busiest,
                           base::to_text(cost.busiest));
    };
    const std::string after = text(outcome.cost, outcome.busiest);
    if (outcome.is_kept) {
        return fmt::format("{}: {} where they were, and {} finds nothing that is {:.0f} % better", where, after,
                           outcome.method.name, 100.0 * kLeastGain);
    }
    return fmt::format("{}: {}, before {}", where, after, text(outcome.cost_before, outcome.busiest_before));
}

void run(const MapOptions& options) {
    const mapping::Launcher& launcher = mapping::launchers().at(options.launcher, "--launcher");
    const Method& method = mapping::methods().at(options.method, "--method");
    const traffic::Quantity matrix_of = traffic::quantity_named(options.matrix_of, "--matrix-of");
    if (options.files.size() < 2) {
        throw base::InputError({.source = "command line",
                                .place = {},
                                .found = fmt::format("'{}' alone", options.files.front()),
                                .accepted = "a communication table, then a platform file"});
    }
    if (options.steps && *options.steps < 0) {
        throw base::InputError({.source = "--steps",
                                .place = {},
                                .found = fmt::format("{}", *options.steps),
                                .accepted = "a whole number >= 0"});
    }
    const platform::Platform platform = platform::read_platform(options.files.back());
    const traffic::Recording recording =
        options.traffic.read(std::span(options.files).first(options.files.size() - 1), matrix_of);
    std::vector<Seconds> computing;
    if (!options.weights.empty()) {
        computing = mapping::parse_computing_weights(base::read_file(options.weights), options.weights,
                                                     recording.table.num_processes());
    }
    const PlacementProblem problem = mapping::problem_of(recording.table, platform, platform::full_placement(platform),
                                                         options.files.back(), std::move(computing));
    const std::vector<std::string> host_of_slot = platform::host_names_of(platform, problem.slots);
    mapping::PlacementEffort effort;
    effort.steps = options.steps;
    effort.seed = options.seed;
    report::Progress progress;
    progress.show(0.0, "placing");
    Outcome outcome{.problem = problem,
                    .platform = platform,
                    .method = method,
                    .slot_of = method.place(problem, effort),
                    .host_of = {},
                    .before = placement_before(recording, problem, host_of_slot),
                    .cost_before = {},
                    .cost = {},
                    .busiest_before = {},
                    .busiest = {},
                    .bound = {},
                    .peers = {}};
    outcome.cost_before = mapping::cost_of(problem, outcome.before.slot_of);
    outcome.cost = mapping::cost_of(problem, outcome.slot_of);
    const auto busiest = [&](const std::vector<int>& slot_of) {
        return busiest_text(mapping::busiest_of(problem, slot_of), host_of_slot);
    };
    outcome.busiest_before = busiest(outcome.before.slot_of);
    if (outcome.before.is_traced && outcome.cost.objective() >= outcome.cost_before.objective() * (1.0 - kLeastGain)) {
        outcome.slot_of = outcome.before.slot_of;
        outcome.cost = outcome.cost_before;
        outcome.is_kept = true;
    }
    outcome.busiest = busiest(outcome.slot_of);
    for (const int slot : outcome.slot_of) {
        outcome.host_of.push_back(host_of_slot[static_cast<std::size_t>(slot)]);
    }
    outcome.bound = mapping::lower_bound(problem);
    outcome.peers = peers_of(problem, effort, method, progress);

    report::Document document;
    document.conclusion = conclusion_text(outcome);
    document.table = options.format == "text" ? table_for_people(outcome) : table_for_programs(outcome);
    document.notes = host_lines(outcome.host_of);
    if (!options.rankfile.empty()) {
        base::write_file(options.rankfile, launcher.file(outcome.host_of));
        document.notes.push_back(fmt::format(fmt::runtime(launcher.usage), options.rankfile));
    }
    write_json(document.json(), outcome);
    report::deliver(document, report::format_named(options.format), "");
}

void declare(command_line::Command& command, MapOptions& options) {
    command.option("files", options.files, "a communication table (as characterize takes it), then a platform file")
        .required()
        .file();
    command
        .option("--weights", options.weights,
                "how long each process computes on a host of speed 1: a CSV with the columns process,seconds")
        .file();
    command.option("-o,--output", options.rankfile, "write the file for the launcher there").file();
    command.option("--launcher", options.launcher, "whose file: " + base::joined(mapping::launchers().names()))
        .propose(mapping::launchers().names())
        .show_default();
    command.option("--method", options.method, "one of: " + base::joined(mapping::methods().names()))
        .propose(mapping::methods().names())
        .show_default();
    command.option("--matrix-of", options.matrix_of, "what the numbers of a square matrix are: bytes or messages")
        .propose({"bytes", "messages"})
        .show_default();
    command.option(
        "--steps", options.steps,
        "how long the search goes on, in changes of the sum looked up (600 000 for each process up to sixty million, "
        "more for more than 4000 processes)");
    command.option("--seed", options.seed, "of the search, and of placements by lot").show_default();
    options.traffic.declare(command);
    command.option("--format", options.format, "text (for people), json or csv (for programs)")
        .show_default()
        .propose({"text", "json", "csv"})
        .check([](const std::string& name) { (void)report::format_named(name); });
}

}  // namespace

extern const Verb map_verb{
    .name = "map",
    .summary = "place the processes of a job on the hosts of a platform",
    .example = "causeway map job.trace platform.json -o rankfile",
    .set_up = set_up<MapOptions>,
};

}  // namespace causeway::app
