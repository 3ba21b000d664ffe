/// causeway trace: how to run a program so that its messages are counted.
#include "installation.hpp"
#include "verb.hpp"

#include "causeway/base/json_output.hpp"

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

/// `word` as a shell takes it for one word.
std::string quoted(const std::string& word) {
    constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,:/@%";
    if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) {
        return word;
    }
    std::string result = "'";
    for (const char c : word) {
        result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    }
    return result + "'";
}

void run(const TraceOptions& options) {
    const std::string library =
        quoted(options.library.empty() ? preloaded_library().string()
                                       : fs::absolute(options.library).lexically_normal().string());
    const std::string file = quoted(fs::absolute(options.file).lexically_normal().string());
    std::string program = "./program";
    if (!options.program.empty()) {
        std::vector<std::string> words;
        for (const std::string& word : options.program) {
            words.push_back(quoted(word));
        }
        program = fmt::format("{}", fmt::join(words, " "));
    }
    struct Line {
        const char* launcher;
        std::string command;
    };
    const std::vector<Line> lines = {
        {"Open MPI", fmt::format("mpirun -n 64 -x LD_PRELOAD={} -x CAUSEWAY_TRACE={} -x CAUSEWAY_DISABLE=1 {}", library,
                                 file, program)},
        {"MPICH", fmt::format("mpiexec -n 64 -genv LD_PRELOAD {} -genv CAUSEWAY_TRACE {} -genv CAUSEWAY_DISABLE 1 {}",
                              library, file, program)},
        {"Slurm", fmt::format("srun -n 64 --export=ALL,LD_PRELOAD={},CAUSEWAY_TRACE={},CAUSEWAY_DISABLE=1 {}", library,
                              file, program)},
    };
    report::Document document;
    document.conclusion = fmt::format("Run the program with one of these; at its end the trace is in {}", file);
    document.table.columns = {"launcher", "command"};
    auto commands = base::JsonOutput::array();
    for (const Line& line : lines) {
        document.table.rows.push_back({report::cell(line.launcher), report::cell(line.command)});
        commands.push_back({{"launcher", line.launcher}, {"command", line.command}});
    }
    document.notes = {"Without CAUSEWAY_DISABLE=1 the program's collectives are replaced while it is traced.",
                      fmt::format("Then: causeway characterize {0}; causeway map {0} platform.json", file)};
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
