/// causeway info: versions, what is replaced, and the settings in force.
#include "verb.hpp"

#include "causeway/base/json_output.hpp"
#include "causeway/base/version.hpp"
#include "causeway/configuration/settings.hpp"

#ifdef CAUSEWAY_WITH_MPI
#include "causeway/mpi/library.hpp"
#endif

#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

namespace causeway::app {

namespace {

std::string mpi_text() {
#ifdef CAUSEWAY_WITH_MPI
    return mpi::library_version();
#else
    return "built without MPI";
#endif
}

struct InfoOptions {
    OutputOptions output;
};

void run(const InfoOptions& options) {
    const configuration::Sources sources = configuration::sources_of_this_process();
    const configuration::Settings settings = configuration::Settings::read(sources);
    report::Document document;
    document.conclusion = fmt::format("causeway {} for {}", base::version(), mpi_text());
    document.table.columns = {"setting", "value", "from", "accepts", "what it does"};
    auto rows = base::JsonOutput::array();
    for (const configuration::Setting& setting : configuration::all_settings()) {
        const auto value = settings.value(setting.name);
        document.table.rows.push_back({report::cell(setting.variable), report::cell(value ? value->text : "-"),
                                       report::cell(value ? value->origin : "default"), report::cell(setting.accepts),
                                       report::cell(setting.summary)});
        rows.push_back({{"name", setting.name},
                        {"variable", setting.variable},
                        {"value", value ? base::JsonOutput(value->text) : base::JsonOutput(nullptr)},
                        {"origin", value ? value->origin : "default"}});
    }
    document.notes = settings.ignored_files();
    const std::vector<std::string> notes = {
        fmt::format("Read from, the first that says it wins: environment, {}", fmt::join(sources.files, ", ")),
        fmt::format("Replaced: {}.", fmt::join(configuration::collective_words(), ", ")),
        "Passed through: what no plan makes faster; processes on one host; empty messages; a communicator's first",
        "short call; nonblocking calls with the program's own operators or between groups; device memory;",
        "MPI_Alltoallv and w in place; more in docs/how-it-works.md."};
    document.notes.insert(document.notes.end(), notes.begin(), notes.end());
    const auto words = configuration::collective_words();
    document.json() = {{"version", base::version()},
                       {"mpi", mpi_text()},
                       {"collectives", std::vector(words.begin(), words.end())},
                       {"files", sources.files},
                       {"ignored_files", settings.ignored_files()}};
    document.json()["settings"] = std::move(rows);
    options.output.deliver(document);
}

void declare(command_line::Command& command, InfoOptions& options) {
    options.output.declare(command);
}

}  // namespace

extern const Verb info_verb{
    .name = "info",
    .summary = "show the version, the MPI and the settings in force",
    .example = "CAUSEWAY_VERBOSE=1 causeway info",
    .set_up = set_up<InfoOptions>,
};

}  // namespace causeway::app
