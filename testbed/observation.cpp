#include "testbed/observation.hpp"

#include "testbed/control.hpp"
#include "testbed/job.hpp"
#include "testbed/namespaces.hpp"
#include "testbed/network_device.hpp"
#include "testbed/parts.hpp"

#include "causeway/base/index.hpp"
#include "causeway/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include <arpa/inet.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

namespace causeway::testbed {

namespace {

using base::at;

constexpr std::uint16_t kPort = 7777;
constexpr int kPings = 600;
constexpr Seconds kPingSpacing{0.0002};   // between any two packets: the router handles one at a time
constexpr Seconds kRateTime{0.4};         // of one measurement of a rate
constexpr Seconds kLongestQueueing{0.5};  // what is still on its way after so long was dropped
constexpr double kOffered = 1.3;          // of the expected rate: enough to see the limit
constexpr double kHeaders = 28;           // bytes of IP and UDP, which take their time on the links too
// One process moves all packets and copies each four times.
constexpr BytesPerSecond kFastestSeen{2e8};

/// The UDP socket of a host, not blocking.
struct Endpoint {
    Descriptor socket;
    sockaddr_in address{};
};

/// The address of the host whose network the calling process is in.
sockaddr_in own_address(const Descriptor& socket) {
    ifreq request{};
    std::strncpy(static_cast<char*>(request.ifr_name), kDeviceName, IFNAMSIZ - 1);
    require(::ioctl(socket.number(), SIOCGIFADDR, &request), "cannot learn a host's address");
    sockaddr_in address{};
    std::memcpy(&address, &request.ifr_addr, sizeof address);
    address.sin_port = htons(kPort);
    return address;
}

std::vector<Endpoint> open_endpoints(const Grid& grid, const StateFolder& folder) {
    const std::optional<Descriptor> connection = connect_to(folder.control());
    if (!connection) {
        throw base::Error("the grid is not up any more");
    }
    std::vector<Endpoint> result;
    for (const Host& host : hosts_of(grid)) {
        const HostNamespaces namespaces = ask_for_host(*connection, host.name);
        enter_user_namespace(namespaces.user);
        require(::setns(namespaces.network.number(), CLONE_NEWNET), "cannot enter a host's network");
        Endpoint endpoint{.socket = Descriptor(require(::socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0),
                                                       "cannot open a socket"))};
        endpoint.address = own_address(endpoint.socket);
        constexpr int kBuffer = 8 << 20;
        ::setsockopt(endpoint.socket.number(), SOL_SOCKET, SO_RCVBUFFORCE, &kBuffer, sizeof kBuffer);
        ::setsockopt(endpoint.socket.number(), SOL_SOCKET, SO_SNDBUFFORCE, &kBuffer, sizeof kBuffer);
        require(::bind(endpoint.socket.number(), general(endpoint.address), sizeof endpoint.address),
                "cannot bind a socket");
        result.push_back(std::move(endpoint));
    }
    return result;
}

/// What every packet begins with.
struct Mark {
    int flow = 0;
    Seconds sent{0};
};

struct Flow {
    int from = 0;  ///< hosts
    int to = 0;
};

/// What arrived of a flow.
struct Arrivals {
    std::vector<Seconds> delays;  ///< one way
    Seconds first{0};
    Seconds last{0};
    double bytes = 0;  ///< of the packets after the first
};

void receive_all(const std::vector<Endpoint>& endpoints, const std::vector<int>& receivers,
                 std::vector<Arrivals>& arrivals) {
    std::array<std::byte, 65536> buffer{};
    for (const int receiver : receivers) {
        while (true) {
            const ssize_t size = ::recv(endpoints[at(receiver)].socket.number(), buffer.data(), buffer.size(), 0);
            if (size < static_cast<ssize_t>(sizeof(Mark))) {
                break;
            }
            const Seconds now = monotonic_now();
            Mark mark;
            std::memcpy(&mark, buffer.data(), sizeof mark);
            Arrivals& own = arrivals[at(mark.flow)];
            if (own.delays.empty()) {
                own.first = now;
            } else {
                own.bytes += static_cast<double>(size) + kHeaders;
            }
            own.last = now;
            own.delays.push_back(now - mark.sent);
        }
    }
}

/// Sends `count` packets of `size` bytes on every flow, `spacing` apart, the flows in turn, and receives what arrives.
std::vector<Arrivals> exchange(const std::vector<Endpoint>& endpoints, const std::vector<Flow>& flows, std::size_t size,
                               Seconds spacing, int count) {
    std::vector<Arrivals> arrivals(flows.size());
    std::vector<int> receivers;
    for (const Flow& flow : flows) {
        if (std::find(receivers.begin(), receivers.end(), flow.to) == receivers.end()) {
            receivers.push_back(flow.to);
        }
    }
    std::vector<std::byte> packet(size);
    const std::size_t num_packets = flows.size() * static_cast<std::size_t>(count);
    const Seconds apart = spacing / static_cast<double>(flows.size());
    const Seconds start = monotonic_now();
    std::size_t sent = 0;
    Seconds quiet_since = start;
    while (sent < num_packets || monotonic_now() - quiet_since < kLongestQueueing) {
        if (sent < num_packets && monotonic_now() >= start + static_cast<double>(sent) * apart) {
            const std::size_t f = sent++ % flows.size();
            const Mark mark{.flow = static_cast<int>(f), .sent = monotonic_now()};
            std::memcpy(packet.data(), &mark, sizeof mark);
            const sockaddr_in& address = endpoints[at(flows[f].to)].address;
            ::sendto(endpoints[at(flows[f].from)].socket.number(), packet.data(), packet.size(), 0, general(address),
                     sizeof address);
            quiet_since = monotonic_now();
        }
        receive_all(endpoints, receivers, arrivals);
    }
    return arrivals;
}

Seconds quantile(std::vector<Seconds> values, double share) {
    std::sort(values.begin(), values.end());
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

bool close(double seen, double expected, double share, double slack) {
    return std::abs(seen - expected) <= share * expected + slack;
}

/// [site]: the numbers of its hosts
std::vector<std::vector<int>> hosts_by_site(const Grid& grid) {
    std::vector<std::vector<int>> result(grid.sites.size());
    const std::vector<Host> hosts = hosts_of(grid);
    for (std::size_t h = 0; h < hosts.size(); ++h) {
        result[at(hosts[h].site)].push_back(static_cast<int>(h));
    }
    return result;
}

/// What packets meet between two sites, beside the NICs.
struct Route {
    int from = 0;  ///< sites
    int to = 0;
    std::string name;                   ///< of the neighbours whose first sites they are: "a to b"
    std::vector<BytesPerSecond> rates;  ///< of what many flows share, while a rate is observed
    BytesPerSecond per_flow_limit;
    Seconds latency;
    Seconds jitter;
    double loss = 0;
};

/// What a boundary carries while a rate is observed.
BytesPerSecond with_burst(BytesPerSecond rate, Bytes burst) {
    return BytesPerSecond(rate.value() + static_cast<double>(burst.value()) / kRateTime.value());
}

/// A route for every ordered pair of neighbours.
std::vector<Route> routes_of(const Grid& grid) {
    std::vector<Route> result;
    for (const Neighbours& pair : all_neighbours(grid)) {
        for (const auto& [a, b] : {pair, Neighbours{pair.b, pair.a}}) {
            Route route{.from = sites_beneath(grid, a).front(),
                        .to = sites_beneath(grid, b).front(),
                        .name = part_name(grid, a) + " to " + part_name(grid, b),
                        .rates = {grid.capacity(a, b)},
                        .per_flow_limit = grid.per_flow_limit(a, b),
                        .latency = grid.latency(a, b),
                        .jitter = grid.jitter(a, b)};
            const Way way = way_between(grid, route.from, route.to);
            double kept = 1 - grid.loss(a, b);
            for (const int part : way.out) {
                const Boundary& boundary = boundary_of(grid, part);
                route.rates.push_back(with_burst(boundary.uplink_rate, boundary.uplink_burst));
                kept *= 1 - boundary.uplink_loss;
            }
            for (const int part : way.into) {
                const Boundary& boundary = boundary_of(grid, part);
                route.rates.push_back(with_burst(boundary.downlink_rate, boundary.downlink_burst));
                kept *= 1 - boundary.downlink_loss;
            }
            route.loss = 1 - kept;
            result.push_back(std::move(route));
        }
    }
    return result;
}

/// What the host's processor does for a packet of so many bytes of data, whose UDP header counts as such.
Seconds processing_of(const Site& site, std::size_t host, std::size_t size) {
    constexpr std::size_t kUdp = 8;
    return site.processors.empty() ? Seconds(0)
                                   : site.processors[host].fixed +
                                         site.processors[host].per_byte * Bytes(static_cast<std::int64_t>(size + kUdp));
}

void observe_delays(const Grid& grid, const std::vector<Endpoint>& endpoints, std::vector<Observation>& result) {
    const std::vector<std::vector<int>> hosts = hosts_by_site(grid);
    struct Wanted {
        std::string name;
        Seconds latency;  ///< with the time on the links
        Seconds jitter;
        double loss;
    };
    const std::size_t size = sizeof(Mark);
    const auto processing = [&](const Site& site, std::size_t host) { return processing_of(site, host, size); };
    const Bytes on_the_wire(static_cast<std::int64_t>(size) + static_cast<std::int64_t>(kHeaders));
    std::vector<Flow> flows;
    std::vector<Wanted> wanted;
    for (std::size_t s = 0; s < grid.sites.size(); ++s) {
        const Site& site = grid.sites[s];
        if (site.num_hosts > 1) {
            flows.push_back({hosts[s][0], hosts[s][1]});
            wanted.push_back(
                {"inside " + site.name,
                 site.lan_latency + 2 * (on_the_wire / site.nic_rate) + processing(site, 0) + processing(site, 1),
                 site.lan_jitter, 0});
        }
    }
    for (const Route& route : routes_of(grid)) {
        const Site& from = grid.sites[at(route.from)];
        const Site& to = grid.sites[at(route.to)];
        Seconds latency = route.latency + on_the_wire / from.nic_rate + on_the_wire / to.nic_rate +
                          on_the_wire / route.per_flow_limit + processing(from, 0) + processing(to, 0);
        for (const BytesPerSecond rate : route.rates) {
            latency += on_the_wire / rate;
        }
        flows.push_back({hosts[at(route.from)][0], hosts[at(route.to)][0]});
        wanted.push_back({route.name, latency, route.jitter, route.loss});
    }
    Seconds jitters{0};
    for (const Wanted& own : wanted) {
        jitters = std::max(jitters, own.jitter);
    }
    // No packet is to wait for an earlier one of its flow, nor for another at a processor.
    Seconds apart = kPingSpacing;
    for (const Site& site : grid.sites) {
        for (std::size_t host = 0; host < site.processors.size(); ++host) {
            apart = std::max(apart, 2 * processing(site, host));
        }
    }
    const Seconds spacing = std::max(jitters, static_cast<double>(flows.size()) * apart);
    const std::vector<Arrivals> arrivals = exchange(endpoints, flows, size, spacing, kPings);
    constexpr double kSlack = 1e-4;  // seconds: what a busy machine adds
    for (std::size_t f = 0; f < flows.size(); ++f) {
        const auto& [name, latency, jitter, loss] = wanted[f];
        const std::vector<Seconds>& delays = arrivals[f].delays;
        if (delays.empty()) {
            result.push_back({"latency " + name, base::to_text(latency), "nothing arrived", false});
            continue;
        }
        // The 600 draws of jitter come within a hundredth of its ends.
        const Seconds least = quantile(delays, 0.01);
        result.push_back({"latency " + name, base::to_text(latency), base::to_text(least),
                          close(least.value(), latency.value() + 0.01 * jitter.value(), 0.05, kSlack)});
        if (jitter > Seconds(0)) {
            constexpr double kMiddle = 0.9;
            const Seconds spread = (1 / kMiddle) * (quantile(delays, 0.95) - quantile(delays, 0.05));
            result.push_back({"jitter " + name, base::to_text(jitter), base::to_text(spread),
                              close(spread.value(), jitter.value(), 0.15, kSlack)});
        }
        if (const int lost = kPings - static_cast<int>(delays.size()); loss > 0 || lost > 0) {
            constexpr double kDeviations = 4;
            result.push_back(
                {"loss " + name, fmt::format("{:.3g}", loss), fmt::format("{:.3g}", static_cast<double>(lost) / kPings),
                 close(lost, kPings * loss, 0, kDeviations * std::sqrt(kPings * loss * (1 - loss)) + 0.5)});
        }
    }
}

/// How many packets of the largest size the slower of two processors takes on a flow's way, as a rate.
BytesPerSecond rate_of_processors(const Grid& grid, const Site& from, const Site& to, std::size_t host) {
    const auto size = static_cast<std::size_t>(static_cast<double>(grid.mtu.value()) - kHeaders);
    const Seconds slower = std::max(processing_of(from, host, size), processing_of(to, host, size));
    return slower > Seconds(0) ? BytesPerSecond(static_cast<double>(grid.mtu.value()) / slower.value())
                               : BytesPerSecond(std::numeric_limits<double>::infinity());
}

/// The rate of `num_flows` flows on a route, against `expected`.
Observation observe_rate(const Grid& grid, const std::vector<Endpoint>& endpoints, const Route& route, int num_flows,
                         BytesPerSecond expected) {
    const std::vector<std::vector<int>> hosts = hosts_by_site(grid);
    std::vector<Flow> flows;
    for (int f = 0; f < num_flows; ++f) {
        flows.push_back({hosts[at(route.from)][at(f)], hosts[at(route.to)][at(f)]});
    }
    const auto size = static_cast<double>(grid.mtu.value());
    const Seconds spacing(size * num_flows / (kOffered * expected.value()));
    const int count = static_cast<int>(std::ceil(kRateTime / spacing));
    const std::vector<Arrivals> arrivals =
        exchange(endpoints, flows, static_cast<std::size_t>(size - kHeaders), spacing, count);
    double rate = 0;
    for (const Arrivals& own : arrivals) {
        if (own.last > own.first) {
            rate += own.bytes / (own.last - own.first).value();
        }
    }
    return {fmt::format("rate {}, {} {}", route.name, num_flows, num_flows == 1 ? "flow" : "flows"),
            base::to_text(expected), base::to_text(BytesPerSecond(rate)), close(rate, expected.value(), 0.10, 0)};
}

void observe_rates(const Grid& grid, const std::vector<Endpoint>& endpoints, std::vector<Observation>& result) {
    for (const Route& route : routes_of(grid)) {
        const Site& from = grid.sites[at(route.from)];
        const Site& to = grid.sites[at(route.to)];
        const auto one_flow = [&](int flow) {
            return std::min(
                {from.nic_rate, to.nic_rate, route.per_flow_limit, rate_of_processors(grid, from, to, at(flow))});
        };
        const BytesPerSecond shared = *std::min_element(route.rates.begin(), route.rates.end());
        const int most = std::min(from.num_hosts, to.num_hosts);
        for (const int flows : most > 1 ? std::vector<int>{1, most} : std::vector<int>{1}) {
            double together = 0;
            for (int flow = 0; flow < flows; ++flow) {
                together += one_flow(flow).value();
            }
            const BytesPerSecond expected((1 - route.loss) * std::min(together, shared.value()));
            if (expected < kFastestSeen) {
                result.push_back(observe_rate(grid, endpoints, route, flows, expected));
            }
        }
    }
}

}  // namespace

std::vector<Observation> observe(const Grid& grid, const StateFolder& folder) {
    const std::vector<Endpoint> endpoints = open_endpoints(grid, folder);
    std::vector<Observation> result;
    observe_delays(grid, endpoints, result);
    observe_rates(grid, endpoints, result);
    return result;
}

}  // namespace causeway::testbed
