/// The parts of gathering: each fills in its share of the facts.
#pragma once

#include "causeway/diagnosis/facts.hpp"
#include "causeway/diagnosis/machine.hpp"
#include "causeway/diagnosis/root_folder.hpp"

#include <string>
#include <vector>

namespace causeway::diagnosis {

/// Settings and counters of TCP, interfaces, names.
void gather_network(Facts& facts, const Machine& machine, const RootFolder& root,
                    const std::vector<std::string>& others);
/// Processors, their quota, frequency and sleep.
void gather_processors(Facts& facts, const Machine& machine, const RootFolder& root);
/// What PATH, LD_LIBRARY_PATH, LD_PRELOAD and Causeway's settings find. Needs the environment of the facts.
void gather_programs(Facts& facts, const Machine& machine, const RootFolder& root);
/// Ranks and Open MPI's parameters. Needs the environment of the facts.
void gather_job(Facts& facts, const RootFolder& root);

}  // namespace causeway::diagnosis
