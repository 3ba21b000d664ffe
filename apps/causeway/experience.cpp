/// causeway experience: what calls took by each way that was tried, and which stays.
#include "verb.hpp"

#include "causeway/base/files.hpp"
#include "causeway/base/text.hpp"
#include "causeway/experience/experience.hpp"
#include "causeway/statistics/sample.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace causeway::app {

namespace {

using experience::TriedKind;
using experience::TriedWay;
using Json = nlohmann::ordered_json;

struct Options {
    std::string file;
    OutputOptions output;
};

std::string interval_text(const statistics::Summary& summary) {
    return fmt::format("{} to {}", base::to_text(Seconds(summary.median_low)),
                       base::to_text(Seconds(summary.median_high)));
}

/// The MPI library's own, if it was called.
const TriedWay* native_of(const TriedKind& tried) {
    const auto found = std::find_if(tried.ways.begin(), tried.ways.end(), [](const TriedWay& way) {
        return way.plan == experience::kNative && !way.seconds.empty();
    });
    return found == tried.ways.end() ? nullptr : &*found;
}

Json json_of(const TriedWay& way, bool is_choice) {
    Json result = {
        {"description", way.description},
        {"plan", way.plan},
        {"chosen", is_choice},
        {"promised_seconds", way.promised < Seconds::infinity() ? Json(way.promised.value()) : Json(nullptr)},
        {"calls", way.seconds.size()}};
    if (!way.seconds.empty()) {
        const statistics::Summary summary = statistics::summarise(way.seconds);
        result["median_seconds"] = summary.median;
        result["low_seconds"] = summary.median_low;
        result["high_seconds"] = summary.median_high;
    }
    return result;
}

/// A row for the kind, and all that is known of it.
Json add_kind(const experience::Kind& kind, const TriedKind& tried, report::Document& document) {
    const std::optional<experience::Trial> trial = tried.trial();
    Json ways = Json::array();
    for (std::size_t i = 0; i < tried.ways.size(); ++i) {
        ways.push_back(json_of(tried.ways[i], trial && trial->choice() == static_cast<int>(i)));
    }
    if (trial) {
        const TriedWay& choice = tried.ways[static_cast<std::size_t>(trial->choice())];
        const statistics::Summary summary = statistics::summarise(choice.seconds);
        const TriedWay* const native = native_of(tried);
        const double gain = native != nullptr ? statistics::median(native->seconds) / summary.median : 1.0;
        const std::string root = kind.root ? fmt::format(" from {}", *kind.root) : "";
        document.table.rows.push_back(
            {report::cell(kind.collective + root), report::cell(kind.up_to), report::cell(kind.processes),
             report::number_cell(static_cast<double>(tried.calls), 0), report::cell(Seconds(summary.median)),
             report::cell(interval_text(summary)),
             native != nullptr ? report::Cell{fmt::format("{:.2f}x", gain), fmt::format("{}", gain), true}
                               : report::cell("-"),
             report::cell(Seconds(tried.regret())), report::cell(choice.description)});
    }
    return {{"processes", kind.processes},
            {"collective", kind.collective},
            {"root", kind.root ? Json(*kind.root) : Json(nullptr)},
            {"bytes_up_to", kind.up_to.value()},
            {"calls", tried.calls},
            {"since", tried.since},
            {"last_called", tried.last_called},
            {"regret_seconds", tried.regret()},
            {"ways", std::move(ways)}};
}

void run(const Options& options) {
    const experience::Experience known = experience::parse_experience(base::read_file(options.file), options.file);
    report::Document document;
    std::int64_t calls = 0;
    double regret = 0.0;
    document.table.columns = {"collective",    "up to", "processes", "calls", "median",
                              "95 % interval", "gain",  "regret",    "choice"};
    Json kinds = Json::array();
    for (const auto& [kind, tried] : known.kinds) {
        calls += tried.calls;
        regret += tried.regret();
        kinds.push_back(add_kind(kind, tried, document));
    }
    document.conclusion = fmt::format("{} kinds of calls, {} calls; trying has cost {} beside the best there is",
                                      known.kinds.size(), calls, base::to_text(Seconds(regret)));
    document.notes = {fmt::format("Platform {}, {}.", known.setup.platform, known.setup.library),
                      "Gain: how many times the median of the MPI library's own. Deleting the file costs speed alone."};
    document.json() = {
        {"platform", known.setup.platform}, {"mpi", known.setup.library}, {"calls", calls}, {"regret_seconds", regret}};
    document.json()["kinds"] = std::move(kinds);
    options.output.deliver(document);
}

void set_up(CLI::App& command) {
    auto options = std::make_shared<Options>();
    command.add_option("file", options->file, "experience file, of the cache as a rule")->required();
    options->output.declare(command);
    command.callback([options] { run(*options); });
}

}  // namespace

extern const Verb experience_verb{
    .name = "experience",
    .summary = "show what calls took by each way that was tried, and which stays",
    .example = "causeway experience ~/.cache/causeway/experience-*.json",
    .set_up = set_up,
};

}  // namespace causeway::app
