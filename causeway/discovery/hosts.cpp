#include "causeway/discovery/hosts.hpp"

#include "causeway/policy/measurement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <unordered_map>

namespace causeway::discovery {

namespace {

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// "node" of "node-12.site.org".
std::string leading_letters(const std::string& name) {
    return {name.begin(), std::find_if_not(name.begin(), name.end(), is_letter)};
}

/// What all members begin with; empty if they differ.
std::string common_letters(const std::vector<int>& members, const std::vector<std::string>& host_names) {
    const auto letters_of = [&](int host) { return leading_letters(host_names[static_cast<std::size_t>(host)]); };
    const std::string letters = letters_of(members.front());
    const bool all_alike =
        std::all_of(members.begin(), members.end(), [&](int host) { return letters_of(host) == letters; });
    return all_alike ? letters : std::string();
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// "node-.site.org" of "node-12.site.org", "10.0.0." of "10.0.0.12".
std::string without_its_number(const std::string& name) {
    const bool is_address = std::all_of(name.begin(), name.end(), [](char c) { return is_digit(c) || c == '.'; });
    const auto label = is_address ? name.end() : std::find(name.begin(), name.end(), '.');
    const auto end = std::find_if(std::make_reverse_iterator(label), name.rend(), is_digit).base();
    const auto begin = std::find_if_not(std::make_reverse_iterator(end), name.rend(), is_digit).base();
    return std::string(name.begin(), begin) + std::string(end, name.end());
}

}  // namespace

HostLayout group_by_host(const std::vector<std::string>& host_names) {
    HostLayout layout;
    std::unordered_map<std::string, std::size_t> number_of_name;
    for (std::size_t rank = 0; rank < host_names.size(); ++rank) {
        const auto [entry, is_new] = number_of_name.emplace(host_names[rank], layout.names.size());
        if (is_new) {
            layout.names.push_back(host_names[rank]);
            layout.ranks.emplace_back();
        }
        layout.ranks[entry->second].push_back(static_cast<int>(rank));
    }
    return layout;
}

std::vector<std::vector<int>> hosts_named_alike(const std::vector<std::string>& names) {
    std::unordered_map<std::string, std::size_t> number_of_name;
    std::vector<std::vector<int>> hosts;
    for (std::size_t host = 0; host < names.size(); ++host) {
        const auto [entry, is_new] = number_of_name.emplace(without_its_number(names[host]), hosts.size());
        if (is_new) {
            hosts.emplace_back();
        }
        hosts[entry->second].push_back(static_cast<int>(host));
    }
    std::erase_if(hosts, [](const auto& some) { return some.size() < policy::kFewestNamedAlike; });
    if (hosts.size() < 2) {
        hosts.clear();
    }
    return hosts;
}

std::vector<std::string> cluster_names(const std::vector<std::vector<int>>& members,
                                       const std::vector<std::string>& host_names, std::string_view kind) {
    std::vector<std::string> names;
    const auto is_taken = [&](const std::string& name) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    for (std::size_t cluster = 0; cluster < members.size(); ++cluster) {
        const std::string letters = common_letters(members[cluster], host_names);
        const std::string wanted = letters.empty() ? fmt::format("{}-{}", kind, cluster) : letters;
        std::string name = wanted;
        for (int number = 2; is_taken(name); ++number) {
            name = fmt::format("{}-{}", wanted, number);
        }
        names.push_back(name);
    }
    return names;
}

}  // namespace causeway::discovery
