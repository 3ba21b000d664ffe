/// causeway predict: what every broadcast strategy would take inside one cluster.
#include "cluster_option.hpp"
#include "verb.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/json_output.hpp"
#include "causeway/base/text.hpp"
#include "causeway/planner/local_choice.hpp"
#include "causeway/planner/prediction.hpp"
#include "causeway/platform/platform_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

namespace causeway::app {

namespace {

/// Differences beyond this share are told and explained.
constexpr double kWorthALine = 0.0005;
constexpr std::string_view kShortSegment = "the formula counts whole segments, and the last one is shorter";

struct PredictOptions {
    std::string platform;
    std::string cluster;
    int processes = 0;
    std::string bytes = "1M";
    OutputOptions output;
};

void run(const PredictOptions& options) {
    const platform::Platform platform = platform::read_platform(options.platform);
    const std::string name = options.cluster.empty() ? platform.clusters.front().name : options.cluster;
    const platform::Cluster& cluster =
        platform.clusters[static_cast<std::size_t>(cluster_index(platform, name, "--cluster"))];
    const int processes = options.processes == 0 ? cluster.num_hosts : options.processes;
    const Bytes message = std::max(Bytes(1), base::parse_bytes(options.bytes, "--bytes"));
    if (processes < 1) {
        throw base::InputError(
            {.source = "--processes", .place = {}, .found = fmt::format("{}", processes), .accepted = "at least 1"});
    }
    if (!cluster.plogp && processes > 1) {
        throw base::InputError({.source = options.platform,
                                .place = fmt::format("cluster '{}'", name),
                                .found = "no pLogP parameters",
                                .accepted = "a cluster with the key 'plogp'"});
    }
    const platform::Plogp plogp = cluster.plogp.value_or(platform::Plogp{});
    std::vector<planner::LocalPrediction> predictions = planner::predict_strategies(plogp, processes, message);
    std::stable_sort(predictions.begin(), predictions.end(),
                     [](const auto& a, const auto& b) { return a.time < b.time; });

    std::vector<std::string> differences;
    report::Document document;
    document.conclusion =
        fmt::format("{} is the best for {} to {} processes of {}: {}", strategy::to_text(predictions.front().tuned),
                    base::to_text(message), processes, name, base::to_text(predictions.front().time));
    document.table.columns = {"strategy", "segment", "predicted", "simulated", "difference"};
    auto rows = base::JsonOutput::array();
    for (const planner::LocalPrediction& prediction : predictions) {
        const strategy::BroadcastStrategy& strategy = *prediction.tuned.strategy;
        const bool has_segment = strategy.has_segments();
        const Seconds simulated_time = planner::simulated_time(prediction, plogp, processes, message);
        const double difference =
            simulated_time == Seconds(0.0) ? 0.0 : (prediction.time - simulated_time) / simulated_time;
        const bool differs = std::abs(difference) > kWorthALine;
        document.table.rows.push_back({report::cell(strategy::to_text(prediction.tuned)),
                                       has_segment ? report::cell(prediction.segment) : report::cell("whole"),
                                       report::cell(prediction.time), report::cell(simulated_time),
                                       report::cell(differs ? fmt::format("{:+.1f} %", 100.0 * difference) : "none")});
        base::JsonOutput row = {{"strategy", strategy.name}};
        row["degree"] =
            prediction.tuned.degree == 0 ? base::JsonOutput(nullptr) : base::JsonOutput(prediction.tuned.degree);
        row["segment_bytes"] = has_segment ? base::JsonOutput(prediction.segment.value()) : base::JsonOutput(nullptr);
        row["seconds"] = prediction.time.value();
        row["simulated_seconds"] = simulated_time.value();
        row["difference"] = difference;
        if (differs) {
            const std::string_view why = strategy.deviation.empty() ? kShortSegment : strategy.deviation;
            row["why"] = why;
            differences.push_back(fmt::format("{}: {}", strategy.name, why));
        }
        rows.push_back(std::move(row));
    }
    document.notes = {"predicted: the source's closed form; simulated: the strategy's real schedule under pLogP."};
    if (!differences.empty()) {
        document.notes.emplace_back("Why they differ:");
        document.notes.insert(document.notes.end(), differences.begin(), differences.end());
    }
    document.json() = {{"cluster", name}, {"processes", processes}, {"bytes", message.value()}};
    document.json()["predictions"] = std::move(rows);
    options.output.deliver(document);
}

void declare(command_line::Command& command, PredictOptions& options) {
    command.option("platform", options.platform, "platform file").required().file();
    command.option("--cluster", options.cluster, "the cluster (the file's first one)");
    command.option("--processes", options.processes, "number of processes (one per host)");
    command.option("--bytes", options.bytes, "size of the message").show_default();
    options.output.declare(command);
}

}  // namespace

extern const Verb predict_verb{
    .name = "predict",
    .summary = "predict every broadcast strategy inside one cluster",
    .example = "causeway predict platform.json --cluster a --processes 16 --bytes 1M",
    .set_up = set_up<PredictOptions>,
};

}  // namespace causeway::app
