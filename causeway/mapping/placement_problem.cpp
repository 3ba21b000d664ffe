#include "causeway/mapping/placement_problem.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/index.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <utility>

namespace causeway::mapping {

namespace {

using base::at;

/// What a process at some place sees: so many slots near, at a price, all others at no less than another.
struct View {
    int cluster = 0;
    int near_slots = 0;  ///< beside its own
    Price near;
    std::vector<int> far_clusters;  ///< where the others are

    friend bool operator==(const View&, const View&) = default;
};

/// The cheaper of two prices, message by message and byte by byte.
Price least(const Price& a, const Price& b) {
    return {std::min(a.per_message, b.per_message), std::min(a.per_byte, b.per_byte)};
}

/// What the process pays at least: all talks at the far price, except the dearest, as many as there are near slots.
double least_cost(std::span<const Talk> talks, const View& view, const Prices& prices, std::vector<double>& savings) {
    double cost = 0.0;
    savings.clear();
    for (const Talk& talk : talks) {
        const double near = talk.cost(view.near, view.near).value();
        double far = view.far_clusters.empty() ? near : std::numeric_limits<double>::infinity();
        for (const int cluster : view.far_clusters) {
            far = std::min(
                far, talk.cost(prices.between(view.cluster, cluster), prices.between(cluster, view.cluster)).value());
        }
        cost += far;
        if (far > near) {
            savings.push_back(far - near);
        }
    }
    const std::size_t near_slots = std::min(savings.size(), static_cast<std::size_t>(view.near_slots));
    const auto end = savings.begin() + static_cast<std::ptrdiff_t>(near_slots);
    if (end != savings.end()) {
        std::nth_element(savings.begin(), end, savings.end(), std::greater<>());
    }
    for (auto saving = savings.begin(); saving != end; ++saving) {
        cost -= *saving;
    }
    return cost;
}

/// The two views from a place: of its own slots, and of those of its cluster.
struct Views {
    View place;
    View cluster;

