/// MPICH's hostfile: `host:n` lines, whose slots processes take in order; neighbours on one host share a line.
/// Variables are for all blocks of a job (-genv).
///
/// Source: MPICH, "Using the Hydra Process Manager", host files, environment settings.
#include "causeway/mapping/launcher/launcher.hpp"

#include <fmt/format.h>

#include <cstddef>

namespace causeway::mapping {

namespace {

std::string file_mpich(std::span<const std::string> hosts) {
    std::string text;
    for (std::size_t first = 0; first < hosts.size();) {
        std::size_t end = first + 1;
        while (end < hosts.size() && hosts[end] == hosts[first]) {
            ++end;
        }
        text += fmt::format("{}:{}\n", hosts[first], end - first);
        first = end;
    }
    return text;
}

/// Intel's and MVAPICH's are Hydra, too.
bool says_mpich(std::string_view version) {
    return version.find("HYDRA") != std::string_view::npos || version.find("Hydra") != std::string_view::npos ||
           version.find("Intel(R) MPI") != std::string_view::npos;
}

std::vector<std::string> with_variables_mpich(std::span<const std::string> words, std::span<const Variable> variables) {
    std::vector<std::string> result(words.begin(), words.end());
    // -env is for one block, and counts more than -genv.
    for (std::size_t i = 2; i < result.size(); ++i) {
        for (const Variable& variable : variables) {
            if ((result[i - 2] == "-env" || result[i - 2] == "-genv") && result[i - 1] == variable.first) {
                result[i] = joined_value(variable, result[i]);
            }
        }
    }
    std::vector<std::string> global;
    for (const auto& [name, value] : variables) {
        bool is_there = false;
        for (std::size_t i = 1; i < words.size(); ++i) {
            is_there = is_there || (words[i - 1] == "-genv" && words[i] == name);
        }
        if (!is_there) {
            global.insert(global.end(), {"-genv", name, value});
        }
    }
    result.insert(result.begin() + 1, global.begin(), global.end());
    return result;
}

}  // namespace

extern constexpr Launcher mpich{
    .name = "mpich",
    .summary = "hostfile of Hydra",
    .source = "MPICH, Using the Hydra Process Manager",
    .usage = "mpiexec -f {} -n PROCESSES ./program",
    .file = file_mpich,
    .title = "MPICH",
    .command = "mpiexec",
    .says = says_mpich,
    .with_variables = with_variables_mpich,
};

}  // namespace causeway::mapping
