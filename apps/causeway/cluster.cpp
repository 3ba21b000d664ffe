/// causeway cluster: logical homogeneous clusters from files of distances.
#include "verb.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/json_output.hpp"
#include "causeway/base/text.hpp"
#include "causeway/clustering/clustering.hpp"
#include "causeway/platform/monitoring.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace causeway::app {

namespace {

struct ClusterOptions {
    std::vector<std::string> files;
    std::string latency_unit;
    std::optional<double> tolerance;
    std::string method = "lowekamp";
    OutputOptions output;
};

/// A distance for people: a time where the files declare a unit, else a plain number.
std::string distance_text(double distance, bool has_unit) {
    return has_unit ? base::to_text(Seconds(distance)) : fmt::format("{:.3g}", distance);
}

/// The smallest and largest known distance inside a cluster, for people.
std::string spread_text(const platform::DistanceMatrix& matrix, const std::vector<int>& cluster, bool has_unit) {
    double least = std::numeric_limits<double>::infinity();
    double most = 0.0;
    for (const int a : cluster) {
        for (const int b : cluster) {
            if (const auto distance = a < b ? matrix.between(a, b) : std::nullopt) {
                least = std::min(least, *distance);
                most = std::max(most, *distance);
            }
        }
    }
    return std::isfinite(least) ? fmt::format("{} to {}", distance_text(least, has_unit), distance_text(most, has_unit))
                                : "-";
}

base::JsonOutput names_in(const clustering::Partition& partition, const platform::DistanceMatrix& matrix) {
    auto clusters = base::JsonOutput::array();
    for (const std::vector<int>& cluster : partition) {
        auto names = base::JsonOutput::array();
        for (const int host : cluster) {
            names.push_back(matrix.names[static_cast<std::size_t>(host)]);
        }
        clusters.push_back(std::move(names));
    }
    return clusters;
}

/// The levels into the JSON, and a note for each.
void describe_levels(report::Document& document, const clustering::Hierarchy& hierarchy,
                     const platform::DistanceMatrix& matrix, bool has_unit) {
    auto levels = base::JsonOutput::array();
    for (std::size_t l = 0; l < hierarchy.levels.size(); ++l) {
        const clustering::HierarchyLevel& level = hierarchy.levels[l];
        levels.push_back({{"clusters", names_in(level.clusters, matrix)},
                          {"inside", level.inside},
                          {"outside", level.outside},
                          {"gap", level.gap()},
                          {"stability", level.stability}});
        document.notes.push_back(fmt::format(
            "level {}: {} cluster{}, joined up to {}, {}, stability {:.2f}{}", l + 1, level.clusters.size(),
            level.clusters.size() == 1 ? "" : "s", distance_text(level.inside, has_unit),
            level.gap()
                ? fmt::format("the next {} away ({:.1f} times)", distance_text(*level.outside, has_unit), *level.gap())
                : "no distance to a next one",
            level.stability, l == hierarchy.most_stable ? " <- above" : ""));
    }
    document.json()["levels"] = std::move(levels);
    document.json()["most_stable"] = hierarchy.most_stable;
}

void run(const ClusterOptions& options) {
    const clustering::Method& method = clustering::methods().at(options.method, "--method");
    const double tolerance = options.tolerance.value_or(clustering::kDefaultTolerance);
    if (!(tolerance >= 0.0) || !std::isfinite(tolerance)) {
        throw base::InputError({.source = "--tolerance",
                                .place = {},
                                .found = fmt::format("{}", tolerance),
                                .accepted = "a number >= 0, such as 0.2 for 20 %"});
    }
    const platform::MonitoringData data = platform::read_monitoring(options.files, options.latency_unit);
    const platform::DistanceMatrix matrix = data.distances();
    std::optional<clustering::Hierarchy> hierarchy;
    if (method.hierarchy != nullptr) {
        hierarchy = method.hierarchy(matrix);
    }
    const clustering::Partition partition =
        hierarchy ? hierarchy->levels[hierarchy->most_stable].clusters : method.partition(matrix, tolerance);

    report::Document document;
    document.conclusion =
        fmt::format("{} hosts in {} clusters ({}, {})", matrix.size(), partition.size(), method.name,
                    hierarchy ? fmt::format("level {} of {}", hierarchy->most_stable + 1, hierarchy->levels.size())
                              : fmt::format("tolerance {:g}", tolerance));
    document.table.columns = {"cluster", "hosts", "distances", "members"};
    for (std::size_t c = 0; c < partition.size(); ++c) {
        std::vector<std::string> names;
        for (const int host : partition[c]) {
            names.push_back(matrix.names[static_cast<std::size_t>(host)]);
        }
        document.table.rows.push_back({report::number_cell(static_cast<double>(c), 0),
                                       report::number_cell(static_cast<double>(names.size()), 0),
                                       report::cell(spread_text(matrix, partition[c], data.has_unit)),
                                       report::cell(fmt::format("{}", fmt::join(names, " ")))});
    }
    document.json()["method"] = method.name;
    document.json()["tolerance"] = hierarchy ? std::nullopt : std::optional(tolerance);
    document.json()["unit"] = data.has_unit ? base::JsonOutput("s") : base::JsonOutput(nullptr);
    document.json()["clusters"] = names_in(partition, matrix);
    if (hierarchy) {
        describe_levels(document, *hierarchy, matrix, data.has_unit);
        if (options.tolerance) {
            document.notes.push_back(fmt::format("{} takes no tolerance: --tolerance was not used", method.name));
        }
    }
    options.output.deliver(document);
}

void declare(command_line::Command& command, ClusterOptions& options) {
    command
        .option("matrix", options.files,
                "CSV files: square matrices (names in the first row and column, empty = unknown) or records "
                "src,dst,latency[,bandwidth][,time]; several are merged")
        .required()
        .file();
    command
        .option("--latency-unit", options.latency_unit,
                "s, ms, us or ns: of files whose first line does not say it as in latency_ms")
        .propose({"s", "ms", "us", "ns"});
    command
        .option("--tolerance", options.tolerance,
                "by how much distances may exceed the smallest and still count as alike")
        .show_default(fmt::format("{:g}", clustering::kDefaultTolerance));
    command.option("--method", options.method, "one of: " + base::joined(clustering::methods().names()))
        .propose(clustering::methods().names())
        .show_default();
    options.output.declare(command);
}

}  // namespace

extern const Verb cluster_verb{
    .name = "cluster",
    .summary = "find logical homogeneous clusters in matrices or records of distances",
    .example = "causeway cluster latencies.csv --tolerance 0.3",
    .set_up = set_up<ClusterOptions>,
};

}  // namespace causeway::app
