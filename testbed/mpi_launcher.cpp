#include "testbed/mpi_launcher.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/files.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <memory>

#include <unistd.h>

namespace causeway::testbed {

namespace {

/// What a program says about its version; empty if it cannot be run.
std::string version_text(const std::string& program) {
    struct Close {
        void operator()(std::FILE* stream) const { ::pclose(stream); }
    };
    const std::string line = program + " --version 2>/dev/null";
    const std::unique_ptr<std::FILE, Close> stream(::popen(line.c_str(), "re"));
    std::string text;
    std::array<char, 4096> buffer{};
    while (stream != nullptr) {
        const std::size_t size = std::fread(buffer.data(), 1, buffer.size(), stream.get());
        if (size == 0) {
            break;
        }
        text.append(buffer.data(), size);
    }
    return text;
}

}  // namespace

const std::vector<MpiFamily>& mpi_families() {
    static const std::vector<MpiFamily> families = {
        {.name = "openmpi",
         .programs = {"mpirun.openmpi", "mpiexec.openmpi", "mpirun", "mpiexec"},
         .signs = {"(Open MPI) 4.", "(OpenRTE) 4."},
         .command = open_mpi_command},
        {.name = "mpich",
         .programs = {"mpiexec.hydra", "mpiexec.mpich", "mpirun.mpich", "mpiexec", "mpirun"},
         .signs = {"HYDRA"},
         .command = mpich_command},
    };
    return families;
}

const MpiFamily& mpi_family(const std::string& name) {
    std::vector<std::string> known;
    for (const MpiFamily& family : mpi_families()) {
        if (family.name == name) {
            return family;
        }
        known.push_back(family.name);
    }
    throw base::InputError(
        {.source = "--mpi", .place = {}, .found = "'" + name + "'", .accepted = base::joined(known)});
}

std::string find_launcher(const MpiFamily& family) {
    for (const std::string& program : family.programs) {
        const std::string text = version_text(program);
        for (const std::string& sign : family.signs) {
            if (text.find(sign) != std::string::npos) {
                return program;
            }
        }
    }
    throw base::Error(fmt::format("no launcher of {} found: none of {} in PATH says '{}' when asked for its version",
                                  family.name, base::joined(family.programs), family.signs.front()));
}

std::vector<std::string> program_words(const Launch& launch) {
    std::vector<std::string> words;
    if (!launch.environment.empty()) {
        words.emplace_back("env");
        for (const auto& [name, value] : launch.environment) {
            words.push_back(name + "=" + value);
        }
    }
    words.insert(words.end(), launch.program.begin(), launch.program.end());
    return words;
}

std::string write_host_list(const Launch& launch, const StateFolder& folder,
                            std::string (*line)(const std::string& host, int slots)) {
    std::string text;
    for (const std::string& host : launch.hosts) {
        text += line(host, launch.slots) + "\n";
    }
    // Two jobs may run on one grid at a time.
    std::string path = fmt::format("{}/hosts.{}", folder.sessions(), ::getpid());
    base::write_file(path, text);
    return path;
}

}  // namespace causeway::testbed
