/// Streams over several links between clusters at once: what arrives of what was offered.
#pragma once

#include "causeway/base/matrix.hpp"
#include "causeway/base/units.hpp"
#include "causeway/discovery/hosts.hpp"
#include "causeway/discovery/uplink_estimate.hpp"
#include "causeway/probe/clock.hpp"
#include "causeway/probe/message_streams.hpp"
#include "causeway/probe/routes.hpp"

#include <mpi.h>

#include <vector>

namespace causeway::probe {

/// A link when no other is in use.
struct KnownLink {
    double latency = 0.0;   ///< in seconds
    double rate = 0.0;      ///< in bytes per second; 0: not known
    double of_hosts = 0.0;  ///< what the slower end's hosts send to a neighbour, in bytes per second; 0: not known

    /// Whether a flow is limited by its hosts, as far as anybody knows.
    [[nodiscard]] bool is_as_fast_as_hosts() const;
};

/// What `routes` (of `measure_routes`, counted on rank 0 only) tell of the links between clusters, on every rank,
/// [from][to]. Collective. Throws MpiError.
[[nodiscard]] base::SquareMatrix<KnownLink> known_links(MPI_Comm comm, const std::vector<discovery::Route>& routes,
                                                        int num_clusters);

/// What the experiments of a stage may take.
struct StreamEffort {
    Seconds budget;
    /// Longer messages are not sent: the longest that shake no hands, which hold up a stream for round trips.
    Bytes longest = Bytes(1024 * 1024);
};

/// Experiments with flows that each send at a rate that they are given, for the time of a few round trips; receivers
/// count what arrives in each of several looks.
class StreamExperiments {
public:
    /// `layout` and `links` outlive this. `clock`: agreed on by all ranks; `effort`: for all experiments together.
    StreamExperiments(MPI_Comm comm, const discovery::HostLayout& layout, const base::SquareMatrix<KnownLink>& links,
                      const SharedClock& clock, const StreamEffort& effort);

    /// Whether rank 0 expects the next experiment to end in time. Collective.
    [[nodiscard]] bool is_time_for_another() const;

    /// All flows at once, each at its rate of `offer`: what arrived of each, [flow][look]. Collective. Throws MpiError.
    [[nodiscard]] std::vector<std::vector<BytesPerSecond>> run(const std::vector<discovery::Flow>& flows,
                                                               const std::vector<BytesPerSecond>& offer);

private:
    [[nodiscard]] std::vector<MessageStream> streams_of(const std::vector<discovery::Flow>& flows,
                                                        const std::vector<BytesPerSecond>& offer) const;

    MPI_Comm comm_;
    const discovery::HostLayout& layout_;
    const base::SquareMatrix<KnownLink>& links_;
    SharedClock clock_;
    Bytes longest_;       ///< of messages
    Seconds end_;         ///< counts on rank 0
    Seconds round_trip_;  ///< the longest
    StreamTimes times_;
    Seconds expected_;  ///< what an experiment takes; counts on rank 0
};

}  // namespace causeway::probe
