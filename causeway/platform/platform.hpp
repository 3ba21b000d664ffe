/// What the machine is: clusters of alike hosts, the links between clusters, and what each costs.
///
/// A platform is a value: discovery makes it, files hold it (platform_json.hpp), plans are made
/// from it. Clusters are referred to by their index in `Platform::clusters`.
#pragma once

#include "causeway/base/matrix.hpp"
#include "causeway/base/units.hpp"
#include "causeway/platform/ethernet.hpp"
#include "causeway/platform/evidence.hpp"
#include "causeway/statistics/piecewise_linear.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace causeway::platform {

/// Rates that people are told are those of messages of this size: overheads of single ones no longer count, and
/// discovery's tables still reach.
inline constexpr Bytes kRateSize{1 << 20};

/// The parameters of the pLogP model (Kielmann et al. 2001; Steffenel section 2.2): all times in
/// seconds, tables over the message size in bytes.
struct Plogp {
    Seconds latency;                               ///< L, one way
    statistics::PiecewiseLinear gap;               ///< g(m): least time between two messages
    statistics::PiecewiseLinear send_overhead;     ///< os(m): processor time to send
    statistics::PiecewiseLinear receive_overhead;  ///< or(m): processor time to receive
    /// D(m): from the start of one isolated send until the message is there, where it was measured. Longer than
    /// L + g(m) where a route stores and forwards, or where a large message shakes hands first; absent: L + g(m).
    std::optional<statistics::PiecewiseLinear> delivery;
    /// The least time between two messages of m bytes of all processes together, where they get in each other's way: in
    /// a shared medium, a switch with too little capacity, or because hosts share processors. Absent: they do not.
    std::optional<statistics::PiecewiseLinear> shared_gap;

    [[nodiscard]] Seconds gap_of(Bytes size) const { return Seconds(gap(static_cast<double>(size.value()))); }
    /// 0 where messages do not get in each other's way.
    [[nodiscard]] Seconds shared_gap_of(Bytes size) const {
        return shared_gap ? Seconds((*shared_gap)(static_cast<double>(size.value()))) : Seconds(0.0);
    }
    /// Of messages of kRateSize, one after another; nothing where they have no gap.
    [[nodiscard]] std::optional<BytesPerSecond> rate() const;
    /// From the start of a send until its receiver's port is taken, so that the message arrives g(m) later: L, or
    /// more where D(m) says so.
    [[nodiscard]] Seconds transit_of(Bytes size) const;
    /// Whether D(m) was measured for messages that are longer.
    [[nodiscard]] bool tells_delivery_beyond(Bytes size) const;

    friend bool operator==(const Plogp&, const Plogp&) = default;
};

/// When a call's receivers are ready.
enum class Receivers {
    kReady,         ///< as it begins
    kReadyOnceTold  ///< L later, as the call's length goes ahead of its data
};

/// Longer messages wait until their receiver has answered (rendezvous): a property of the MPI library and of the
/// transport that it uses between hosts.
struct Handshake {
    Bytes beyond;         ///< the largest messages that go without
    int round_trips = 1;  ///< that longer ones take more, each of 2 L; 0: they wait, but for no answer on its way

    /// Whether data is better cut into parts that go without: where these are not so short that they cost more.
    [[nodiscard]] bool is_to_be_avoided(Receivers receivers = Receivers::kReady) const {
        return (round_trips > 0 || receivers == Receivers::kReadyOnceTold) && beyond >= Bytes(4 << 10);
    }
    /// How long a message of this size waits for the answer of a receiver that is ready; nothing: it does not wait for
    /// its receiver.
    [[nodiscard]] std::optional<Seconds> answer_time(Bytes size, const Plogp& plogp) const;
    /// What a message of this size takes longer to arrive for it; no answer where D(m), measured so far, has it in it.
    /// While receivers are told an answer is asked for, and without one what waits for them begins L later.
    [[nodiscard]] Seconds time_of(Bytes size, const Plogp& plogp, Receivers receivers = Receivers::kReady) const;

    friend bool operator==(const Handshake&, const Handshake&) = default;
};

