/// A launcher of one MPI with the libraries of another.
///
/// A program that is started by another MPI's launcher does not find its peers: each process is a job of its own. A
/// launcher and a library of one family but of two installations may differ in what they say to each other.
///
/// Source: Open MPI's FAQ, "Can I mix versions of Open MPI?" and "I get singletons"; MPICH's FAQ, "My program starts as
/// many jobs of one process"; ld.so(8) (LD_LIBRARY_PATH).
#include "causeway/diagnosis/check/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace causeway::diagnosis {

namespace {

const MpiFile* command_named(const Facts& host, std::string_view name) {
    const auto found = std::find_if(host.mpi_commands.begin(), host.mpi_commands.end(),
                                    [&](const MpiFile& one) { return one.name == name; });
    return found == host.mpi_commands.end() ? nullptr : &*found;
}

/// "/opt/mpi" of "/opt/mpi/bin/orterun".
std::string prefix_of(const std::string& path) {
    const std::size_t folder = path.find_last_of('/');
    return path.substr(0, folder == std::string::npos ? 0 : path.find_last_of('/', folder == 0 ? 0 : folder - 1));
}

bool differ(const std::string& one, const std::string& other) {
    return !one.empty() && !other.empty() && one != other;
}

/// "Open MPI v4.1.4" of what the library says of itself, which goes on with its package and date.
std::string short_version(const std::string& version) {
    std::string text = version.substr(0, version.find(','));
    std::replace(text.begin(), text.end(), '\t', ' ');  // MPICH aligns its version by one
    return text;
}

/// What "Open MPI v4.1.4, ..." or "MPICH Version: 4.0.2" is of.
std::string family_of_library(const std::string& version) {
    for (const char* family : {"Open MPI", "MPICH"}) {
        if (version.starts_with(family)) {
            return family;
        }
    }
    return {};
}

Look look_at_mpi_versions(const Facts& host, const Job& /*job*/) {
    Look look;
    if (host.launched_size && host.world_size > 0 && *host.launched_size != host.world_size) {
        look.findings.push_back({Severity::kProblem, "the launcher is not of the MPI that programs are linked with",
                                 fmt::format("the launcher started {} processes; for {} the job has {}",
                                             *host.launched_size, short_version(host.mpi_library), host.world_size),
                                 "start it with the mpirun of that library, or put its bin folder first in PATH"});
    }
    const MpiFile* mpirun = command_named(host, "mpirun");
    mpirun = mpirun == nullptr ? command_named(host, "mpiexec") : mpirun;
    if (mpirun == nullptr || mpirun->family.empty()) {
        look.not_checked = mpirun == nullptr ? "no mpirun or mpiexec in PATH"
                                             : fmt::format("{} is of no MPI that is known here", mpirun->path);
        return look;
    }
    const std::string which = fmt::format("{} is {} of {}", mpirun->name, mpirun->path, mpirun->family);
    const MpiFile* mpicc = command_named(host, "mpicc");
    if (mpicc != nullptr && differ(mpicc->family, mpirun->family)) {
        look.findings.push_back({Severity::kHint, "mpicc and mpirun in PATH are of two MPI libraries",
                                 fmt::format("{}, mpicc is {} of {}", which, mpicc->path, mpicc->family),
                                 "put the bin folder of one of them first in PATH, or load its module alone"});
    }
    if (!host.mpi_libraries.empty()) {
        const MpiFile& first = host.mpi_libraries.front();
        if (first.family != mpirun->family) {
            look.findings.push_back({Severity::kHint,
                                     "mpirun and the first MPI library in LD_LIBRARY_PATH are of two kinds",
                                     fmt::format("{}, the library is {} of {}", which, first.path, first.family),
                                     "load the module of one MPI alone"});
        } else if (!first.path.starts_with(prefix_of(mpirun->path) + "/")) {
            look.findings.push_back({Severity::kProblem,
                                     "mpirun and the first MPI library in LD_LIBRARY_PATH are of two installations",
                                     fmt::format("{}, the library is {}", which, first.path),
                                     fmt::format("export PATH={}/bin:$PATH, or take the folder out of LD_LIBRARY_PATH",
                                                 prefix_of(first.path))});
        }
    }
    if (host.world_size == 0 && differ(family_of_library(host.mpi_library), mpirun->family)) {
        look.findings.push_back({Severity::kHint, "this causeway is for another MPI than mpirun",
                                 fmt::format("{}; this command is for {}", which, short_version(host.mpi_library)),
                                 "install Causeway where that MPI's compiler is found: one installation serves all "
                                 "of them (-DCAUSEWAY_MPI_COMPILERS)"});
    }
    return look;
}

std::vector<Check::AcrossHosts> several_versions(const Job& job) {
    std::map<std::string, std::vector<std::string>> hosts_with;  // [version]
    for (const Facts& host : job.hosts) {
        if (!host.mpi_library.empty()) {
            hosts_with[host.mpi_library].push_back(host.host);
        }
    }
    if (hosts_with.size() < 2) {
        return {};
    }
    std::vector<std::string> texts;
    std::vector<std::string> all;
    for (const auto& [version, hosts] : hosts_with) {
        texts.push_back(fmt::format("{} on {} of {} hosts ({})", short_version(version), hosts.size(), job.hosts.size(),
                                    hosts.front()));
        all.insert(all.end(), hosts.begin(), hosts.end());
    }
    return {{{Severity::kProblem, "hosts have several versions of the MPI library",
              fmt::format("{}", fmt::join(texts, "; ")),
              "install one version everywhere; mpirun --prefix FOLDER ... names the one to take (Open MPI)"},
             all}};
}

}  // namespace

extern constexpr Check mpi_versions{
    .name = "mpi_versions",
    .summary = "launcher, compiler and libraries of one MPI, of one version on all hosts",
    .source = "Open MPI's and MPICH's FAQ; ld.so(8)",
    .at_host = look_at_mpi_versions,
    .across = several_versions,
};

}  // namespace causeway::diagnosis
