/// pLogP on a grid of clusters: every process has a port in and out, every host a network interface in
/// and out, every cluster an uplink and a downlink, and the links between them run side by side where it is
/// known what uplinks carry.
#pragma once

#include "causeway/base/matrix.hpp"
#include "causeway/model/network_model.hpp"
#include "causeway/platform/groups_of_clusters.hpp"
#include "causeway/platform/platform.hpp"

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace causeway::model {

/// The model of models.md section 1, rows "pLogP" and "shared uplink", for the processes of a
/// communicator on a platform:
///
/// - between processes of one host: the process ports for the gap of the cluster's `within_host`;
/// - between hosts of one cluster: the host interfaces for the gap g(m) of the cluster's pLogP;
/// - between clusters: in addition the uplink of the sender's cluster and the downlink of the
///   receiver's. A cluster whose `uplink_capacity` is known holds its uplink for m / capacity and the
///   link, one per direction, for its gap g(m): transfers over several links run side by side as far
///   as the uplink carries them. One whose capacity is not known holds its uplink for the gap of the
///   link: the paper's one coordinator, who does one transfer at a time. Downlinks are held for
///   m / `downlink_capacity`, or for the gap of the link where that is not known. The interfaces are
///   held for the local gap only: a host whose uplink is slow can still feed its neighbours, and
///   several links. The interface of a host without neighbours is held as long as its uplink.
///   A link of which both `per_flow_limit` and `shared_capacity` are known has a resource for each flow, that is for
///   each pair of a sending and a receiving host, held for the gap, and one that they share, held for m /
///   `shared_capacity`, which also stands in for the capacity of an uplink or downlink that is not known. Among more
///   than 32768 hosts all flows of a link are one.
///
/// - out of and into a group of clusters whose capacity is known (groups_of_clusters.hpp), like a site whose LANs are
///   clusters: in addition the group's uplink and downlink, held for m / capacity beside the clusters' own. What two
///   clusters of a group exchange does not pass them.
///
/// Inside a host and inside a cluster, transfers share a medium where there is a `shared_gap`; where the platform has
/// one, all between hosts share the machine.
///
/// Between hosts of a cluster whose `ethernet` is known, and which the placement places there, that counts instead of
/// pLogP: their processors and the wire between them (switched_ethernet.hpp), senders that do not wait.
///
/// A transfer arrives L + g(m) after its start, or its measured delivery time D(m) if that is longer, when nothing
/// is in its way. What waits for its receiver's answer takes as much longer as the platform's handshake says
/// (platform::Handshake); where that is not known, as a supposed one does, if there is one. Where receivers are ready
/// only once a call's length has come to them, what waits for them without an answer on its way is L later.
class GridPlogp final : public NetworkModel {
public:
    /// What a resource is.
    enum class Kind {
        kPort,           ///< of a process
        kInterface,      ///< of a host
        kClusterBorder,  ///< uplink or downlink of a cluster
        kHostMedium,     ///< what transfers inside a host share
        kClusterMedium,  ///< what transfers inside a cluster share
        kLink,           ///< one direction of a link between two clusters
        kProcessor,      ///< of a host on a switched Ethernet
        kWire,           ///< between two hosts of a cluster on a switched Ethernet
        kFlow,           ///< of one pair of hosts
        kGroupBorder,    ///< uplink or downlink of a group of clusters
        kMachine,        ///< the one that all hosts are
    };
    struct Resource {
        Kind kind = Kind::kPort;
        int owner = 0;           ///< the process, host, cluster or group; of what is between two, the sender
        int receiver = -1;       ///< the other one
        bool is_inward = false;  ///< of what has a way out and one in
    };

    /// `platform` outlives the model. Transfers between hosts for which it has no figures take for
    /// ever: no plan uses them.
    GridPlogp(const platform::Platform& platform, platform::Placement placement,
              std::optional<platform::Handshake> supposed = std::nullopt,
              platform::Receivers receivers = platform::Receivers::kReady);
    /// Of other processes on the platform of `other`, or under other conditions: what is known between clusters is
    /// theirs together.
    GridPlogp(const GridPlogp& other, platform::Placement placement, std::optional<platform::Handshake> supposed,
              platform::Receivers receivers);

    /// Null: they are not joined.
    [[nodiscard]] const platform::Link* link(int from_cluster, int to_cluster) const {
        return network_->links(from_cluster, to_cluster);
    }
    /// platform::links_between()
    [[nodiscard]] const base::SquareMatrix<const platform::Link*>& links() const { return network_->links; }
    /// platform::groups_of_clusters()
    [[nodiscard]] const std::vector<platform::GroupOfClusters>& nests() const { return network_->nests; }

    [[nodiscard]] int num_resources() const override;
    [[nodiscard]] Occupation occupation(int from, int to, Bytes size) const override;
    /// Between processes of one host nothing is asked.
    [[nodiscard]] std::optional<Seconds> answer_time(int from, int to, Bytes size) const override;
    /// The resource that all transfers between hosts share, where these are one machine: a schedule's messages hold it
    /// one after another, whatever ways they go.
    [[nodiscard]] std::optional<int> machine() const { return machine_; }
    /// How long a message holds it.
    [[nodiscard]] Seconds machine_gap(Bytes size) const { return platform_->shared_gap_of(size); }
    /// Whether it is a port of one process; others are of a host, or shared by several.
    [[nodiscard]] bool is_of_process(int resource) const { return resource < 2 * placement_.num_processes(); }

    /// The number of the interface, out or in, of the process's host.
    [[nodiscard]] int interface_of(int process, bool outward) const {
        return 2 * placement_.num_processes() + 2 * placement_.host_of[static_cast<std::size_t>(process)] +
               (outward ? 0 : 1);
    }

    /// Whether the hosts of the process's cluster are known by their own costs: else they are alike.
    [[nodiscard]] bool knows_hosts(int process) const {
        const int host = placement_.host_of[static_cast<std::size_t>(process)];
        return between_unequal(host, host) != nullptr;
    }

    /// What the resource of this number is. Groups are numbered as platform::groups_of_clusters() has them; the hosts
    /// of a wire by their places in the cluster.
    [[nodiscard]] Resource resource(int number) const;

private:
    /// What is known between clusters, whoever has processes there.
    struct Network {
        explicit Network(const platform::Platform& platform);

        base::SquareMatrix<const platform::Link*> links;
        std::vector<platform::GroupOfClusters> nests;
        std::vector<std::vector<int>> nests_around;  ///< [cluster]: groups of known capacity, the outermost first
        bool limits_flows = false;                   ///< whether flows of some link are limited one by one
    };

    GridPlogp(const platform::Platform* platform, std::shared_ptr<const Network> network, platform::Placement placement,
              std::optional<platform::Handshake> supposed, platform::Receivers receivers);

    /// L, or what the delivery time or the handshake makes of it.
    [[nodiscard]] Seconds transit_of(const platform::Plogp& plogp, Bytes size) const;
    /// Between two processes of one host, or of one cluster.
    [[nodiscard]] Occupation transfer(const platform::Plogp& plogp, Bytes size, int out, int in, int medium) const;
    [[nodiscard]] const platform::Plogp* within_cluster(int cluster) const;
    [[nodiscard]] int num_resources_without_links() const;
    /// One for each pair of clusters.
    [[nodiscard]] int num_link_resources() const { return platform_->num_clusters() * platform_->num_clusters(); }
    /// Whether both are known by their own costs, and where these stand.
    [[nodiscard]] const platform::Ethernet* between_unequal(int from_host, int to_host) const;
    [[nodiscard]] Occupation between_clusters(int from_host, int to_host, Bytes size) const;
    /// Where hosts have their own processors.
    [[nodiscard]] Occupation on_own_machines(int from, int to, Bytes size) const;

    [[nodiscard]] const platform::Plogp* between(int from_cluster, int to_cluster) const;
    /// Numbers of the groups of known capacity around one cluster and not around another, the outermost first, and no more than a stage
    /// can hold: of deep nests the outer ones count.
    [[nodiscard]] std::span<const int> borders_between(int cluster, int other) const;
    /// The resource of a group's way out or in.
    [[nodiscard]] int border_of(int group, bool is_inward) const {
        return borders_begin_ + 2 * group + (is_inward ? 1 : 0);
    }

    const platform::Platform* platform_;
    std::shared_ptr<const Network> network_;
    platform::Placement placement_;
    std::optional<platform::Handshake> handshake_;
    platform::Receivers receivers_;
    bool has_flows_ = false;  ///< whether flows are resources
    int flows_begin_ = 0;     ///< the first of the flows among the resources, [from host][to host]
    int borders_begin_ = 0;   ///< the first of the groups' borders among the resources
    std::optional<int> machine_;
    std::vector<int> wires_begin_;  ///< [cluster]: the first of its wires among the resources; -1: it has none
    int num_resources_ = 0;
    int num_hosts_;
};

/// pLogP between the processes of one cluster, one process per host: what a strategy's schedule costs
/// where only one cluster's parameters are in play.
class ClusterPlogp final : public NetworkModel {
public:
    ClusterPlogp(const platform::Plogp& plogp, int num_processes);

    [[nodiscard]] int num_resources() const override { return 2 * num_processes_ + 1; }
    [[nodiscard]] Occupation occupation(int from, int to, Bytes size) const override;

private:
    platform::Plogp plogp_;
    int num_processes_;
};

}  // namespace causeway::model
