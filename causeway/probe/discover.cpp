#include "causeway/probe/discover.hpp"

#include "causeway/base/json_input.hpp"
#include "causeway/base/json_output.hpp"
#include "causeway/discovery/discovery_evidence.hpp"
#include "causeway/discovery/handshake.hpp"
#include "causeway/discovery/hosts.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/mpi/gathered_answer.hpp"
#include "causeway/mpi/host_identity.hpp"
#include "causeway/platform/platform_json.hpp"
#include "causeway/policy/measurement.hpp"
#include "causeway/probe/agreed_groups.hpp"
#include "causeway/probe/agreed_monitoring.hpp"
#include "causeway/probe/agreed_routes.hpp"
#include "causeway/probe/busy_machine.hpp"
#include "causeway/probe/clock.hpp"
#include "causeway/probe/cluster_ethernets.hpp"
#include "causeway/probe/contention_measurement.hpp"
#include "causeway/probe/discovered_platform.hpp"
#include "causeway/probe/ethernet_measurement.hpp"
#include "causeway/probe/handshake_measurement.hpp"
#include "causeway/probe/measured_host_clusters.hpp"
#include "causeway/probe/quiet_wait.hpp"
#include "causeway/probe/tell_all.hpp"
#include "causeway/probe/uplink_measurement.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace causeway::probe {

namespace {

using platform::Platform;

/// Collective. `comm`: see gathered_answer().
JobHosts hosts_of(MPI_Comm comm) {
    const auto all = [](const std::vector<int>& ranks) { return std::vector<bool>(ranks.size(), true); };
    const auto names = [](const std::vector<mpi::TextOfRank>& texts) {
        std::vector<mpi::HostMark> marks;
        for (const mpi::TextOfRank& text : texts) {
            marks.push_back(mpi::host_mark_from(*text));
        }
        const bool share_one_kernel = mpi::share_one_kernel(marks);
        return base::JsonOutput({{"names", mpi::names_of_hosts(marks)}, {"share_one_kernel", share_one_kernel}})
            .to_msgpack();
    };
    const base::JsonInput answer = base::JsonInput::from_msgpack(
        mpi::gathered_answer(comm, mpi::text_of(mpi::own_host_mark()), all, names), "the job's hosts");
    JobHosts hosts;
    for (const base::JsonInput& name : answer.member("names").elements()) {
        hosts.of_rank.push_back(name.string());
    }
    hosts.share_one_kernel = answer.member("share_one_kernel").boolean();
    return hosts;
}

/// Between the hosts, one process on each; between the processes if there is one host only. Collective; nothing for the
/// `bystander`s, who wait.
std::optional<statistics::PiecewiseLinear> measure_contention(MPI_Comm comm, bool bystander, Seconds budget) {
    constexpr int kFewest = 3;  // two have nobody to get in the way of
    const mpi::Communicator some = mpi::split(comm, bystander ? -1 : 0);
    std::optional<statistics::PiecewiseLinear> result;
    if (!bystander && mpi::size_of(some.handle()) >= kFewest) {
        result = measure_shared_gap(some.handle(), budget);
    }
    quiet_barrier(comm);
    return result;
}

/// The stages of a discovery, each of which uses what those before it found. Collective.
class Discovery {
public:
    /// Throws InputError for an unknown method.
    Discovery(MPI_Comm comm, const DiscoveryOptions& options)
        : options_(options),
          method_(clustering::methods().at(options.method, "method")),
          begin_(monotonic_now()),
          comm_(comm),
          errors_(comm),
          rank_(mpi::rank_of(comm)) {}

    void find_hosts() {
        report(0.0, "hosts");
        const JobHosts hosts = options_.hosts ? *options_.hosts : hosts_of(comm_);
        found_.host_of_rank = hosts.of_rank;
        found_.layout = discovery::group_by_host(found_.host_of_rank);
        found_.layout.share_one_kernel = hosts.share_one_kernel;
        if (options_.one_switch) {
            require_three_hosts(found_.layout);
        }
        found_.places = places_of_hosts(comm_, found_.layout);
        found_.monitored = agree_on_monitoring(comm_, found_.layout.names, options_.monitoring);
    }

    void find_clusters() {
        if (found_.layout.num_hosts() == 1) {
            return;
        }
        report(policy::kLatenciesBegin, "latencies");
        const Seconds budget =
            (options_.at_a_glance ? policy::kShareOfLatenciesAtAGlance : policy::kShareOfLatencies) * options_.budget;
        const Seconds latencies_begin = monotonic_now();
        found_.hosts = find_host_clusters(comm_, found_.layout, found_.monitored.latencies,
                                          {.method = &method_,
                                           .tolerance = options_.tolerance,
                                           .all_in_one = options_.one_switch,
                                           .most_hosts_in_pairs = options_.most_hosts_in_pairs,
                                           .budget = budget});
        agree_on_groups();
        if (found_.hosts.search) {
            found_.besides = std::max(found_.besides, monotonic_now() - latencies_begin - budget);
        }
    }

