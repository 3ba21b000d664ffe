/// causeway characterize: which processes talk to which, as clusters.
#include "traffic_option.hpp"
#include "verb.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/files.hpp"
#include "causeway/base/json_output.hpp"
#include "causeway/report/heat_map.hpp"
#include "causeway/report/line_chart.hpp"
#include "causeway/report/progress.hpp"
#include "causeway/traffic/characterization.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

namespace causeway::app {

namespace {

using traffic::Characterization;
using traffic::Grouping;
using traffic::Partition;

/// Partitions that people are shown, and clusters of the best one.
constexpr std::size_t kMostPartitions = 10;
constexpr std::size_t kMostClusters = 40;
/// Up to so many processes every partition is written out, N² numbers in all; beyond, the best one.
constexpr int kMostListed = 512;

struct CharacterizeOptions {
    std::vector<std::string> tables;
    std::string by = "bytes";
    std::uint64_t seed = 1;
    std::optional<int> orders;
    std::string figure;
    std::string heat_map;
    TrafficOptions traffic;
    OutputOptions output;
};

base::JsonOutput finite_or_null(std::optional<double> value) {
    return value && std::isfinite(*value) ? base::JsonOutput(*value) : base::JsonOutput(nullptr);
}

report::Cell figure_cell(std::optional<double> value) {
    if (!value) {
        return {"-", "", true};
    }
    return {std::isfinite(*value) ? fmt::format("{:.5g}", *value) : "infinite", fmt::format("{}", *value), true};
}

/// "4 x 16, 2 x 8": how many clusters of which size.
std::string sizes_text(const Partition& partition) {
    std::vector<std::size_t> sizes;
    for (const std::vector<int>& cluster : partition) {
        sizes.push_back(cluster.size());
    }
    std::sort(sizes.rbegin(), sizes.rend());
    std::vector<std::string> parts;
    constexpr std::size_t kMostParts = 6;
    for (auto first = sizes.begin(); first != sizes.end();) {
        const auto end = std::find_if(first, sizes.end(), [first](std::size_t size) { return size != *first; });
        if (parts.size() == kMostParts) {
            parts.emplace_back("...");
            break;
        }
        parts.push_back(fmt::format("{} x {}", end - first, *first));
        first = end;
    }
    return fmt::format("{}", fmt::join(parts, ", "));
}

std::string conclusion_text(const Characterization& result, const traffic::CommunicationTable& table,
                            traffic::Quantity quantity) {
    const Grouping& best = result.groupings[static_cast<std::size_t>(result.best)];
    const int processes = table.num_processes();
    const std::string_view by = traffic::name_of(quantity);
    if (!(table.total().of(quantity) > 0.0)) {
        return fmt::format("{} {}: no {} between them, nothing to group", processes,
                           processes == 1 ? "process" : "processes", by);
    }
    if (processes == 1) {
        return "1 process: one cluster, without a grouping coefficient";
    }
    if (!traffic::is_worth_grouping(best, processes)) {
        return fmt::format("{} processes that are best not grouped, by {}: no partition has a G_c above {}", processes,
                           by, figure_cell(best.coefficient).shown);
    }
    return fmt::format("{} processes in {} clusters, by {}: G_c {} (F_G {:.5g}, D_G {:.5g})", processes,
                       best.num_clusters, by, figure_cell(best.coefficient).shown, best.similarity,
                       best.dissimilarity.value_or(0.0));
}

/// Indices of the partitions, the best first; those without a coefficient last.
std::vector<std::size_t> by_rank(const Characterization& result) {
    std::vector<std::size_t> order(result.groupings.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return result.groupings[a].coefficient.value_or(-1.0) > result.groupings[b].coefficient.value_or(-1.0);
    });
    return order;
}

report::Table table_of(const Characterization& result, bool for_people) {
    report::Table table;
    table.columns = {"clusters", "similarity F_G", "dissimilarity D_G", "grouping coefficient G_c"};
    if (for_people) {
        table.columns.emplace_back("sizes");
    }
    const auto add = [&](std::size_t k) {
        const Grouping& grouping = result.groupings[k];
        table.rows.push_back({report::number_cell(grouping.num_clusters, 0), figure_cell(grouping.similarity),
                              figure_cell(grouping.dissimilarity), figure_cell(grouping.coefficient)});
        if (for_people) {
            table.rows.back().push_back(
                report::cell(sizes_text(traffic::partition_after(result.dendrogram, static_cast<int>(k)))));
        }
    };
    if (!for_people) {
        for (std::size_t k = 0; k < result.groupings.size(); ++k) {
            add(k);
        }
        return table;
    }
    const std::vector<std::size_t> order = by_rank(result);
    for (std::size_t i = 0; i < std::min(order.size(), kMostPartitions); ++i) {
        add(order[i]);
    }
    return table;
}

std::vector<std::string> notes_of(const Characterization& result, const Partition& best) {
    std::vector<std::string> notes;
    if (result.groupings.size() > kMostPartitions) {
        notes.push_back(fmt::format("The {} best of {} partitions; --format csv and json have all.", kMostPartitions,
                                    result.groupings.size()));
    }
    notes.push_back(result.dendrogram.has_ties
                        ? fmt::format("Pairs of clusters tie; the best of {} orders.", result.orders)
                        : "No two pairs of clusters tie.");
    notes.emplace_back("The clusters of the best:");
    for (std::size_t c = 0; c < std::min(best.size(), kMostClusters); ++c) {
        notes.push_back(fmt::format("  {}", ranges_text(best[c])));
    }
    if (best.size() > kMostClusters) {
        notes.push_back(fmt::format("  and {} more", best.size() - kMostClusters));
    }
    return notes;
}

void write_json(base::JsonOutput& json, const Characterization& result, const traffic::Recording& recording,
                traffic::Quantity quantity) {
    json["processes"] = recording.table.num_processes();
    json["format"] = recording.format;
    json["by"] = traffic::name_of(quantity);
    json["ties"] = result.dendrogram.has_ties;
    json["orders"] = result.orders;
    auto partitions = base::JsonOutput::array();
    const bool lists_all = recording.table.num_processes() <= kMostListed;
    for (std::size_t k = 0; k < result.groupings.size(); ++k) {
        const Grouping& grouping = result.groupings[k];
        base::JsonOutput clusters = nullptr;
        if (lists_all || static_cast<int>(k) == result.best) {
            clusters = traffic::partition_after(result.dendrogram, static_cast<int>(k));
        }
        partitions.push_back({{"num_clusters", grouping.num_clusters},
                              {"clusters", std::move(clusters)},
                              {"similarity", grouping.similarity},
                              {"dissimilarity", finite_or_null(grouping.dissimilarity)},
                              {"grouping_coefficient", finite_or_null(grouping.coefficient)}});
    }
    json["partitions"] = std::move(partitions);
    json["best"] = result.best;
    json["worth_grouping"] = traffic::is_worth_grouping(result.groupings[static_cast<std::size_t>(result.best)],
                                                        recording.table.num_processes());
    auto merges = base::JsonOutput::array();
    for (const traffic::Merge& merge : result.dendrogram.merges) {
        merges.push_back({merge.left, merge.right, merge.mean});
    }
    json["merges"] = std::move(merges);
}

/// G_c against the number of clusters, as the source's figures 1 to 7.
std::string coefficient_figure(const Characterization& result, const std::string& title, traffic::Quantity quantity) {
    report::LineChart chart;
    chart.title = title;
    chart.x_label = "clusters";
    chart.y_label = fmt::format("grouping coefficient, by {}", traffic::name_of(quantity));
    report::ChartCurve curve{"G_c", {}};
    for (auto grouping = result.groupings.rbegin(); grouping != result.groupings.rend(); ++grouping) {
        const double value = grouping->coefficient.value_or(std::numeric_limits<double>::quiet_NaN());
        curve.points.push_back({static_cast<double>(grouping->num_clusters),
                                std::isfinite(value) ? value : std::numeric_limits<double>::quiet_NaN()});
    }
    chart.curves.push_back(std::move(curve));
    chart.y_covers = std::nullopt;
    return report::svg_of(chart);
}

/// The table, its rows and columns in the order of the clusters.
std::string table_figure(const traffic::CommunicationTable& table, const Partition& clusters, const std::string& title,
                         traffic::Quantity quantity) {
    report::HeatMap map;
    map.title = title;
    map.row_label = "sender";
    map.column_label = "receiver, both in the order of the clusters";
    map.value_label = std::string(traffic::name_of(quantity));
    map.size = table.num_processes();
    std::vector<int> place(static_cast<std::size_t>(map.size));
    for (const std::vector<int>& cluster : clusters) {
        if (!map.names.empty()) {
            map.borders.push_back(static_cast<int>(map.names.size()));
        }
        for (const int process : cluster) {
            place[static_cast<std::size_t>(process)] = static_cast<int>(map.names.size());
            map.names.push_back(fmt::format("{}", process));
        }
    }
    for (const traffic::Flow& flow : table.flows()) {
        if (flow.volume.of(quantity) > 0.0) {
            map.cells.push_back({place[static_cast<std::size_t>(flow.from)], place[static_cast<std::size_t>(flow.to)],
                                 flow.volume.of(quantity)});
        }
    }
    return report::svg_of(map);
}

void run(const CharacterizeOptions& options) {
    const traffic::Quantity quantity = traffic::quantity_named(options.by, "--by");
    if (options.orders && *options.orders < 1) {
        throw base::InputError({.source = "--orders",
                                .place = {},
                                .found = fmt::format("{}", *options.orders),
                                .accepted = "a whole number >= 1"});
    }
    const traffic::Recording recording = options.traffic.read(options.tables, quantity);
    if (recording.only && *recording.only != quantity) {
        throw base::InputError({.source = options.tables.front(),
                                .place = {},
                                .found = fmt::format("no {}", traffic::name_of(quantity)),
                                .accepted = fmt::format("--by {}", traffic::name_of(*recording.only))});
    }
    report::Progress progress;
    const Characterization result = traffic::characterize(
        recording.table,
        {.quantity = quantity, .seed = options.seed, .orders = options.orders, .progress = [&](double share) {
             progress.show(share, "merging clusters");
         }});
    const Partition best = traffic::partition_after(result.dendrogram, result.best);

    report::Document document;
    document.conclusion = conclusion_text(result, recording.table, quantity);
    document.table = table_of(result, options.output.format == "text");
    document.notes = notes_of(result, best);
    if (options.output.format == "json") {
        write_json(document.json(), result, recording, quantity);
    }
    if (!options.figure.empty()) {
        base::write_file(options.figure, coefficient_figure(result, options.tables.front(), quantity));
    }
    if (!options.heat_map.empty()) {
        base::write_file(options.heat_map, table_figure(recording.table, best, options.tables.front(), quantity));
    }
    options.output.deliver(document);
}

void declare(command_line::Command& command, CharacterizeOptions& options) {
    command
        .option("tables", options.tables,
                "a communication table: Causeway's trace, CSV src,dst,bytes,msgs, a square matrix, or all .prof "
                "files of Open MPI's monitoring")
        .required()
        .file();
    command.option("--by", options.by, "bytes or messages").propose({"bytes", "messages"}).show_default();
    command.option("--seed", options.seed, "of the random orders of processes among ties").show_default();
    command.option("--orders", options.orders, "how many orders are tried among ties (16, fewer on large tables)");
    command.option("--figure", options.figure, "write G_c against the number of clusters there, as SVG").file();
    command.option("--heat-map", options.heat_map, "write the table in the order of the clusters there, as SVG").file();
    options.traffic.declare(command);
    options.output.declare(command);
}

}  // namespace

extern const Verb characterize_verb{
    .name = "characterize",
    .summary = "find the clusters of processes that talk most",
    .example = "causeway characterize job.trace --heat-map job.svg",
    .set_up = set_up<CharacterizeOptions>,
};

}  // namespace causeway::app
