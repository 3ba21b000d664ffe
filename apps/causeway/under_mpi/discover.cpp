/// causeway discover: measures the job's hosts and writes the platform file.
#include "../verb.hpp"
#include "progress_option.hpp"
#include "session.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/files.hpp"
#include "causeway/base/text.hpp"
#include "causeway/base/time_stamp.hpp"
#include "causeway/base/version.hpp"
#include "causeway/clustering/clustering.hpp"
#include "causeway/platform/groups_of_clusters.hpp"
#include "causeway/platform/monitoring.hpp"
#include "causeway/platform/platform_json.hpp"
#include "causeway/policy/measurement.hpp"
#include "causeway/probe/discover.hpp"
#include "causeway/report/progress.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace causeway::app {

namespace {

struct DiscoverOptions {
    std::string method = "lowekamp";
    double tolerance = clustering::kDefaultTolerance;
    std::optional<double> budget;
    int all_pairs = policy::kMostHostsInPairs;
    bool measure_native = true;
    bool at_a_glance = false;
    std::string model = "plogp";
    std::vector<std::string> monitoring;
    std::string latency_unit;
    std::string name;
    std::string format = "text";
    std::string file;
    ProgressOption progress;
};

void check(const DiscoverOptions& options) {
    const auto refuse = [](std::string option, double value, std::string accepted) {
        throw base::InputError({std::move(option), {}, fmt::format("{}", value), std::move(accepted)});
    };
    if (!(options.tolerance >= 0.0) || !std::isfinite(options.tolerance)) {
        refuse("--tolerance", options.tolerance, "a number >= 0, such as 0.2 for 20 %");
    }
    if (options.budget && (!(*options.budget > 0.0) || !std::isfinite(*options.budget))) {
        refuse("--budget", *options.budget, "a number of seconds > 0");
    }
    if (options.all_pairs < 1) {
        refuse("--all-pairs", options.all_pairs, "a number of hosts >= 1");
    }
    (void)clustering::methods().at(options.method, "--method");
    if (options.model != "plogp" && options.model != "ethernet" && options.model != "ethernets") {
        throw base::InputError({"--model", {}, fmt::format("'{}'", options.model), "plogp, ethernet, ethernets"});
    }
    (void)report::format_named(options.format);
}

std::string text_or_dash(const std::optional<platform::Plogp>& plogp, Seconds (*figure)(const platform::Plogp&)) {
    return plogp ? base::to_text(figure(*plogp)) : "-";
}

Seconds latency_of(const platform::Plogp& plogp) {
    return plogp.latency;
}

std::string rate_text(const std::optional<platform::Plogp>& plogp) {
    const auto rate = plogp ? plogp->rate() : std::nullopt;
    return rate ? base::to_text(*rate) : "-";
}

/// What was found, for people.
report::Document describe(const platform::Platform& platform, const std::string& file, Seconds took) {
    report::Document document;
    document.conclusion =
        fmt::format("{} hosts in {} clusters, measured in {}{}", platform.hosts.size(), platform.num_clusters(),
                    base::to_text(took), file.empty() ? std::string() : fmt::format(" -> {}", file));
    document.table.columns = {"from", "to", "latency", "rate at 1 MiB", "hosts"};
    for (const platform::Cluster& cluster : platform.clusters) {
        document.table.rows.push_back({report::cell(cluster.name), report::cell("inside"),
                                       report::Cell{text_or_dash(cluster.plogp, latency_of), "", true},
                                       report::Cell{rate_text(cluster.plogp), "", true},
                                       report::cell(fmt::format("{}", fmt::join(cluster.hosts, " ")))});
    }
    for (const platform::Link& link : platform.links) {
        document.table.rows.push_back({report::cell(platform.clusters[static_cast<std::size_t>(link.from)].name),
                                       report::cell(platform.clusters[static_cast<std::size_t>(link.to)].name),
                                       report::Cell{text_or_dash(link.plogp, latency_of), "", true},
                                       report::Cell{rate_text(link.plogp), "", true}, report::cell("")});
    }
    // Whether nothing says that it carries no more.
    const auto is_at_least = [&](std::string_view of, bool is_outwards) {
        const std::vector<platform::UplinkEvidence>& all = platform.provenance.evidence.uplinks;
        return std::any_of(all.begin(), all.end(), [&](const platform::UplinkEvidence& known) {
            return known.of == of && known.is_outwards == is_outwards && !known.high;
        });
    };
    const auto add_capacities = [&](const auto& behind_uplink, const std::string& members) {
        const auto add_row = [&](std::string_view from, std::string_view to,
                                 const std::optional<BytesPerSecond>& capacity, bool at_least) {
            if (capacity) {
                const std::string text = (at_least ? "at least " : "") + base::to_text(*capacity);
                document.table.rows.push_back({report::cell(from), report::cell(to), report::Cell{"-", "", true},
                                               report::Cell{text, "", true}, report::cell(members)});
            }
        };
        const std::string& name = behind_uplink.name;
        add_row(name, "all others", behind_uplink.uplink_capacity, is_at_least(name, true));
        add_row("all others", name, behind_uplink.downlink_capacity, is_at_least(name, false));
    };
    for (const platform::Cluster& cluster : platform.clusters) {
        add_capacities(cluster, "");
    }
    for (const platform::GroupOfClusters& group : platform::groups_of_clusters(platform)) {
        std::vector<std::string> members;
        for (const int cluster : group.clusters) {
            members.push_back(platform.clusters[static_cast<std::size_t>(cluster)].name);
        }
        add_capacities(group, fmt::format("of {} together", fmt::join(members, ", ")));
    }
    document.notes = platform.provenance.remarks;
    return document;
}

platform::MonitoringData monitoring_of(const DiscoverOptions& options) {
    platform::MonitoringData data = platform::read_monitoring(options.monitoring, options.latency_unit);
    platform::require_unit(data, options.monitoring.front(), "a unit, as in latency_ms, or --latency-unit s|ms|us|ns");
    return data;
}

void run_discover(const MpiSession& session, const void* given) {
    const DiscoverOptions& options = *static_cast<const DiscoverOptions*>(given);
    std::optional<report::Progress> progress;
    if (session.rank() == 0) {
        progress.emplace(options.progress.without_terminal());
    }
    probe::DiscoveryOptions discovery;
    discovery.method = options.method;
    discovery.tolerance = options.tolerance;
    discovery.budget = options.at_a_glance ? probe::kGlanceBudget : discovery.budget;
    if (options.budget) {
        discovery.budget = Seconds(*options.budget);
    }
    discovery.most_hosts_in_pairs = options.all_pairs;
    discovery.measure_native = options.measure_native;
    discovery.at_a_glance = options.at_a_glance;
    discovery.one_switch = options.model == "ethernet";
    discovery.switch_per_cluster = options.model == "ethernets";
    discovery.name = options.name;
    discovery.by = fmt::format("causeway {}", base::version());
    discovery.time_stamp = base::time_stamp();
    discovery.progress = [&](double fraction, std::string_view what) {
        if (progress) {
            progress->show(fraction, what);
        }
    };
    if (!options.monitoring.empty()) {
        discovery.monitoring =
            read_on_first_rank(session, "--monitoring", [&] { return std::optional(monitoring_of(options)); });
        discovery.monitoring_files = options.monitoring;
    }
    const double start = PMPI_Wtime();
    const platform::Platform platform = probe::discover(MPI_COMM_WORLD, discovery);
    const Seconds took(PMPI_Wtime() - start);
    progress.reset();
    if (session.rank() != 0) {
        return;
    }
    const report::Format format = report::format_named(options.format);
    const std::string text = platform::to_json_text(platform);
    if (!options.file.empty()) {
        base::write_file(options.file, text);
        fmt::print("{}", describe(platform, options.file, took).rendered(report::Format::kText));
    } else if (format == report::Format::kText) {
        fmt::print("{}\n(-o FILE writes the platform file)\n",
                   describe(platform, {}, took).rendered(report::Format::kText));
    } else if (format == report::Format::kCsv) {
        fmt::print("{}", describe(platform, {}, took).rendered(format));
    } else {
        fmt::print("{}", text);
    }
}

void set_up_discover(command_line::Command& command) {
    auto options = std::make_shared<DiscoverOptions>();
    command.option("-o,--output", options->file, "the platform file to write").file();
    command.option("--format", options->format, "without -o: text or csv (a summary), json (the platform file)")
        .propose({"text", "json", "csv"})
        .show_default();
    command.option("--tolerance", options->tolerance, "by how much alike latencies may differ").show_default();
    command.option("--method", options->method, "one of: " + base::joined(clustering::methods().names()))
        .propose(clustering::methods().names())
        .show_default();
    command.option("--budget", options->budget,
                   fmt::format("seconds to spend at most [{}; with --quick {}]",
                               probe::DiscoveryOptions{}.budget.value(), probe::kGlanceBudget.value()));
    command
        .option("--all-pairs", options->all_pairs,
                "up to so many hosts all pairs are measured; beyond, some hosts are landmarks")
        .show_default();
    command.flag("--quick", options->at_a_glance,
                 "only what a first plan needs, as when a job starts: a look at each link instead of measurements");
    command.flag("!--no-native", options->measure_native, "leaves the MPI library's own collectives out");
    command
        .option(
            "--model", options->model,
            "plogp: clusters of alike hosts; ethernet: all hosts on one switch, each with its own costs; ethernets: "
            "clusters as found, and where the hosts of one differ, each with its own costs")
        .propose({"plogp", "ethernet", "ethernets"})
        .show_default();
    command
        .option("--monitoring", options->monitoring,
                "files or folders with latencies, and bandwidths, that are known already (docs/files.md): what they "
                "lack is measured")
        .several()
        .file();
    command.option("--latency-unit", options->latency_unit, "of monitoring files that declare none: s, ms, us, ns")
        .propose({"s", "ms", "us", "ns"});
    command.option("--name", options->name, "name of the platform");
    options->progress.declare(command);
    command.callback([options] {
        check(*options);  // before MPI: what is wrong is told before the job is ended
        run_under_mpi(run_discover, options.get());
    });
}

}  // namespace

extern const Verb discover_verb{
    .name = "discover",
    .summary = "measure the hosts of an MPI job and write the platform file (under mpirun)",
    .example = "mpirun -n 12 causeway discover -o platform.json",
    .set_up = set_up_discover,
};

}  // namespace causeway::app