/// Where nothing else is known: 64 KiB over TCP in Open MPI (btl_tcp_eager_limit) and in MPICH (netmod tcp), which
/// counts the MPI library's header.
inline constexpr Handshake kSupposedHandshake{.beyond = Bytes((64 << 10) - 256), .round_trips = 1};

/// A set of hosts that are alike towards each other.
struct Cluster {
    std::string name;
    /// Names of the hosts; empty when the file gives only their number.
    std::vector<std::string> hosts;
    int num_hosts = 0;
    /// Between two of its hosts; absent for a single host, or when unknown.
    std::optional<Plogp> plogp;
    /// Between two processes of one of its hosts; absent when every host runs one process.
    std::optional<Plogp> within_host;
    /// Measured time of a local broadcast over the message size; replaces its prediction.
    std::optional<statistics::PiecewiseLinear> broadcast_time;
    /// The rate of everything that leaves the cluster, over all its links together, if measured. Absent: not known, so
    /// that no more is counted on than one transfer at a time.
    std::optional<BytesPerSecond> uplink_capacity = {};
    /// The same for everything that enters.
    std::optional<BytesPerSecond> downlink_capacity = {};
    /// What each of its hosts and each pair of them costs, if measured: they need not be alike. [host as in `hosts`].
    std::optional<Ethernet> ethernet = {};

    friend bool operator==(const Cluster&, const Cluster&) = default;
};

/// The route from the hosts of one cluster to those of another.
struct Link {
    int from = 0;  ///< index of a cluster
    int to = 0;    ///< index of a cluster
    bool symmetric = true;
    std::optional<Plogp> plogp;
    /// The rate that all flows of this link share, if measured.
    std::optional<BytesPerSecond> shared_capacity;
    /// The rate that one flow reaches at most, if measured.
    std::optional<BytesPerSecond> per_flow_limit;

    friend bool operator==(const Link&, const Link&) = default;
};

/// A machine by name.
struct Host {
    std::string name;
    int cluster = 0;                      ///< index of a cluster
    int slots = 1;                        ///< processes it takes
    std::optional<int> num_sockets = {};  ///< processor packages, if known
    std::optional<int> num_nodes = {};    ///< NUMA nodes that have processors, if known
    double speed = 1.0;                   ///< at which one of its processes computes, beside that of other hosts

    friend bool operator==(const Host&, const Host&) = default;
};

/// Some hosts that are near each other at one level of the network.
struct LevelCluster {
    std::string name;
    std::vector<std::string> hosts;
    /// The rate of everything that leaves them together, if measured: of several clusters behind one uplink, like the
    /// LANs of a site. Absent: nothing holds them up together.
    std::optional<BytesPerSecond> uplink_capacity = {};
    /// The same for everything that enters.
    std::optional<BytesPerSecond> downlink_capacity = {};

    friend bool operator==(const LevelCluster&, const LevelCluster&) = default;
};

/// One level of the network: hosts of a LAN, LANs of a site, sites of a continent, as it was found.
struct Level {
    std::string name;  ///< "LAN"
    /// Every host of the platform in exactly one.
    std::vector<LevelCluster> clusters;
    /// The largest mean latency across which hosts are together, if some are.
    std::optional<Seconds> inside = {};
    /// The smallest between two clusters, if there are several.
    std::optional<Seconds> outside = {};
    /// In [0, 1]: how much of the level is found again in data as noisy (clustering.hpp), if that was asked.
    std::optional<double> stability = {};

    friend bool operator==(const Level&, const Level&) = default;
};

/// The time that a collective of the MPI library itself took on this platform.
struct NativeTime {
    std::string collective;               ///< "broadcast"
    std::vector<std::string> hosts;       ///< host of every process of the communicator, [rank]
    statistics::PiecewiseLinear seconds;  ///< over the message size in bytes, to the last process

    friend bool operator==(const NativeTime&, const NativeTime&) = default;
};

/// Where the figures come from.
struct Provenance {
    std::string measured;  ///< when and how, for people
    std::string by;        ///< "causeway 0.1.0"
    std::optional<double> tolerance;
    /// What went less than well, a sentence each.
    std::vector<std::string> remarks;
    /// How well they are known.
    Evidence evidence = {};

