/// Open MPI's rankfile: a line `rank 3=host slot=0` for each process, slots of a host numbered from 0.
/// Variables are exported with -x, for each of the blocks of a job, which ":" divides.
///
/// Source: Open MPI, mpirun(1), "Rankfiles", "Exported Environment Variables", "Application Context".
#include "causeway/mapping/launcher/launcher.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <unordered_map>

namespace causeway::mapping {

namespace {

std::string file_open_mpi(std::span<const std::string> hosts) {
    std::unordered_map<std::string_view, int> taken;
    std::string text;
    for (std::size_t process = 0; process < hosts.size(); ++process) {
        text += fmt::format("rank {}={} slot={}\n", process, hosts[process], taken[hosts[process]]++);
    }
    return text;
}

bool says_open_mpi(std::string_view version) {
    return version.find("Open MPI") != std::string_view::npos || version.find("OpenRTE") != std::string_view::npos ||
           version.find("PRRTE") != std::string_view::npos;
}

/// Adds `variables` to a block of a job, which is `words` behind the launcher or a ":".
std::vector<std::string> block_with(std::span<const std::string> words, std::span<const Variable> variables) {
    std::vector<std::string> block(words.begin(), words.end());
    std::vector<std::string> exported;
    for (const Variable& variable : variables) {
        const std::string begin = variable.first + "=";
        bool is_there = false;
        for (std::size_t i = 1; i < block.size(); ++i) {
            if (block[i - 1] == "-x" && block[i].starts_with(begin)) {
                block[i] = begin + joined_value(variable, block[i].substr(begin.size()));
                is_there = true;
            }
        }
        if (!is_there) {
            exported.insert(exported.end(), {"-x", begin + variable.second});
        }
    }
    block.insert(block.begin(), exported.begin(), exported.end());
    return block;
}

std::vector<std::string> with_variables_open_mpi(std::span<const std::string> words,
                                                 std::span<const Variable> variables) {
    std::vector<std::string> result = {words.front()};
    for (std::size_t begin = 1; begin <= words.size();) {
        std::size_t end = begin;
        while (end < words.size() && words[end] != ":") {
            ++end;
        }
        const std::vector<std::string> block = block_with(words.subspan(begin, end - begin), variables);
        result.insert(result.end(), block.begin(), block.end());
        if (end < words.size()) {
            result.emplace_back(":");
        }
        begin = end + 1;
    }
    return result;
}

}  // namespace

extern constexpr Launcher open_mpi{
    .name = "open-mpi",
    .summary = "rankfile",
    .source = "mpirun(1), Rankfiles",
    .usage = "mpirun --rankfile {} ./program",
    .file = file_open_mpi,
    .title = "Open MPI",
    .command = "mpirun",
    .says = says_open_mpi,
    .with_variables = with_variables_open_mpi,
};

}  // namespace causeway::mapping
