/// causeway cluster: logical homogeneous clusters from a distance matrix.
#include "verb.hpp"

#include "causeway/base/error.hpp"
#include "causeway/clustering/clustering.hpp"
#include "causeway/platform/distance_matrix.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>
#include <memory>

namespace causeway::app {

namespace {

struct Options {
    std::string matrix;
    double tolerance = clustering::kDefaultTolerance;
    std::string method = "lowekamp";
    OutputOptions output;
};

/// The smallest and largest known distance inside a cluster, for people.
std::string spread_text(const platform::DistanceMatrix& matrix, const std::vector<int>& cluster) {
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
    return std::isfinite(least) ? fmt::format("{:g} to {:g}", least, most) : "-";
}

void run(const Options& options) {
    const clustering::Method& method = clustering::methods().at(options.method, "--method");
    if (!(options.tolerance >= 0.0) || !std::isfinite(options.tolerance)) {
        throw base::InputError({.source = "--tolerance",
                                .place = {},
                                .found = fmt::format("{}", options.tolerance),
                                .accepted = "a number >= 0, such as 0.2 for 20 %"});
    }
    const platform::DistanceMatrix matrix = platform::read_distance_matrix(options.matrix);
    const clustering::Partition partition = method.partition(matrix, options.tolerance);

    report::Document document;
    document.conclusion = fmt::format("{} hosts in {} clusters ({}, tolerance {:g})", matrix.size(), partition.size(),
                                      method.name, options.tolerance);
    document.table.columns = {"cluster", "hosts", "distances", "members"};
    auto clusters = nlohmann::ordered_json::array();
    for (std::size_t c = 0; c < partition.size(); ++c) {
        std::vector<std::string> names;
        for (const int host : partition[c]) {
            names.push_back(matrix.names[static_cast<std::size_t>(host)]);
        }
        document.table.rows.push_back(
            {report::number_cell(static_cast<double>(c), 0), report::number_cell(static_cast<double>(names.size()), 0),
             report::cell(spread_text(matrix, partition[c])), report::cell(fmt::format("{}", fmt::join(names, " ")))});
        clusters.push_back(names);
    }
    document.json()["method"] = method.name;
    document.json()["tolerance"] = options.tolerance;
    document.json()["clusters"] = std::move(clusters);
    options.output.deliver(document);
}

void set_up(CLI::App& command) {
    auto options = std::make_shared<Options>();
    command.add_option("matrix", options->matrix, "CSV: names in the first row and column, empty = unknown")
        ->required();
    command
        .add_option("--tolerance", options->tolerance,
                    "by how much distances may exceed the smallest and still count as alike")
        ->capture_default_str();
    command.add_option("--method", options->method, "one of: " + base::joined(clustering::methods().names()))
        ->capture_default_str();
    options->output.declare(command);
    command.callback([options] { run(*options); });
}

}  // namespace

extern const Verb cluster_verb{
    .name = "cluster",
    .summary = "find logical homogeneous clusters in a matrix of distances",
    .example = "causeway cluster latencies.csv --tolerance 0.3",
    .set_up = set_up,
};

}  // namespace causeway::app
