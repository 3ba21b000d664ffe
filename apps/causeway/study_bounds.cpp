/// causeway study bounds: how near to their bounds the plans of every collective come on random platforms.
#include "collective_option.hpp"
#include "study.hpp"

#include "causeway/base/comma_list.hpp"
#include "causeway/base/files.hpp"
#include "causeway/base/json_output.hpp"
#include "causeway/base/text.hpp"
#include "causeway/platform/platform_json.hpp"
#include "causeway/report/progress.hpp"
#include "causeway/study/bound_study.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace causeway::app {

namespace {

struct BoundsStudyOptions {
    std::string collectives = "all";
    std::string bytes = "16M";
    std::string sites = "4..16";
    int hosts = 8;
    int runs = 1000;
    int trees = 8;
    std::uint64_t seed = 1;
    std::string worst;
    OutputOptions output;
};

std::vector<scheme::Operation> operations_of(const std::string& text) {
    std::vector<scheme::Operation> result;
    for (const std::string& name : text == "all" ? collective_words() : base::entries_of(text)) {
        result.push_back(parse_operation(name));
    }
    return result;
}

study::BoundStudy study_of(const BoundsStudyOptions& options) {
    study::BoundStudy study;
    study.operations = operations_of(options.collectives);
    study.message = base::parse_bytes(options.bytes, "--bytes");
    const base::IntRange sites = base::parse_int_range(options.sites, 1, "--sites");
    study.platforms = {.fewest_sites = sites.first, .most_sites = sites.last, .most_hosts = options.hosts};
    study.runs = options.runs;
    study.most_trees = options.trees;
    study.seed = options.seed;
    return study;
}

constexpr double kMostPlatforms = 0.95;
constexpr double kNear = 0.95;
constexpr double kQuiteNear = 0.90;
constexpr double kHalf = 0.5;
constexpr auto kWithoutStarts = &study::BoundRun::ratio_without_starts;

Seconds mean_planning(const study::BoundRow& row) {
    Seconds sum;
    for (const study::BoundRun& one : row.runs) {
        sum += one.planning;
    }
    return sum / static_cast<double>(row.runs.size());
}

report::Document bounds_document(const study::BoundStudy& study, const std::vector<study::BoundRow>& rows) {
    report::Document document;
    document.table.columns = {"collective", "95 % reach", "without starts", "half reach", "reach 0.95",
                              "reach 0.90", "worst",      "of run",         "planning"};
    auto json_rows = base::JsonOutput::array();
    for (const study::BoundRow& row : rows) {
        const auto worst = static_cast<std::size_t>(row.worst());
        document.table.rows.push_back(
            {report::cell(scheme::name_of(row.operation)), report::number_cell(row.reached_by(kMostPlatforms), 3),
             report::number_cell(row.reached_by(kMostPlatforms, kWithoutStarts), 3),
             report::number_cell(row.reached_by(kHalf), 3), report::number_cell(row.share_reaching(kNear), 3),
             report::number_cell(row.share_reaching(kQuiteNear), 3), report::number_cell(row.runs[worst].ratio, 3),
             report::number_cell(static_cast<double>(worst), 0), report::cell(mean_planning(row))});
        auto ratios = base::JsonOutput::array();
        auto without_starts = base::JsonOutput::array();
        auto times = base::JsonOutput::array();
        for (const study::BoundRun& one : row.runs) {
            ratios.push_back(one.ratio);
            without_starts.push_back(one.ratio_without_starts);
            times.push_back(one.time.value());
        }
        json_rows.push_back({{"collective", scheme::name_of(row.operation)},
                             {"reached_by_95_percent", row.reached_by(kMostPlatforms)},
                             {"median", row.reached_by(kHalf)},
                             {"reached_by_95_percent_without_starts", row.reached_by(kMostPlatforms, kWithoutStarts)},
                             {"median_without_starts", row.reached_by(kHalf, kWithoutStarts)},
                             {"share_reaching_0.95", row.share_reaching(kNear)},
                             {"share_reaching_0.90", row.share_reaching(kQuiteNear)},
                             {"worst_run", worst},
                             {"mean_planning_seconds", mean_planning(row).value()},
                             {"ratios", std::move(ratios)},
                             {"ratios_without_starts", std::move(without_starts)},
                             {"seconds", std::move(times)}});
    }
    const auto least = std::min_element(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
        return a.reached_by(kMostPlatforms) < b.reached_by(kMostPlatforms);
    });
    document.conclusion = fmt::format(
        "{} of {} random platforms: plans reach at least {:.2f} of their bound on 95 % of them; "
        "least of {}",
        base::to_text(study.message), study.runs, least->reached_by(kMostPlatforms), scheme::name_of(least->operation));
    document.json() = {{"study", "bounds"},
                       {"bytes", study.message.value()},
                       {"runs", study.runs},
                       {"seed", study.seed},
                       {"most_trees", study.most_trees},
                       {"sites", {study.platforms.fewest_sites, study.platforms.most_sites}},
                       {"most_hosts", study.platforms.most_hosts}};
    document.json()["rows"] = std::move(json_rows);
    document.notes = {"Where processes have data of their own, the size is that of all together.",
                      "without starts: what 95 % reach where no message's start costs anything."};
    return document;
}

void run(const BoundsStudyOptions& options) {
    const study::BoundStudy study = study_of(options);
    report::Progress bar;
    const std::vector<study::BoundRow> rows = study::run(
        study,
        study::ThreadTeam::of_this_machine([&bar](double share) { bar.show(share, "plans on random platforms"); }));
    if (!options.worst.empty()) {
        const auto least = std::min_element(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
            return a.runs[static_cast<std::size_t>(a.worst())].ratio <
                   b.runs[static_cast<std::size_t>(b.worst())].ratio;
        });
        base::write_file(options.worst, platform::to_json_text(study::platform_of(study, least->worst()).platform));
    }
    options.output.deliver(bounds_document(study, rows));
}

void declare(command_line::Command& command, BoundsStudyOptions& options) {
    command.option("--collective", options.collectives, "all, or some, separated by commas")
        .propose(collective_words())
        .show_default();
    command.option("--bytes", options.bytes, "size of the data, altogether").show_default();
    command.option("--sites", options.sites, "numbers of sites that are drawn from").show_default();
    command.option("--hosts", options.hosts, "hosts of a site at most").show_default();
    command.option("--runs", options.runs, "platforms").show_default();
    command.option("--trees", options.trees, "trees that a long message may take between sites at once")
        .within(1, 8)
        .show_default();
    command.option("--seed", options.seed, "of the platforms").show_default();
    command.option("--worst", options.worst, "write the platform that is farthest from its bound to this file").file();
    options.output.declare(command);
}

}  // namespace

extern const Verb bounds_study{
    .name = "bounds",
    .summary = "how near to their bounds plans come on random platforms",
    .example = "causeway study bounds --runs 100 --bytes 16M --seed 1 --format json -o bounds.json",
    .set_up = set_up<BoundsStudyOptions>,
};

}  // namespace causeway::app
