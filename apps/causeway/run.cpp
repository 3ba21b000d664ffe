/// causeway run: a program's own command line, with the library preloaded into all its processes; says at its end what
/// that was worth.
#include "causeway/page/run_summary.hpp"
#include "installation.hpp"
#include "shell_line.hpp"
#include "verb.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/json_input.hpp"
#include "causeway/base/program_output.hpp"
#include "causeway/configuration/settings.hpp"
#include "causeway/mapping/launcher/launcher.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

namespace causeway::app {

namespace {

namespace fs = std::filesystem;

struct RunOptions {
    std::vector<std::string> words;
    std::vector<std::string> settings;
    std::string platform;
    std::string report;
    std::string launcher;
    std::string library;
    bool is_quiet = false;
    bool is_shown = false;
};

const mapping::Launcher& launcher_of(const RunOptions& options) {
    if (!options.launcher.empty()) {
        return mapping::launchers().at(options.launcher, "--launcher");
    }
    const std::string& command = options.words.front();
    const auto answer = base::output_of(command, {"--version"}, base::Streams::kOutputAndErrors);
    const std::string said = answer ? answer->text : std::string();
    for (const mapping::Launcher* launcher : mapping::launchers().members()) {
        if (launcher->says(said)) {
            return *launcher;
        }
    }
    throw base::InputError(
        {.source = "command line",
         .place = {},
         .found = fmt::format("'{}', which is no launcher that is known (asked for its version it says '{}')", command,
                              said.substr(0, said.find('\n'))),
         .accepted =
             fmt::format("a command line that begins with mpirun, mpiexec or srun; or --launcher {} for one that takes "
                         "the same options",
                         base::joined(mapping::launchers().names()))});
}

/// "NAME=VALUE" of a setting, by its variable's name.
mapping::Variable setting_of(const std::string& text) {
    const std::size_t equals = text.find('=');
    const std::string name = text.substr(0, equals);
    for (const configuration::Setting& setting : configuration::all_settings()) {
        if (equals != std::string::npos && name == setting.variable) {
            return {name, text.substr(equals + 1)};
        }
    }
    throw base::InputError(
        {.source = "--set",
         .place = {},
         .found = fmt::format("'{}'", text),
         .accepted = "NAME=VALUE with the name of a setting, such as CAUSEWAY_VERBOSE=1 (causeway info lists them)"});
}

/// Those of Causeway's settings that this process has: launchers do not bring all of an environment to other hosts.
std::vector<mapping::Variable> own_settings() {
    std::vector<mapping::Variable> settings;
    for (const configuration::Setting& setting : configuration::all_settings()) {
        if (const char* value = std::getenv(std::string(setting.variable).c_str())) {
            settings.emplace_back(setting.variable, value);
        }
    }
    return settings;
}

/// Puts a variable in the place of one of the same name.
void put(std::vector<mapping::Variable>& variables, mapping::Variable variable) {
    std::erase_if(variables, [&](const mapping::Variable& other) { return other.first == variable.first; });
    variables.push_back(std::move(variable));
}

/// Those of the job: this process's, but for what the command line says.
std::vector<mapping::Variable> settings_of(const RunOptions& options) {
    std::vector<mapping::Variable> settings = own_settings();
    for (const std::string& text : options.settings) {
        put(settings, setting_of(text));
    }
    if (!options.platform.empty()) {
        put(settings, {"CAUSEWAY_PLATFORM", fs::absolute(options.platform).lexically_normal().string()});
    }
    return settings;
}

/// The report of this run: where the user wants it, or a file that is removed when it has been read.
struct ReportFile {
    std::string path;
    bool is_kept = false;
};

ReportFile report_file(const RunOptions& options, const std::vector<mapping::Variable>& settings) {
    if (!options.report.empty()) {
        return {fs::absolute(options.report).lexically_normal().string(), true};
    }
    for (const auto& [name, value] : settings) {
        if (name == "CAUSEWAY_REPORT") {
            return {value, true};
        }
    }
    // Beside what the program reads and writes: rank 0 may run on another host, which shares that.
    return {(fs::current_path() / fmt::format(".causeway-run-{}.json", ::getpid())).string(), false};
}

/// What all processes get.
std::vector<mapping::Variable> variables_of(const RunOptions& options, std::vector<mapping::Variable> settings,
                                            const ReportFile& report) {
    put(settings, {"CAUSEWAY_REPORT", report.path});
    std::string preload = options.library.empty() ? preloaded_library().string()
                                                  : fs::absolute(options.library).lexically_normal().string();
    if (const char* others = std::getenv("LD_PRELOAD"); others != nullptr && *others != '\0') {
        preload += fmt::format(":{}", others);
    }
    put(settings, {"LD_PRELOAD", preload});
    return settings;
}

/// For what follows, which a signal calls with nothing else.
pid_t child_of_run = 0;

extern "C" void causeway_pass_signal_on(int signal) {
    if (child_of_run > 0) {
        ::kill(child_of_run, signal);
    }
}

/// Runs the command line; returns the exit code that a shell would have. Signals that end it are for it to deal with.
int run_command(const std::vector<std::string>& words) {
    std::vector<char*> arguments;
    for (const std::string& word : words) {
        arguments.push_back(const_cast<char*>(word.c_str()));  // execvp writes to none
    }
    arguments.push_back(nullptr);
    std::signal(SIGINT, SIG_IGN);  // a terminal sends it to both
    child_of_run = ::fork();
    if (child_of_run == 0) {
        std::signal(SIGINT, SIG_DFL);
        ::execvp(arguments[0], arguments.data());
        fmt::print(stderr, "causeway: {}: {}\n", words.front(), std::strerror(errno));
        ::_exit(127);
    }
    if (child_of_run < 0) {
        throw base::Error(fmt::format("{} cannot be started: {}", words.front(), std::strerror(errno)));
    }
    std::signal(SIGTERM, causeway_pass_signal_on);
    int status = 0;
    while (::waitpid(child_of_run, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// What to tell of a run that has left no report.
std::vector<std::string> why_no_report(int code, const ReportFile& report) {
    if (code != 0) {
        return {
            fmt::format("the command has ended with code {}, before MPI_Finalize: what was gained is not known", code)};
    }
    return {"it did not take effect: no report is at " + report.path,
            "either the program never called MPI_Init and MPI_Finalize (or is linked statically), or its processes "
            "could not load "
            "libcauseway.so (is it at the same path on all hosts?),",
            "or rank 0 ran on a host that does not have that folder: name one that all share with --report FILE"};
}

std::vector<std::string> summary(int code, const ReportFile& report) {
    if (!fs::exists(report.path)) {
        return why_no_report(code, report);
    }
    std::vector<std::string> lines = page::summary_of(page::run_from(base::JsonInput::read_file(report.path)));
    if (report.is_kept) {
        lines.back() += fmt::format("; causeway report {}", report.path);
    } else {
        std::error_code ignored;
        fs::remove(report.path, ignored);
    }
    return lines;
}

void run(const RunOptions& options) {
    const std::vector<mapping::Variable> settings = settings_of(options);
    const ReportFile report = report_file(options, settings);
    const std::vector<std::string> words =
        launcher_of(options).with_variables(options.words, variables_of(options, settings, report));
    if (options.is_shown) {
        fmt::print("{}\n", shell_line(words));
        return;
    }
    std::error_code ignored;
    fs::remove(report.path, ignored);  // of an earlier run
    const int code = run_command(words);
    if (!options.is_quiet) {
        for (const std::string& line : summary(code, report)) {
            fmt::print(stderr, "causeway: {}\n", line);
        }
    }
    if (code != 0) {
        std::exit(code);
    }
}

void declare(command_line::Command& command, RunOptions& options) {
    command
        .option("command", options.words,
                "the command line that starts the program: mpirun, mpiexec or srun and what follows")
        .required()
        .command();
    command.option("--platform", options.platform, "the platform file; without it the hosts are looked at in MPI_Init")
        .file();
    command.option("--set", options.settings, "a setting, NAME=VALUE, for all processes; may be given again")
        .one_each();
    command.option("--report", options.report, "keep the report of the run there, for `causeway report`").file();
    command
        .option("--launcher", options.launcher,
                "what the launcher takes options like: " + base::joined(mapping::launchers().names()) +
                    " (default: as its --version says)")
        .propose(mapping::launchers().names());
    command.option("--library", options.library, "libcauseway.so (default: the one beside this command)").file();
    command.flag("--quiet", options.is_quiet, "say nothing at the end");
    command.flag("--show", options.is_shown, "print the command line that would be run, and run nothing");
}

}  // namespace

extern const Verb run_verb{
    .name = "run",
    .summary = "run a program with the library preloaded into all its processes, and say what was gained",
    .example = "causeway run -- mpirun -n 64 ./program input.dat",
    .set_up = set_up<RunOptions>,
};

}  // namespace causeway::app
