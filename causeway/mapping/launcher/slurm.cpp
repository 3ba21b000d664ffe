/// Slurm's host file for an arbitrary distribution: a line with the host of each process.
/// Variables are exported with --export; the last one counts, which may be the user's own.
///
/// Source: Slurm, srun(1), --distribution=arbitrary and SLURM_HOSTFILE, --export.
#include "causeway/mapping/launcher/launcher.hpp"

#include <fmt/format.h>

namespace causeway::mapping {

namespace {

std::string file_slurm(std::span<const std::string> hosts) {
    return fmt::format("{}\n", fmt::join(hosts, "\n"));
}

bool says_slurm(std::string_view version) {
    return version.starts_with("slurm");
}

/// One of the list of --export, whose commas part it but inside quotes around a whole one.
std::string exported_slurm(const Variable& variable) {
    std::string text = fmt::format("{}={}", variable.first, variable.second);
    if (text.find(',') == std::string::npos) {
        return text;
    }
    const char quote = text.find('\'') == std::string::npos ? '\'' : '"';
    return quote + text + quote;
}

std::vector<std::string> with_variables_slurm(std::span<const std::string> words, std::span<const Variable> variables) {
    std::string exported = "--export=ALL";
    for (const Variable& variable : variables) {
        exported += "," + exported_slurm(variable);
    }
    std::vector<std::string> result(words.begin(), words.end());
    result.insert(result.begin() + 1, exported);
    return result;
}

}  // namespace

extern constexpr Launcher slurm{
    .name = "slurm",
    .summary = "host file",
    .source = "srun(1), --distribution=arbitrary",
    .usage = "SLURM_HOSTFILE={} srun --distribution=arbitrary ./program",
    .file = file_slurm,
    .title = "Slurm",
    .command = "srun",
    .says = says_slurm,
    .with_variables = with_variables_slurm,
};

}  // namespace causeway::mapping
