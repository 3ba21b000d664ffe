/// Reads the facts of a host.
#pragma once

#include "causeway/diagnosis/facts.hpp"
#include "causeway/diagnosis/machine.hpp"

#include <string>
#include <vector>

namespace causeway::diagnosis {

/// The facts of `machine`, but for those that only an MPI library knows. `others`: names of the job's other hosts,
/// which are looked up as well. Nothing is thrown for what cannot be read or makes no sense: it is absent.
[[nodiscard]] Facts gather(const Machine& machine, const std::vector<std::string>& others = {});

}  // namespace causeway::diagnosis