    friend bool operator==(const Views&, const Views&) = default;
};

std::vector<Views> views_of(const PlacementProblem& problem) {
    const Prices& prices = problem.hosts.prices();
    std::vector<Views> result;
    for (const Place& place : problem.hosts.places()) {
        Views views{{place.cluster, place.capacity() - 1, place.inside, {}}, {place.cluster, 0, place.inside, {}}};
        const Price between = prices.between(place.cluster, place.cluster);
        for (const Place& other : problem.clusters.places()) {
            if (other.cluster != place.cluster) {
                views.place.far_clusters.push_back(other.cluster);
                views.cluster.far_clusters.push_back(other.cluster);
            } else {
                views.cluster.near_slots = other.capacity() - 1;
                if (other.capacity() > place.capacity()) {
                    views.place.far_clusters.push_back(place.cluster);
                    views.cluster.near = least(place.inside, between);
                }
            }
        }
        if (std::find(result.begin(), result.end(), views) == result.end()) {
            result.push_back(std::move(views));
        }
    }
    return result;
}

/// Of the hosts of a full placement, [host].
std::vector<double> speeds_of(const platform::Platform& platform, const platform::Placement& slots) {
    std::vector<double> speeds(at(slots.num_hosts()), 1.0);
    const std::vector<std::string> names = platform::host_names_of(platform, slots);
    for (int slot = 0; slot < slots.num_processes(); ++slot) {
        if (const auto host = platform.find_host(names[at(slot)])) {
            speeds[at(slots.host_of[at(slot)])] = platform.hosts[at(*host)].speed;
        }
    }
    return speeds;
}

/// What traffic keeps busy, all processes at their places.
Loads loads_at(const Talks& talks, const Target& target, std::span<const int> place_of) {
    Loads loads(target, talks.num_processes());
    for (int process = 0; process < talks.num_processes(); ++process) {
        const int here = place_of[at(process)];
        traffic::Volume sent;
        traffic::Volume received;
        for (const Talk& talk : talks.of(process)) {
            loads.add(here, place_of[at(talk.partner)], talk.sent, 1.0);
            sent += talk.sent;
            received += talk.received;
        }
        loads.add_own(process, here, sent, received, 1.0);
    }
    loads.carry_out();
    return loads;
}

}  // namespace

PlacementProblem problem_of(const traffic::CommunicationTable& table, const platform::Platform& platform,
                            platform::Placement slots, std::string_view source, std::vector<Seconds> computing) {
    if (slots.num_processes() < table.num_processes()) {
        throw base::InputError(
            {.source = std::string(source),
             .place = {},
             .found = fmt::format("{} slots for {} processes", slots.num_processes(), table.num_processes()),
             .accepted = "a slot for every process (\"slots\" of the hosts, docs/files.md)"});
    }
    const auto network = std::make_shared<const Network>(platform);
    const std::vector<double> speeds = computing.empty() ? std::vector<double>() : speeds_of(platform, slots);
    Target hosts = Target::by_host(network, slots, speeds);
    Target clusters = Target::by_cluster(network, slots, speeds);
    return {Talks(table, std::move(computing)), std::move(slots), std::move(hosts), std::move(clusters)};
}

PlacementCost cost_at(const Talks& talks, const Target& target, std::span<const int> place_of) {
    PlacementCost cost{.num_processes = talks.num_processes()};
    for (int process = 0; process < talks.num_processes(); ++process) {
        const int here = place_of[at(process)];
        cost.computing = std::max(cost.computing, talks.computing(process) / target.place(here).speed);
        for (const Talk& talk : talks.of(process)) {
            const Price& out = target.price(here, place_of[at(talk.partner)]);
            cost.sum += out.of(talk.sent);
            cost.longest_wait = std::max(cost.longest_wait, talk.sent.messages * out.per_message);
        }
    }
    cost.busiest = Seconds(loads_at(talks, target, place_of).busiest());
    return cost;
}

PlacementCost cost_of(const PlacementProblem& problem, std::span<const int> slot_of) {
    return cost_at(problem.talks, problem.hosts, places_of(problem.hosts, slot_of));
}

Busiest busiest_of(const PlacementProblem& problem, std::span<const int> slot_of) {
    using Resource = Loads::Resource;
    const Loads loads = loads_at(problem.talks, problem.hosts, places_of(problem.hosts, slot_of));
    const Resource resource = loads.busiest_is();
    Busiest result{.time = Seconds(loads.busiest()), .name = {}, .slot = -1};
    if (!(result.time > Seconds(0.0))) {
        result.name = "nothing";
        return result;
    }
    if (resource.of == Resource::Of::kPlatform) {
        result.name = problem.hosts.crossings().name(resource.index);
        return result;
    }
    result.slot = resource.of == Resource::Of::kProcess ? slot_of[at(resource.index)]
                                                        : problem.hosts.place(resource.index).slots.front();
    switch (resource.part) {
        case Resource::Part::kOut:
            result.name = "the way out of";
            break;
        case Resource::Part::kIn:
            result.name = "the way into";
            break;
        case Resource::Part::kInside:
            result.name = "the inside of";
            break;
    }
    return result;
}

PlacementCost lower_bound(const PlacementProblem& problem) {
    const Prices& prices = problem.hosts.prices();
    const std::vector<Views> kinds = views_of(problem);
    std::vector<double> savings;
    double twice = 0.0;
    for (int process = 0; process < problem.num_processes(); ++process) {
        const std::span<const Talk> talks = problem.talks.of(process);
        double best = std::numeric_limits<double>::infinity();
        for (const Views& views : kinds) {
            best = std::min(best, std::max(least_cost(talks, views.place, prices, savings),
                                           least_cost(talks, views.cluster, prices, savings)));
        }
        twice += best;
    }
    double fastest = 0.0;
    for (const Place& place : problem.hosts.places()) {
        fastest = std::max(fastest, place.speed);
    }
    Seconds computing;
    for (int process = 0; process < problem.num_processes(); ++process) {
        computing = std::max(computing, problem.talks.computing(process) / fastest);
    }
    return {.computing = computing,
            .busiest = {},
            .longest_wait = {},
            .sum = Seconds(0.5 * twice),
            .num_processes = problem.num_processes()};
}

}  // namespace causeway::mapping
