/// causeway experience: what calls took by each way that was tried, and which stays.
#include "verb.hpp"

#include "causeway/base/files.hpp"
#include "causeway/base/json_output.hpp"
#include "causeway/base/text.hpp"
#include "causeway/experience/experience.hpp"
#include "causeway/experience/summary.hpp"
#include "causeway/statistics/sample.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace causeway::app {

namespace {

using base::JsonOutput;
using experience::TriedKind;
using experience::TriedWay;

struct ExperienceOptions {
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

void add_row(const experience::Kind& kind, const TriedKind& tried, report::Document& document) {
    const std::optional<experience::Trial> trial = tried.trial();
    if (!trial) {
        return;
    }
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

void run(const ExperienceOptions& options) {
    const experience::Experience known = experience::parse_experience(base::read_file(options.file), options.file);
    report::Document document;
    std::int64_t calls = 0;
    double regret = 0.0;
    double won = 0.0;
    document.table.columns = {"collective",    "up to", "processes", "calls", "median",
                              "95 % interval", "gain",  "regret",    "choice"};
    JsonOutput kinds = JsonOutput::array();
    for (const auto& [kind, tried] : known.kinds) {
        calls += tried.calls;
        regret += tried.regret();
        won += tried.won();
        add_row(kind, tried, document);
        kinds.push_back(experience::summary(kind, tried));
    }
    document.conclusion = fmt::format(
        "{} kinds of calls, {} calls: trying has cost {} beside the best there is; so many calls take {} less than by "
        "the "
        "MPI library's own",
        known.kinds.size(), calls, base::to_text(Seconds(regret)), base::to_text(Seconds(won)));
    document.notes = {fmt::format("Platform {}, {}.", known.conditions.platform, known.conditions.library),
                      "Gain: how many times the median of the MPI library's own. Deleting the file costs speed alone."};
    document.json() = {{"platform", known.conditions.platform},
                       {"mpi", known.conditions.library},
                       {"calls", calls},
                       {"regret_seconds", regret}};
    document.json()["kinds"] = std::move(kinds);
    options.output.deliver(document);
}

void declare(command_line::Command& command, ExperienceOptions& options) {
    command.option("file", options.file, "experience file, of the cache as a rule").required().file();
    options.output.declare(command);
}

}  // namespace

extern const Verb experience_verb{
    .name = "experience",
    .summary = "show what calls took by each way that was tried, and which stays",
    .example = "causeway experience ~/.cache/causeway/experience-*.json",
    .set_up = set_up<ExperienceOptions>,
};

}  // namespace causeway::app
