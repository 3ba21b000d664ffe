#include "causeway/diagnosis/gather.hpp"

#include "causeway/base/number.hpp"
#include "causeway/base/trimmed.hpp"
#include "causeway/diagnosis/gather_parts.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace causeway::diagnosis {

namespace {

/// Of the environment, what somebody who helps to run MPI jobs may see.
constexpr std::array<std::string_view, 11> kPrefixes{"OMPI_",  "PMIX_",  "PMI_", "MPI_", "MPIR_",    "MPICH_",
                                                     "HYDRA_", "SLURM_", "UCX_", "FI_",  "CAUSEWAY_"};
constexpr std::array<std::string_view, 6> kNames{"PATH", "LD_LIBRARY_PATH", "LD_PRELOAD",
                                                 "HOME", "OMP_NUM_THREADS", "MPIEXEC_PORT_RANGE"};
constexpr std::string_view kParameterPrefix = "OMPI_MCA_";

bool is_of_interest(std::string_view entry) {
    const std::string_view name = entry.substr(0, entry.find('='));
    return std::any_of(kPrefixes.begin(), kPrefixes.end(),
                       [&](std::string_view one) { return name.starts_with(one); }) ||
           std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

void add_parameter(std::vector<Parameter>& parameters, std::string_view name, std::string_view value,
                   std::string origin) {
    const bool is_known =
        std::any_of(parameters.begin(), parameters.end(), [&](const Parameter& one) { return one.name == name; });
    if (!is_known && !name.empty()) {
        parameters.push_back({std::string(name), std::string(value), std::move(origin)});
    }
}

/// "4" of "4", of Slurm's "4(x2)", and of "4,2" (the first host's).
std::optional<std::int64_t> leading_count(const std::string& text) {
    const auto value = base::number_in<std::int64_t>(std::string_view(text).substr(0, text.find_first_of("(,")));
    return value && *value > 0 ? value : std::nullopt;
}

}  // namespace

void gather_job(Facts& facts, const RootFolder& root) {
    // Open MPI, the first that sets a parameter wins: environment (where mpirun puts its --mca), user's file, system's.
    for (const std::string& entry : facts.environment) {
        const std::string_view text = entry;
        if (const std::size_t equals = text.find('='); text.starts_with(kParameterPrefix)) {
            add_parameter(facts.parameters, text.substr(kParameterPrefix.size(), equals - kParameterPrefix.size()),
                          text.substr(equals + 1), std::string(text.substr(0, equals)));
        }
    }
    for (const std::string& file : {facts.variable("HOME").value_or("") + "/.openmpi/mca-params.conf",
                                    std::string("/etc/openmpi/openmpi-mca-params.conf")}) {
        for (const std::string& line : root.lines(file)) {
            const std::size_t equals = line.find('=');
            if (!line.starts_with('#') && equals != std::string::npos) {
                add_parameter(facts.parameters, base::trimmed(std::string_view(line).substr(0, equals)),
                              base::trimmed(std::string_view(line).substr(equals + 1)), file);
            }
        }
    }
    // Open MPI; Hydra of MPICH and Intel MPI; Slurm, which says what was asked for, or what every host has.
    for (const char* name :
         {"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS", "SLURM_NTASKS_PER_NODE", "SLURM_TASKS_PER_NODE"}) {
        const auto count = leading_count(facts.variable(name).value_or(""));
        if (count && facts.num_ranks == 0) {
            facts.num_ranks = *count;
            facts.ranks_from = name;
        }
    }
    for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
        if (!facts.launched_size) {
            facts.launched_size = leading_count(facts.variable(name).value_or(""));
        }
    }
}

Facts gather(const Machine& machine, const std::vector<std::string>& others) {
    Facts facts;
    const RootFolder root(machine.root);
    facts.host = machine.host_name;
    std::copy_if(machine.environment.begin(), machine.environment.end(), std::back_inserter(facts.environment),
                 is_of_interest);
    gather_network(facts, machine, root, others);
    gather_processors(facts, machine, root);
    gather_job(facts, root);
    gather_programs(facts, machine, root);
    return facts;
}

}  // namespace causeway::diagnosis
