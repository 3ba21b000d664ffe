#include "causeway/discovery/named_host_groups.hpp"

#include "causeway/discovery/hosts.hpp"
#include "causeway/policy/measurement.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

namespace causeway::discovery {

namespace {

/// The first of each of these groups, and all hosts that are in none of them; ascending.
std::vector<int> one_of_each(const std::vector<std::vector<int>>& groups, int num_hosts) {
    std::vector<char> stands_back(static_cast<std::size_t>(num_hosts), 0);
    for (const std::vector<int>& group : groups) {
        for (std::size_t member = 1; member < group.size(); ++member) {
            stands_back[static_cast<std::size_t>(group[member])] = 1;
        }
    }
    std::vector<int> result;
    for (int host = 0; host < num_hosts; ++host) {
        if (stands_back[static_cast<std::size_t>(host)] == 0) {
            result.push_back(host);
        }
    }
    return result;
}

/// `groups` of hosts that stand, each, for all of `parts` that they are in: with these. In the order of their first.
std::vector<std::vector<int>> with_all_of(std::vector<std::vector<int>> groups,
                                          const std::vector<std::vector<int>>& parts) {
    std::map<int, const std::vector<int>*> part_of;
    for (const std::vector<int>& part : parts) {
        part_of[part.front()] = &part;
    }
    for (std::vector<int>& group : groups) {
        const std::vector<int> standing = group;
        for (const int host : standing) {
            if (const auto part = part_of.find(host); part != part_of.end()) {
                group.insert(group.end(), part->second->begin() + 1, part->second->end());
            }
        }
        std::sort(group.begin(), group.end());
    }
    std::sort(groups.begin(), groups.end());
    return groups;
}

/// Whether the first host of the group has found others that are nearer than those of its own.
bool is_doubtful(const std::vector<int>& group, const KnownDistances& known, double tolerance) {
    return std::all_of(group.begin() + 1, group.end(), [&](int host) {
        return !known.between(group.front(), host) ||
               (1.0 + tolerance) * known.nearest(group.front()) < known.compared(group.front(), host);
    });
}

}  // namespace

FoundGroups groups_of_hosts(const std::vector<std::string>& names, double tolerance,
                            base::FunctionRef<void(HostGroups&)> carry_out) {
    const auto num_hosts = static_cast<int>(names.size());
    HostGroups named(KnownDistances(num_hosts), hosts_named_alike(names), tolerance);
    carry_out(named);
    FoundGroups found{.groups = {}, .known = named.known(), .num_landmarks = named.num_landmarks()};
    std::vector<std::vector<int>> alike = named.groups();
    std::erase_if(alike, [](const auto& group) { return group.size() < policy::kFewestNamedAlike; });
    do {
        HostGroups among_all(std::move(found.known), {one_of_each(alike, num_hosts)}, tolerance);
        carry_out(among_all);
        found.groups = with_all_of(among_all.groups(), alike);
        found.known = among_all.known();
        found.num_landmarks += among_all.num_landmarks();
        found.num_unconfirmed = named.num_unconfirmed() + among_all.num_unconfirmed();
    } while (std::erase_if(alike, [&](const auto& group) { return is_doubtful(group, found.known, tolerance); }) > 0);
    return found;
}

}  // namespace causeway::discovery
