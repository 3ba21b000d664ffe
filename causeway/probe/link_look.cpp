#include "causeway/probe/link_look.hpp"

#include "causeway/discovery/link_pace.hpp"
#include "causeway/discovery/plogp_experiments.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/policy/measurement.hpp"
#include "causeway/probe/message_arrivals.hpp"
#include "causeway/probe/quiet_wait.hpp"

#include <algorithm>
#include <vector>

namespace causeway::probe {

namespace {

using mpi::check;

constexpr int kPingTag = 21;
constexpr int kNumberTag = 23;
static_assert(kNumberTag < kLookTags);

Seconds now() {
    return Seconds(PMPI_Wtime());
}

/// The shortest of a few round trips, measured by the one who goes first. One that is as expected is enough. Each ping
/// carries what was found so far, so that both know when it is the last.
Seconds round_trip_with(MPI_Comm comm, int peer, bool goes_first, Seconds expected) {
    double shortest = Seconds::infinity().value();
    const auto send = [&] { check(PMPI_Send(&shortest, 1, MPI_DOUBLE, peer, kPingTag, comm), "MPI_Send"); };
    const auto receive = [&](double& value) {
        check(PMPI_Recv(&value, 1, MPI_DOUBLE, peer, kPingTag, comm, MPI_STATUS_IGNORE), "MPI_Recv");
    };
    for (int i = 0;; ++i) {
        const Seconds begin = now();
        goes_first ? send() : receive(shortest);
        if (i == policy::kPingsOfLook || Seconds(shortest) < policy::kAsExpectedTrip * expected) {
            return Seconds(shortest);
        }
        if (goes_first) {
            double ignored = 0.0;
            receive(ignored);
            shortest = std::min(shortest, (now() - begin).value());
        } else {
            send();
        }
    }
}

/// What the peer says to `own`.
double exchange_numbers(MPI_Comm comm, int peer, double own) {
    double theirs = 0.0;
    check(PMPI_Sendrecv(&own, 1, MPI_DOUBLE, peer, kNumberTag, &theirs, 1, MPI_DOUBLE, peer, kNumberTag, comm,
                        MPI_STATUS_IGNORE),
          "MPI_Sendrecv");
    return theirs;
}

/// The pace of what comes from `peer`, while that learns the other direction's. One is looked at after the other, as
/// acknowledgements would wait behind the data of a slow way back; but in the first part of a link of which nothing is
/// believed, as TCP only begins. The slower of two that differ is looked at once more: where a packet was lost TCP is
/// slow for a while.
discovery::Pace pace_from(MPI_Comm comm, int peer, bool goes_first, Bytes size, discovery::LinkPace pace) {
    bool is_beginning = !pace.has_expectation();
    bool has_looked_again = false;
    while (true) {
        int incoming = pace.next_part();
        int outgoing = static_cast<int>(exchange_numbers(comm, peer, incoming));
        if (incoming == 0 && outgoing == 0) {
            const Seconds own = pace.pace().gap;
            const Seconds theirs(exchange_numbers(comm, peer, own.value()));
            if (has_looked_again || discovery::is_like(own, theirs)) {
                return pace.pace();
            }
            has_looked_again = true;
            incoming = own > theirs ? pace.repetition() : 0;
            outgoing = static_cast<int>(exchange_numbers(comm, peer, incoming));
        }
        if (is_beginning) {
            pace.add(exchange_messages(comm, peer, kLookTag, size, outgoing, incoming));
            is_beginning = false;
            continue;
        }
        for (const bool is_sender : {goes_first, !goes_first}) {
            const std::vector<double> arrivals =
                exchange_messages(comm, peer, kLookTag, size, is_sender ? outgoing : 0, is_sender ? 0 : incoming);
            if (!arrivals.empty()) {
                pace.add(arrivals);
            }
        }
    }
}

}  // namespace

Bytes look_size(const std::optional<platform::Handshake>& handshake) {
    return handshake && handshake->is_to_be_avoided() ? std::min(policy::kUsualMessage, handshake->beyond)
                                                      : policy::kUsualMessage;
}

Arrival look_at_link(MPI_Comm comm, int peer, bool goes_first, const ExpectedLink& expected) {
    meet(comm, peer);
    const Seconds round_trip = round_trip_with(comm, peer, goes_first, expected.round_trip);
    return {.round_trip = round_trip,
            .pace = pace_from(comm, peer, goes_first, expected.size,
                              discovery::LinkPace(expected.round_trip, expected.gap))};
}

}  // namespace causeway::probe
