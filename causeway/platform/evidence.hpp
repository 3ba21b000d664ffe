/// How well the figures of a platform are known: what discovery saw while it measured. For people and for tools that
/// judge a file; no plan depends on it.
#pragma once

#include "causeway/base/units.hpp"

#include <optional>
#include <string>
#include <vector>

namespace causeway::platform {

/// What discovery was allowed to take and what it took.
struct Cost {
    Seconds budget;
    Seconds spent;

    friend bool operator==(const Cost&, const Cost&) = default;
};

/// A pair of hosts of which monitoring and the job say grossly different things.
struct Contradiction {
    std::string from;   ///< a host
    std::string to;     ///< a host
    Seconds monitored;  ///< one way; where monitoring has both ways their mean
    Seconds measured;   ///< half a round trip

    friend bool operator==(const Contradiction&, const Contradiction&) = default;
};

/// What monitoring data contributed.
struct MonitoringEvidence {
    std::vector<std::string> files;
    int hosts = 0;      ///< of the job that the files know
    int pairs = 0;      ///< of such hosts whose latency they know
    int checked = 0;    ///< of these, measured nevertheless, as a sample
    int discarded = 0;  ///< of these, measured instead: they, or others of their hosts, contradicted the job
    std::vector<Contradiction> contradictions;

    friend bool operator==(const MonitoringEvidence&, const MonitoringEvidence&) = default;
};

/// The latencies between hosts that clusters were found from.
struct LatencyEvidence {
    int pairs = 0;                     ///< of hosts
    int measured = 0;                  ///< in the job
    int monitored = 0;                 ///< taken from monitoring data
    int round_trips = 0;               ///< of all measured pairs together
    int settled = 0;                   ///< pairs that satisfied the stopping rule; the others ran out of time
    int rushed = 0;                    ///< pairs with a single round trip
    int drifted = 0;                   ///< pairs whose later round trips differ from their earlier ones
    double median_uncertainty = 0.0;   ///< half the interval of a pair's median, as a part of it: of the median pair
    double largest_uncertainty = 0.0;  ///< and of the pair known worst
    Seconds resolution;                ///< two latencies that differ by less are not known to differ

    friend bool operator==(const LatencyEvidence&, const LatencyEvidence&) = default;
};

/// A median, and the interval that covers the true one with 95 % probability (statistics::Summary).
struct MedianInterval {
    Seconds median;
    Seconds low;
    Seconds high;
    int samples = 0;

    friend bool operator==(const MedianInterval&, const MedianInterval&) = default;
};

/// Where g(m) lies, for one size that was measured.
struct GapInterval {
    Bytes size;
    Seconds low;
    Seconds high;

    friend bool operator==(const GapInterval&, const GapInterval&) = default;
};

/// From some size on messages take a step longer: they shake hands first.
struct ProtocolChange {
    Bytes above;    ///< the largest size without it
    Bytes at_most;  ///< the smallest size with it
    Seconds step;   ///< what it adds

    friend bool operator==(const ProtocolChange&, const ProtocolChange&) = default;
};

/// Round trips of empty messages changed while the route was measured.
struct Drift {
    Seconds before;            ///< median of the first half
    Seconds after;             ///< median of the second half
    double probability = 0.0;  ///< of so uneven halves by chance (statistics::Shift)

    friend bool operator==(const Drift&, const Drift&) = default;
};

/// What the experiments on one way between two processes say of their own worth.
struct TransferEvidence {
    MedianInterval round_trip;  ///< of empty messages
    int samples = 0;            ///< of all experiments
    int outliers = 0;           ///< of these, far from the median of their experiment
    std::vector<GapInterval> gaps = {};
    std::vector<ProtocolChange> protocol_changes = {};
    std::optional<Drift> drift = {};

    friend bool operator==(const TransferEvidence&, const TransferEvidence&) = default;
};

/// Both directions of a link compared by one size of messages.
struct DirectionTest {
    Bytes size;
    Seconds there;        ///< g(size)
    Seconds back;         ///< g(size) of the other direction
    bool differ = false;  ///< if so both were measured in full

    friend bool operator==(const DirectionTest&, const DirectionTest&) = default;
};

/// A route of the platform and where its figures come from.
struct RouteEvidence {
    std::string kind;  ///< "within_host", "within_cluster", "between_clusters"
    std::string from;  ///< a cluster
    std::string to;    ///< a cluster
    /// Absent: taken from monitoring data.
    std::optional<TransferEvidence> measured = {};
    std::optional<DirectionTest> directions = {};

    friend bool operator==(const RouteEvidence&, const RouteEvidence&) = default;
};

/// How well is known what leaves or enters a cluster, or several clusters together, over all links at once.
struct UplinkEvidence {
    std::string of;           ///< a cluster, or a cluster of a level
    bool is_outwards = true;  ///< what leaves it
    BytesPerSecond low;
    /// Absent: it carries `low` at least; nothing greater was offered, or nothing that asks more of it can be.
    std::optional<BytesPerSecond> high = {};

    friend bool operator==(const UplinkEvidence&, const UplinkEvidence&) = default;
};

/// All of it; what was not measured is absent or empty.
struct Evidence {
    std::optional<Cost> cost = {};
    std::optional<MonitoringEvidence> monitoring = {};
    std::optional<LatencyEvidence> latencies = {};
    std::vector<RouteEvidence> routes = {};
    std::vector<UplinkEvidence> uplinks = {};

    friend bool operator==(const Evidence&, const Evidence&) = default;
};

}  // namespace causeway::platform
