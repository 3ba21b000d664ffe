#include "causeway/discovery/monitored_hosts.hpp"

#include "causeway/statistics/sample.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <set>

namespace causeway::discovery {

namespace {

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](char c) { return lower(c); });
    return text;
}

/// "10.0.0.1", "fe80::1": dots and colons in it part no domain from a name.
bool is_address(const std::string& name) {
    return name.find(':') != std::string::npos ||
           std::all_of(name.begin(), name.end(), [](char c) { return c == '.' || (c >= '0' && c <= '9'); });
}

/// [name of the data] the host of the job that it is; -1: none.
std::vector<int> hosts_of(const std::vector<std::string>& monitored, const std::vector<std::string>& host_names) {
    std::vector<int> result;
    for (const std::string& name : monitored) {
        std::vector<int> fitting;
        std::optional<int> exact;
        for (std::size_t host = 0; host < host_names.size(); ++host) {
            if (lower(name) == lower(host_names[host])) {
                exact = static_cast<int>(host);
            }
            if (is_same_host(name, host_names[host])) {
                fitting.push_back(static_cast<int>(host));
            }
        }
        result.push_back(exact.value_or(fitting.size() == 1 ? fitting.front() : -1));
    }
    return result;
}

}  // namespace

int MonitoredHosts::num_pairs() const {
    int count = 0;
    for (int a = 0; a < latencies.size(); ++a) {
        for (int b = a + 1; b < latencies.size(); ++b) {
            count += std::isfinite(latencies(a, b)) ? 1 : 0;
        }
    }
    return count;
}

bool is_same_host(const std::string& name, const std::string& other) {
    const std::string a = lower(name);
    const std::string b = lower(other);
    if (a == b) {
        return true;
    }
    const std::size_t dot_a = a.find('.');
    const std::size_t dot_b = b.find('.');
    const bool exactly_one_is_short = (dot_a == std::string::npos) != (dot_b == std::string::npos);
    return exactly_one_is_short && !is_address(a) && !is_address(b) && a.substr(0, dot_a) == b.substr(0, dot_b);
}

MonitoredHosts monitored_hosts(const std::vector<std::string>& host_names, const platform::MonitoringData& data) {
    const auto num_hosts = static_cast<int>(host_names.size());
    const std::vector<int> host_of = hosts_of(data.names, host_names);
    base::SquareMatrix<std::vector<double>> latencies(num_hosts);
    base::SquareMatrix<std::vector<double>> bandwidths(num_hosts);
    const auto num_names = static_cast<int>(data.names.size());
    for (int x = 0; x < num_names; ++x) {
        for (int y = 0; y < num_names; ++y) {
            const int from = host_of[static_cast<std::size_t>(x)];
            const int to = host_of[static_cast<std::size_t>(y)];
            if (from < 0 || to < 0 || from == to) {
                continue;
            }
            if (data.latencies(x, y)) {
                latencies(from, to).push_back(*data.latencies(x, y));
            }
            if (data.bandwidths.size() > 0 && data.bandwidths(x, y)) {
                bandwidths(from, to).push_back(data.bandwidths(x, y)->value());
            }
        }
    }
    MonitoredHosts result;
    result.latencies = base::SquareMatrix<double>(num_hosts, std::numeric_limits<double>::infinity());
    result.bandwidths = base::SquareMatrix<std::optional<BytesPerSecond>>(num_hosts);
    for (int from = 0; from < num_hosts; ++from) {
        for (int to = 0; to < num_hosts; ++to) {
            const std::vector<double>& there = latencies(from, to);
            const std::vector<double>& known = there.empty() ? latencies(to, from) : there;
            if (!known.empty()) {
                result.latencies(from, to) = statistics::median(known);
            }
            if (!bandwidths(from, to).empty()) {
                result.bandwidths(from, to) = BytesPerSecond(statistics::median(bandwidths(from, to)));
            }
        }
    }
    std::set<int> known_hosts(host_of.begin(), host_of.end());
    known_hosts.erase(-1);
    result.num_hosts = static_cast<int>(known_hosts.size());
    return result;
}

}  // namespace causeway::discovery