    friend bool operator==(const Provenance&, const Provenance&) = default;
};

struct Platform {
    std::string name;
    std::vector<Cluster> clusters;
    std::vector<Link> links;
    std::vector<Host> hosts;
    std::vector<NativeTime> native;
    /// The network's levels nested in each other, the finest first, where several are known; `clusters` fits among
    /// them. Plans go by those that hold whole clusters (groups_of_clusters.hpp); the finer ones are for people and
    /// programs that want to know (process_levels.hpp).
    std::vector<Level> levels = {};
    /// Between hosts, if measured.
    std::optional<Handshake> handshake = {};
    /// The least time between two messages of m bytes of all processes of all hosts together, where the hosts are one
    /// machine (containers, a testbed) that has fewer processors than processes. Absent: they have enough.
    std::optional<statistics::PiecewiseLinear> shared_gap = {};
    Provenance provenance;

    [[nodiscard]] int num_clusters() const { return static_cast<int>(clusters.size()); }

    /// Index of the cluster called `name`, if there is one.
    [[nodiscard]] std::optional<int> find_cluster(std::string_view name) const;

    /// Index into `hosts` of the host called `name`, if it is known.
    [[nodiscard]] std::optional<int> find_host(std::string_view name) const;

    /// The link that carries messages from one cluster to another: the directed one if there is
    /// one, else the symmetric one of the other direction; null when they are not joined directly.
    [[nodiscard]] const Link* find_link(int from, int to) const;

    /// 0 where hosts have processors of their own.
    [[nodiscard]] Seconds shared_gap_of(Bytes size) const {
        return shared_gap ? Seconds((*shared_gap)(static_cast<double>(size.value()))) : Seconds(0.0);
    }

    friend bool operator==(const Platform&, const Platform&) = default;
};

/// Platform::find_link() of all pairs, [from][to]; null on the diagonal too. The platform outlives it.
[[nodiscard]] base::SquareMatrix<const Link*> links_between(const Platform& platform);

/// Where the processes of a communicator run: on which host of which cluster of a platform.
struct Placement {
    /// [rank] -> host, numbered from 0 in order of first appearance.
    std::vector<int> host_of;
    /// [host] -> index of a cluster of the platform.
    std::vector<int> cluster_of_host;
    /// [host] -> its place in Cluster::hosts; empty: not known, and -1 for a host that its cluster does not list.
    std::vector<int> place_in_cluster = {};
    /// [rank] -> the NUMA node of its host that it runs on, -1 where it is bound to none; empty: not known, or of no
    /// interest since no host has several.
    std::vector<int> node_of = {};

    [[nodiscard]] int num_processes() const { return static_cast<int>(host_of.size()); }
    [[nodiscard]] int num_hosts() const { return static_cast<int>(cluster_of_host.size()); }
    [[nodiscard]] int cluster_of(int rank) const {
        return cluster_of_host[static_cast<std::size_t>(host_of[static_cast<std::size_t>(rank)])];
    }
    [[nodiscard]] bool is_in_one_cluster() const;

    friend bool operator==(const Placement&, const Placement&) = default;
};

/// One process per slot of every host, cluster by cluster in the order of the file.
[[nodiscard]] Placement full_placement(const Platform& platform);

/// The placement of processes given the name of each one's host, [rank]. Empty when the platform
/// does not know one of them.
[[nodiscard]] std::optional<Placement> placement_of(const Platform& platform,
                                                    const std::vector<std::string>& host_names);

/// The name of every process's host, [rank], for a full placement, as in host_names_in().
[[nodiscard]] std::vector<std::string> host_names_of(const Platform& platform, const Placement& placement);

/// The names of a cluster's hosts: as it lists them; where it gives their number only, "<cluster>-0", "<cluster>-1",
/// ...
[[nodiscard]] std::vector<std::string> host_names_in(const Cluster& cluster);

/// The same machine with every link, uplink and downlink the other way.
[[nodiscard]] Platform turned_round(Platform platform);

/// A digest of everything a plan depends on, 16 hexadecimal digits: equal platforms give equal
/// fingerprints on every machine.
[[nodiscard]] std::string fingerprint(const Platform& platform);

}  // namespace causeway::platform
