/// causeway doctor: what keeps this machine, or the hosts of a job, from being fast.
#include "doctor_document.hpp"
#include "verb.hpp"

#include "causeway/base/error.hpp"
#include "causeway/diagnosis/gather.hpp"
#include "causeway/platform/platform_json.hpp"

#ifdef CAUSEWAY_WITH_MPI
#include "causeway/mpi/library.hpp"
#include "causeway/process/ranks.hpp"
#include "under_mpi/job_facts.hpp"
#include "under_mpi/session.hpp"
#endif

#include <cstdlib>
#include <optional>
#include <string>

namespace causeway::app {

namespace {

struct DoctorOptions {
    std::string platform;
    OutputOptions output;
    diagnosis::Machine machine;  ///< as it was before MPI changed anything
    /// Whether the launcher counts this process as its first. Where the MPI library is not the launcher's, every
    /// process is alone in a job, and only that one speaks.
    bool speaks = true;
};

/// The platform that was given, or else the one that jobs here are told to use.
std::optional<platform::Platform> platform_of(const DoctorOptions& options) {
    const char* const variable = std::getenv("CAUSEWAY_PLATFORM");
    const std::string file = !options.platform.empty() ? options.platform : variable == nullptr ? "" : variable;
    return file.empty() ? std::nullopt : std::optional(platform::read_platform(file));
}

void tell(const DoctorOptions& options, const diagnosis::Job& job) {
    options.output.deliver(document_of(diagnosis::diagnose(job), report::format_named(options.output.format)));
}

void look_at_this_machine(const DoctorOptions& options) {
    diagnosis::Job job;
    job.platform = platform_of(options);
    job.hosts.push_back(diagnosis::gather(options.machine));
#ifdef CAUSEWAY_WITH_MPI
    job.hosts.back().mpi_library = mpi::library_version();
#endif
    tell(options, job);
}

#ifdef CAUSEWAY_WITH_MPI
void look_at_job(const MpiSession& session, const void* given) {
    const DoctorOptions& options = *static_cast<const DoctorOptions*>(given);
    diagnosis::Job job;
    job.platform = read_on_first_rank(session, "platform", [&] { return platform_of(options); });
    job.hosts = facts_of_job(options.machine);
    if (session.rank() == 0 && options.speaks) {
        tell(options, job);
    }
}
#endif

void run(DoctorOptions& options) {
    options.machine = diagnosis::this_machine();
#ifdef CAUSEWAY_WITH_MPI
    if (process::is_launched()) {
        options.speaks = process::may_speak();
        run_under_mpi(look_at_job, &options);
        return;
    }
#endif
    look_at_this_machine(options);
}

void declare(command_line::Command& command, DoctorOptions& options) {
    command.option("platform", options.platform,
                   "platform file whose routes the settings are held against (default: CAUSEWAY_PLATFORM)");
    options.output.declare(command);
}

}  // namespace

extern const Verb doctor_verb{
    .name = "doctor",
    .summary = "find what keeps this machine, or under mpirun a job's hosts, from being fast",
    .example = "causeway doctor platform.json\n  mpirun -n 16 causeway doctor platform.json",
    .set_up = set_up<DoctorOptions>,
};

}  // namespace causeway::app