    /// On one way for all: what it asks for is the MPI library's and the transport's.
    void measure_handshake() {
        if (found_.layout.num_hosts() == 1) {
            return;
        }
        report(policy::kHandshakeBegins, "handshake");
        std::array<std::int64_t, 2> numbers{};  // none: all 0
        if (is_representative()) {
            const HandshakeEnds ends = ends_of_handshake();
            if (rank_ == ends.measurer || rank_ == ends.peer) {
                const auto found = probe::measure_handshake(comm_, ends.measurer, ends.peer, ends.round_trip);
                numbers = found ? std::array<std::int64_t, 2>{found->beyond.value(), found->round_trips} : numbers;
            }
        }
        quiet_allreduce(numbers.data(), static_cast<int>(numbers.size()), MPI_INT64_T, MPI_MAX, comm_);
        if (numbers[0] > 0) {
            found_.handshake = {.beyond = Bytes(numbers[0]), .round_trips = static_cast<int>(numbers[1])};
        }
    }

    void measure_transfers() {
        report(policy::kRoutesBegin, "transfers");
        const Seconds budget = std::max(time_left() - share_of_later_stages() * options_.budget,
                                        std::min(time_left(), policy::kLeastShareOfRoutes * options_.budget));
        found_.routes =
            combine_routes(comm_, found_.layout, found_.hosts.clusters, found_.hosts.latencies, found_.groups,
                           {.budget = budget, .at_a_glance = options_.at_a_glance, .handshake = found_.handshake},
                           {found_.hosts.found.believed, found_.monitored.bandwidths});
        found_.groups = found_.routes.groups;
        found_.clock = agree_on_clock(
            comm_, found_.layout.share_one_kernel ? SharedClock::Method::kOneKernel : SharedClock::Method::kOffsets,
            options_.at_a_glance ? policy::kPatienceAtAGlance : policy::kPatienceOfClock);
    }

    void measure_busy_machine() {
        found_.busy_trips = probe::measure_busy_machine(comm_, found_.layout, found_.hosts.clusters);
    }

    void measure_uplinks_and_flows() {
        report(policy::kUplinksBegin, "uplinks");
        found_.flows = measure_flows(comm_, found_.layout, found_.hosts.clusters, found_.groups, found_.routes.routes,
                                     *found_.clock, streams_within(time_for_flows()));
        found_.uplinks =
            measure_uplinks(comm_, found_.layout, found_.hosts.clusters, found_.groups, found_.routes.routes,
                            found_.flows, *found_.clock, streams_within(time_for_uplinks()));
        found_.flows.insert(found_.flows.end(), found_.uplinks.of_links.begin(), found_.uplinks.of_links.end());
    }

    void measure_collectives() {
        const bool has_contention = found_.num_clusters() == 1;
        if (measures_native() && mpi::size_of(comm_) > 1) {
            report(policy::kNativeBegins, "the MPI library's own collectives");
            const double for_contention = has_contention ? policy::kShareOfContention : 0.0;
            found_.native =
                measure_native_broadcast(comm_, *found_.clock, time_left() - for_contention * options_.budget);
        }
        if (has_contention) {
            const bool bystander = found_.layout.num_hosts() > 1 && !is_representative();
            found_.shared_gap = measure_contention(comm_, bystander, policy::kShareOfContention * options_.budget);
        }
    }

    void measure_unequal_hosts() {
        const EthernetProbeOptions probing{.repetitions = 5, .collective_repetitions = 9, .rounds = 2};
        if (options_.one_switch) {
            report(policy::kUnequalHostsBegin, "what each host costs");
            found_.samples = {measure_ethernet(comm_, probing)};
        } else if (options_.switch_per_cluster && found_.layout.num_hosts() > 1) {
            report(policy::kUnequalHostsBegin, "what each host costs");
            found_.samples = measure_cluster_ethernets(comm_, found_.layout, found_.hosts.clusters, probing);
        }
    }

    /// Rank 0 knows everything; the others read its platform as they would from a file.
    [[nodiscard]] Platform agreed_platform() const {
        std::string text;
        if (rank_ == 0) {
            Platform platform = platform_of(found_, options_);
            discovery::add_cost(platform.provenance, options_.budget + found_.besides, monotonic_now() - begin_);
            text = platform::to_json_text(platform);
        }
        text = told_to_all(comm_, std::move(text));
        report(1.0, "done");
        return platform::parse_platform(text, "the discovered platform");
    }

private:
    struct HandshakeEnds {
        int measurer = 0;
        int peer = 0;
        Seconds round_trip;
    };

