#include "causeway/diagnosis/facts.hpp"

#include <algorithm>
#include <iterator>

namespace causeway::diagnosis {

std::optional<std::string> Facts::variable(std::string_view name) const {
    for (const std::string& entry : environment) {
        const std::string_view text = entry;
        if (text.size() > name.size() + 1 && text.starts_with(name) && text[name.size()] == '=') {
            return std::string(text.substr(name.size() + 1));
        }
    }
    return std::nullopt;
}

const Parameter* Facts::parameter(std::string_view name) const {
    const auto found =
        std::find_if(parameters.begin(), parameters.end(), [&](const Parameter& one) { return one.name == name; });
    return found == parameters.end() ? nullptr : &*found;
}

const Interface* Facts::interface_named(std::string_view name) const {
    const auto found =
        std::find_if(interfaces.begin(), interfaces.end(), [&](const Interface& one) { return one.name == name; });
    return found == interfaces.end() ? nullptr : &*found;
}

std::vector<const Interface*> Facts::usable_interfaces() const {
    std::vector<const Interface*> usable;
    for (const Interface& one : interfaces) {
        if (one.is_up && !one.is_loopback && !one.addresses.empty()) {
            usable.push_back(&one);
        }
    }
    return usable;
}

bool is_loopback_address(std::string_view address) {
    return address.starts_with("127.") || address == "::1";
}

std::vector<Facts> facts_of_hosts(const std::vector<Facts>& ranks) {
    std::vector<Facts> hosts;
    for (const Facts& rank : ranks) {
        auto host =
            std::find_if(hosts.begin(), hosts.end(), [&](const Facts& other) { return other.host == rank.host; });
        if (host == hosts.end()) {
            hosts.push_back(rank);
            hosts.back().num_ranks = 1;
            hosts.back().ranks_from = "counted";
            continue;
        }
        ++host->num_ranks;
        if (host->processors != rank.processors) {
            std::vector<std::int64_t> both;
            std::set_union(host->processors.begin(), host->processors.end(), rank.processors.begin(),
                           rank.processors.end(), std::back_inserter(both));
            host->processors = std::move(both);
            host->num_cores.reset();  // of which cores the new ones are threads is not known
        }
    }
    return hosts;
}

}  // namespace causeway::diagnosis
