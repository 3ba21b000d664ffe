/// Which hosts are alike, where their names may say it.
///
/// Hosts that are named alike (hosts_named_alike) are told apart among themselves first: where the names are right,
/// that is one landmark for each name. Then one of each group stands for it among all others, so that racks of one
/// local network are joined, and whom names say nothing of is looked at. A group whose host finds others much nearer
/// than its own was none: all of it is looked at, too. Misleading names cost measurements and nothing else.
#pragma once

#include "causeway/base/function_ref.hpp"
#include "causeway/discovery/host_groups.hpp"

#include <string>
#include <vector>

namespace causeway::discovery {

/// What a search has found.
struct FoundGroups {
    std::vector<std::vector<int>> groups;  ///< HostGroups::groups()
    KnownDistances known;
    int num_landmarks = 0;
    int num_unconfirmed = 0;
};

/// The groups of all hosts. `names`: [host]; `carry_out`: has all measured that a search wants, or settles it.
[[nodiscard]] FoundGroups groups_of_hosts(const std::vector<std::string>& names, double tolerance,
                                          base::FunctionRef<void(HostGroups&)> carry_out);

}  // namespace causeway::discovery