    /// By the first hosts of two clusters, or the first two of the only one. On the lowest rank of every host.
    [[nodiscard]] HandshakeEnds ends_of_handshake() const {
        const clustering::Partition& clusters = found_.hosts.clusters;
        const discovery::ClusterLatencies& latencies = found_.hosts.latencies;
        if (clusters.size() == 1) {
            return {.measurer = found_.layout.representative(clusters.front()[0]),
                    .peer = found_.layout.representative(clusters.front()[1]),
                    .round_trip = 2.0 * latencies.inside.front().value_or(Seconds(0.0))};
        }
        const auto [a, b] = discovery::clusters_for_handshake(latencies.between);
        return {.measurer = found_.layout.representative(clusters[static_cast<std::size_t>(a)].front()),
                .peer = found_.layout.representative(clusters[static_cast<std::size_t>(b)].front()),
                .round_trip = 2.0 * latencies.between(a, b)};
    }

    /// Which clusters are one place for the others. Collective.
    void agree_on_groups() {
        if (rank_ == 0 && found_.num_clusters() > 1) {
            found_.levels = levels_of(found_, method_);
            found_.groups = groups_of(found_);
        }
        found_.groups = agreed_groups(comm_, found_.groups);
    }

    void report(double fraction, std::string_view what) const {
        if (rank_ == 0 && options_.progress) {
            options_.progress(fraction, what);
        }
    }

    /// Rank 0's, so that all ranks plan with the same. Collective.
    [[nodiscard]] Seconds time_left() const {
        double left =
            ((1.0 - policy::kReserveOfBudget) * options_.budget + found_.besides - (monotonic_now() - begin_)).value();
        tell_all(&left, 1, MPI_DOUBLE, comm_);
        return Seconds(std::max(0.0, left));
    }

    [[nodiscard]] StreamEffort streams_within(Seconds budget) const {
        StreamEffort effort{.budget = std::min(budget, time_left())};
        if (found_.handshake && found_.handshake->is_to_be_avoided()) {
            effort.longest = std::min(effort.longest, found_.handshake->beyond);
        }
        return effort;
    }

    [[nodiscard]] bool is_representative() const {
        const std::vector<std::string>& names = found_.layout.names;
        const auto host = std::find(names.begin(), names.end(), found_.host_of_rank[static_cast<std::size_t>(rank_)]);
        return rank_ == found_.layout.representative(static_cast<int>(host - names.begin()));
    }

    [[nodiscard]] bool measures_native() const { return options_.measure_native && !options_.at_a_glance; }

    /// At a glance what leaves a cluster over all its links goes before what one flow is limited to.
    [[nodiscard]] double flow_share() const {
        return options_.at_a_glance && found_.num_clusters() > 2 ? 0.0 : policy::kShareOfFlows;
    }

    /// Their share, or at a glance at two clusters, which have no uplinks to look at, what is left. Collective.
    [[nodiscard]] Seconds time_for_flows() const {
        const Seconds share = flow_share() * options_.budget;
        return options_.at_a_glance && found_.num_clusters() == 2 ? std::max(share, time_left()) : share;
    }

    [[nodiscard]] double uplink_share() const {
        return options_.at_a_glance ? policy::kShareOfUplinksAtAGlance : policy::kShareOfUplinks;
    }

    /// Their share, and what earlier stages have left. Collective.
    [[nodiscard]] Seconds time_for_uplinks() const {
        const double for_native = measures_native() ? policy::kShareOfNative : 0.0;
        return std::max(uplink_share() * options_.budget, time_left() - for_native * options_.budget);
    }

    /// Of those after the transfers.
    [[nodiscard]] double share_of_later_stages() const {
        const double for_native = measures_native() ? policy::kShareOfNative : 0.0;
        const double for_uplinks = found_.num_clusters() > 2 ? uplink_share() : 0.0;
        return for_native + (found_.num_clusters() == 1 ? policy::kShareOfContention : flow_share() + for_uplinks);
    }

    const DiscoveryOptions& options_;
    const clustering::Method& method_;
    Seconds begin_;
    MPI_Comm comm_;
    mpi::ErrorsReturned errors_;
    int rank_;
    Findings found_;
};

}  // namespace

Platform discover(MPI_Comm comm, const DiscoveryOptions& options) {
    Discovery discovery(comm, options);
    discovery.find_hosts();
    discovery.find_clusters();
    discovery.measure_handshake();
    discovery.measure_transfers();
    discovery.measure_busy_machine();
    discovery.measure_uplinks_and_flows();
    discovery.measure_collectives();
    discovery.measure_unequal_hosts();
    return discovery.agreed_platform();
}

}  // namespace causeway::probe
