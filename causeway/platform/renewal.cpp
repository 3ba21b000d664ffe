#include "causeway/platform/renewal.hpp"

#include "causeway/platform/process_levels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>

namespace causeway::platform {

namespace {

using statistics::PiecewiseLinear;

constexpr double kChanged = 1.3;
/// What two measurements of one link may be apart (discovery::is_like).
constexpr double kAsMeasured = 1.2;
/// Round trips waver by so much on a machine that has other things to do.
constexpr Seconds kLeastChangeOfRoundTrip(1e-3);
constexpr LinkFactors kUnchanged{};

bool is_apart(double ratio, double by) {
    return ratio > by || ratio * by < 1.0;
}

double rounded(double factor) {
    return is_apart(factor, kAsMeasured) ? factor : 1.0;
}

/// Larger messages cost `factor` times what they did; smaller ones what they did and their share of the difference at
/// `bend`, as what is fixed for a message has not changed.
PiecewiseLinear scaled(const PiecewiseLinear& table, double factor) {
    constexpr double kBend = 32.0 * 1024.0;  // bytes: above, the rate is what counts
    std::vector<PiecewiseLinear::Point> points(table.points().begin(), table.points().end());
    // Beyond the last point goes on what is between the last two: both are above the bend.
    const double beyond = points.back().x > kBend ? points.back().x : 2.0 * kBend;
    for (const double x : {0.0, kBend, beyond}) {
        const bool is_there = std::any_of(points.begin(), points.end(),
                                          [&](const PiecewiseLinear::Point& point) { return point.x == x; });
        if (!is_there) {
            points.push_back({x, table(x)});
        }
    }
    std::sort(points.begin(), points.end(), [](const auto& a, const auto& b) { return a.x < b.x; });
    const double at_bend = table(kBend);
    for (PiecewiseLinear::Point& point : points) {
        point.y = point.x >= kBend
                      ? factor * point.y
                      : std::max(std::min(1.0, factor) * point.y, point.y + (factor - 1.0) * at_bend * point.x / kBend);
    }
    return PiecewiseLinear(std::move(points));
}

/// D(m) longer by as much as L and g(m) are.
PiecewiseLinear delivery_of(const Plogp& before, const Plogp& after) {
    std::vector<PiecewiseLinear::Point> points(before.delivery->points().begin(), before.delivery->points().end());
    for (PiecewiseLinear::Point& point : points) {
        const double longer = (after.latency - before.latency).value() + after.gap(point.x) - before.gap(point.x);
        point.y = std::max(point.y + longer, after.latency.value());
    }
    return PiecewiseLinear(std::move(points));
}

Plogp scaled(const Plogp& plogp, const LinkFactors& factors) {
    Plogp result = plogp;
    result.latency = factors.latency * plogp.latency;
    result.gap = scaled(plogp.gap, factors.gap);
    if (plogp.delivery) {
        result.delivery = delivery_of(plogp, result);
    }
    return result;
}

Link scaled(const Link& link, int from, int to, const LinkFactors& factors) {
    Link result = link;
    result.from = from;
    result.to = to;
    result.symmetric = false;
    if (link.plogp && factors != kUnchanged) {
        result.plogp = scaled(*link.plogp, factors);
    }
    if (link.shared_capacity) {
        result.shared_capacity = BytesPerSecond(link.shared_capacity->value() / factors.gap);
    }
    if (link.per_flow_limit) {
        result.per_flow_limit = BytesPerSecond(link.per_flow_limit->value() / factors.gap);
    }
    return result;
}

/// By how much what all these share has changed: the least of all, where all have changed the same way.
double common_factor(const std::vector<double>& factors) {
    if (factors.empty()) {
        return 1.0;
    }
    const auto [least, most] = std::minmax_element(factors.begin(), factors.end());
    return *least > 1.0 ? *least : *most < 1.0 ? *most : 1.0;
}

std::optional<BytesPerSecond> scaled(const std::optional<BytesPerSecond>& capacity, double factor) {
    return capacity ? std::optional(BytesPerSecond(capacity->value() / factor)) : std::nullopt;
}

/// What several clusters share, by the links that leave and enter them together.
void renew_groups(Platform& platform, const Platform& measured, const Renewal& renewal) {
    const HostClusters cluster_of = clusters_of_hosts(measured.clusters);
    for (Level& level : platform.levels) {
        for (LevelCluster& group : level.clusters) {
            if (!group.uplink_capacity && !group.downlink_capacity) {
                continue;
            }
            const std::vector<int> inside = clusters_with(group.hosts, cluster_of);
            std::vector<double> out;
            std::vector<double> in;
            for (const int own : inside) {
                for (int other = 0; other < measured.num_clusters(); ++other) {
                    if (!std::binary_search(inside.begin(), inside.end(), other)) {
                        if (measured.find_link(own, other) != nullptr) {
                            out.push_back(renewal(own, other).gap);
                        }
                        if (measured.find_link(other, own) != nullptr) {
                            in.push_back(renewal(other, own).gap);
                        }
                    }
                }
            }
            group.uplink_capacity = scaled(group.uplink_capacity, common_factor(out));
            group.downlink_capacity = scaled(group.downlink_capacity, common_factor(in));
        }
    }
}

/// No link carries more than the interfaces of the hosts at its ends: a receiver that was kept from running may find
/// all messages at once.
Seconds least_gap(const Platform& measured, const LinkLook& look) {
    Seconds least;
    for (const int end : {look.from, look.to}) {
        const std::optional<Plogp>& inside = measured.clusters[static_cast<std::size_t>(end)].plogp;
        least = std::max(least, inside ? inside->gap_of(look.size) : Seconds(0.0));
    }
    return least;
}

std::string text_of(const LinkFactors& factors) {
    if (factors == kUnchanged) {
        return "as measured";
    }
    const bool is_slower = factors.gap > 1.0;
    std::string text = factors.gap == 1.0 ? std::string()
                                          : fmt::format("{:.1f} times {}", is_slower ? factors.gap : 1.0 / factors.gap,
                                                        is_slower ? "slower" : "faster");
    if (factors.latency != 1.0) {
        text += fmt::format("{}{:.1f} times the latency", text.empty() ? "" : " with ", factors.latency);
    }
    return text;
}

}  // namespace

std::vector<LinkChange> changes(const Platform& measured, const Renewal& renewal, const std::vector<LinkLook>& looks) {
    std::vector<LinkChange> result;
    for (const LinkLook& look : looks) {
        const Link* link = measured.find_link(look.from, look.to);
        if (link == nullptr || !link->plogp || !(look.gap > Seconds(0.0))) {
            continue;
        }
        const LinkFactors before = renewal(look.from, look.to);
        LinkFactors after = before;
        const Seconds usual_gap = link->plogp->gap_of(look.size);
        const double gap = std::max(look.gap, std::min(usual_gap, least_gap(measured, look))) / usual_gap;
        if (is_apart(gap / before.gap, kChanged)) {
            after.gap = rounded(gap);
        }
        const Seconds usual = 2.0 * link->plogp->latency;
        const Seconds believed = before.latency * usual;
        const Seconds off = std::max(look.round_trip, believed) - std::min(look.round_trip, believed);
        if (off > kLeastChangeOfRoundTrip && is_apart(look.round_trip / believed, kChanged)) {
            after.latency = rounded(look.round_trip / usual);
        }
        if (after != before) {
            result.push_back({.from = look.from, .to = look.to, .before = before, .after = after});
        }
    }
    return result;
}

Renewal with(Renewal renewal, const std::vector<LinkChange>& changes) {
    for (const LinkChange& change : changes) {
        renewal(change.from, change.to) = change.after;
    }
    return renewal;
}

Platform renewed(const Platform& measured, const Renewal& renewal) {
    Platform result = measured;
    result.links.clear();
    std::vector<std::vector<double>> out(measured.clusters.size());
    std::vector<std::vector<double>> in(measured.clusters.size());
    const auto add = [&](const Link& link, int from, int to) {
        result.links.push_back(scaled(link, from, to, renewal(from, to)));
    };
    for (const Link& link : measured.links) {
        if (renewal(link.from, link.to) == kUnchanged &&
            (!link.symmetric || renewal(link.to, link.from) == kUnchanged)) {
            result.links.push_back(link);
        } else {
            add(link, link.from, link.to);
            if (link.symmetric) {
                add(link, link.to, link.from);
            }
        }
        const auto count = [&](int from, int to) {
            out[static_cast<std::size_t>(from)].push_back(renewal(from, to).gap);
            in[static_cast<std::size_t>(to)].push_back(renewal(from, to).gap);
        };
        count(link.from, link.to);
        if (link.symmetric) {
            count(link.to, link.from);
        }
    }
    for (std::size_t c = 0; c < result.clusters.size(); ++c) {
        result.clusters[c].uplink_capacity = scaled(measured.clusters[c].uplink_capacity, common_factor(out[c]));
        result.clusters[c].downlink_capacity = scaled(measured.clusters[c].downlink_capacity, common_factor(in[c]));
    }
    renew_groups(result, measured, renewal);
    return result;
}

std::string describe(const std::vector<LinkChange>& changes, const Platform& platform) {
    std::vector<std::string> texts;
    for (const LinkChange& change : changes) {
        texts.push_back(fmt::format("{} > {} {}", platform.clusters[static_cast<std::size_t>(change.from)].name,
                                    platform.clusters[static_cast<std::size_t>(change.to)].name,
                                    text_of(change.after)));
    }
    return fmt::format("{}", fmt::join(texts, ", "));
}

}  // namespace causeway::platform
