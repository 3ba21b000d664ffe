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
constexpr int kSaidTag = 23;
static_assert(kSaidTag < kLookTags);

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

/// What an end says, before a part, of the way to it.
struct Said {
    double messages = 0.0;    ///< that it still wants; 0: it knows the pace
    double repetition = 0.0;  ///< how many it wants if the pace is to be seen once more
    double gap = 0.0;         ///< of the pace so far, in seconds; 0: it knows none yet
    double burst_gap = 0.0;   ///< in seconds
};

Said said_of(const discovery::LinkPace& pace) {
    return {.messages = static_cast<double>(pace.next_part()),
            .repetition = static_cast<double>(pace.repetition()),
            .gap = pace.has_pace() ? pace.pace().gap.value() : 0.0,
            .burst_gap = pace.burst_gap().value()};
}

/// What the peer says to `own`.
Said exchange(MPI_Comm comm, int peer, const Said& own) {
    Said theirs;
    check(PMPI_Sendrecv(&own, sizeof own, MPI_BYTE, peer, kSaidTag, &theirs, sizeof theirs, MPI_BYTE, peer, kSaidTag,
                        comm, MPI_STATUS_IGNORE),
          "MPI_Sendrecv");
    return theirs;
}

/// Whether bursts come as fast in both directions.
bool are_bursts_alike(const Said& one, const Said& other) {
    const auto [least, most] = std::minmax(one.burst_gap, other.burst_gap);
    return most <= policy::kAlikeBursts * least;
}

/// Whether all came much slower than bursts do.
bool is_held_up(const Said& said) {
    return said.gap > policy::kAlikeBursts * said.burst_gap;
}

/// The pace of what comes from `peer`, while that learns the other direction's. Acknowledgements of a fast way wait
/// behind the data of a slow way back, so that both look slow. The first part, in which TCP only begins, goes both ways
/// at once; so do all others where bursts came alike in it, but what is held up then does not count, and is looked at
/// in one direction after the other. The slower of two that differ is looked at once more: where a packet was lost TCP
/// is slow for a while.
discovery::Pace pace_from(MPI_Comm comm, int peer, bool goes_first, Bytes size, discovery::LinkPace pace) {
    int incoming = pace.next_part();
    int outgoing = incoming;
    bool is_first = true;
    bool at_once = true;
    bool has_looked_again = false;
    while (true) {
        for (const bool is_sender : {goes_first, !goes_first}) {
            const std::vector<double> arrivals = exchange_messages(
                comm, peer, kLookTag, size, at_once || is_sender ? outgoing : 0, at_once || !is_sender ? incoming : 0);
            if (!arrivals.empty()) {
                pace.add(arrivals);
            }
            if (at_once) {
                break;
            }
        }
        Said own = said_of(pace);
        Said theirs = exchange(comm, peer, own);
        at_once = is_first ? are_bursts_alike(own, theirs) : at_once;
        is_first = false;
        const bool are_alike = discovery::is_like(Seconds(own.gap), Seconds(theirs.gap));
        const bool are_known = (own.messages == 0.0 && theirs.messages == 0.0) || (has_looked_again && are_alike);
        if (are_known && at_once && (is_held_up(own) || is_held_up(theirs))) {
            at_once = false;
            has_looked_again = false;
            pace.begin_again();
            own = said_of(pace);
            theirs = exchange(comm, peer, own);
        } else if (are_known) {
            if (has_looked_again || are_alike) {
                return pace.pace();
            }
            has_looked_again = true;
            own.messages = own.gap > theirs.gap ? own.repetition : 0.0;
            theirs.messages = own.gap > theirs.gap ? 0.0 : theirs.repetition;
        }
        incoming = static_cast<int>(own.messages);
        outgoing = static_cast<int>(theirs.messages);
    }
}

}  // namespace

Bytes look_size(const std::optional<platform::Handshake>& handshake) {
    return handshake && handshake->is_to_be_avoided() ? std::min(policy::kUsualMessage, handshake->beyond)
                                                      : policy::kUsualMessage;
}

discovery::Pace look_at_pace(MPI_Comm comm, int peer, bool goes_first, const ExpectedLink& expected) {
    meet(comm, peer);
    return pace_from(comm, peer, goes_first, expected.size, discovery::LinkPace(expected.round_trip, expected.gap));
}

Arrival look_at_link(MPI_Comm comm, int peer, bool goes_first, const ExpectedLink& expected) {
    meet(comm, peer);
    const Seconds round_trip = round_trip_with(comm, peer, goes_first, expected.round_trip);
    return {.round_trip = round_trip,
            .pace = pace_from(comm, peer, goes_first, expected.size,
                              discovery::LinkPace(expected.round_trip, expected.gap))};
}

}  // namespace causeway::probe
