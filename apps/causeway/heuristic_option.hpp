/// An option that names heuristics between clusters.
#pragma once

#include "causeway/inter_cluster/heuristic.hpp"

#include <string>
#include <vector>

namespace causeway::app {

/// "all"; "constructive": those that do not search; or names separated by commas. Throws InputError, which names
/// `option` and lists the heuristics there are.
[[nodiscard]] std::vector<const inter_cluster::Heuristic*> heuristics_named(const std::string& text,
                                                                            const std::string& option);

}  // namespace causeway::app
