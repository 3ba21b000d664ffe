#include "causeway/study/random_platforms.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace causeway::study {

namespace {

constexpr double kSlowest = 1e6;   // bytes per second
constexpr double kNearest = 5e-4;  // seconds
constexpr double kDecades = 2.0;
constexpr BytesPerSecond kInside{110e6};
constexpr Seconds kLatencyInside{5e-5};

double log_uniform(double least, base::Random& random) {
    constexpr double kTen = 10.0;
    return least * std::pow(kTen, random.between(0.0, kDecades));
}

/// g(m) = start + m / rate.
platform::Plogp plogp_of(Seconds latency, BytesPerSecond rate, base::Random& random) {
    constexpr double kLeastStart = 5e-6;
    constexpr double kMostStart = 5e-5;
    constexpr double kFar = 1 << 20;
    const double start = random.between(kLeastStart, kMostStart);
    platform::Plogp result;
    result.latency = latency;
    result.gap = statistics::PiecewiseLinear({{0.0, start}, {kFar, start + kFar / rate.value()}});
    return result;
}

}  // namespace

platform::Platform random_platform(const PlatformRanges& ranges, base::Random& random) {
    platform::Platform result;
    const int sites = ranges.fewest_sites + random.below(ranges.most_sites - ranges.fewest_sites + 1);
    result.name = fmt::format("{} random sites", sites);
    for (int site = 0; site < sites; ++site) {
        platform::Cluster cluster;
        cluster.name = fmt::format("s{}", site);
        cluster.num_hosts = 1 + random.below(ranges.most_hosts);
        for (int host = 0; host < cluster.num_hosts; ++host) {
            cluster.hosts.push_back(fmt::format("{}h{}", cluster.name, host));
        }
        cluster.plogp = plogp_of(kLatencyInside, kInside, random);
        cluster.uplink_capacity = BytesPerSecond(log_uniform(kSlowest, random));
        cluster.downlink_capacity = BytesPerSecond(log_uniform(kSlowest, random));
        result.clusters.push_back(std::move(cluster));
    }
    for (int from = 0; from < sites; ++from) {
        for (int to = from + 1; to < sites; ++to) {
            platform::Link link;
            link.from = from;
            link.to = to;
            const Seconds latency(log_uniform(kNearest, random));
            link.plogp = plogp_of(latency, BytesPerSecond(log_uniform(kSlowest, random)), random);
            result.links.push_back(std::move(link));
        }
    }
    return result;
}

}  // namespace causeway::study
