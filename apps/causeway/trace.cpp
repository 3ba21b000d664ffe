/// causeway trace: how to run a program so that its messages are counted.
#include "installation.hpp"
#include "shell_line.hpp"
#include "verb.hpp"

#include "causeway/base/json_output.hpp"
#include "causeway/mapping/launcher/launcher.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <vector>

namespace causeway::app {

namespace {

namespace fs = std::filesystem;

struct TraceOptions {
    std::string file = "program.trace";
    std::string library;
    std::vector<std::string> program;
    OutputOptions output;
};

/// A launcher's command line up to the program.
std::string command_line(const mapping::Launcher& launcher, const std::vector<mapping::Variable>& variables) {
    const std::vector<std::string> words = {std::string(launcher.command), "-n", "64"};
    return shell_line(launcher.with_variables(words, variables));
}

void run(const TraceOptions& options) {
    const std::string library = options.library.empty() ? preloaded_library().string()
                                                        : fs::absolute(options.library).lexically_normal().string();
    const std::string file = fs::absolute(options.file).lexically_normal().string();
    const std::vector<mapping::Variable> variables = {
        {"LD_PRELOAD", library}, {"CAUSEWAY_TRACE", file}, {"CAUSEWAY_DISABLE", "1"}};
    const std::string program = options.program.empty() ? "./program" : shell_line(options.program);
    report::Document document;
    document.conclusion =
        fmt::format("Run the program with one of these; at its end the trace is in {}", shell_word(file));
    document.table.columns = {"launcher", "command"};
    auto commands = base::JsonOutput::array();
    for (const mapping::Launcher* launcher : mapping::launchers().members()) {
        const std::string command = command_line(*launcher, variables) + " " + program;
        document.table.rows.push_back({report::cell(launcher->title), report::cell(command)});
        commands.push_back({{"launcher", launcher->title}, {"command", command}});
    }
    document.notes = {
        "Without CAUSEWAY_DISABLE=1 the program's collectives are replaced while it is traced, and what these send is "
        "counted "
        "too (characterize --collectives).",
        fmt::format("Then: causeway characterize {0}; causeway map {0} platform.json", shell_word(file))};
    document.json() = {{"library", library}, {"trace", file}};
    document.json()["commands"] = std::move(commands);
    options.output.deliver(document);
}

void declare(command_line::Command& command, TraceOptions& options) {
    command.option("program", options.program, "the program and its arguments, to be put into the command lines")
        .command();
    command.option("--trace", options.file, "the file that the traced program is to write").file().show_default();
    command.option("--library", options.library, "libcauseway.so (default: the one beside this command)").file();
    options.output.declare(command);
}

}  // namespace

extern const Verb trace_verb{
    .name = "trace",
    .summary = "show how to run a program so that its messages are counted",
    .example = "causeway trace --trace halo.trace -- ./halo 100",
    .set_up = set_up<TraceOptions>,
};

}  // namespace causeway::app
