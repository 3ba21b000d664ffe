#include "causeway/probe/link_look.hpp"

#include "causeway/discovery/link_pace.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/probe/quiet_wait.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace causeway::probe {

namespace {

using discovery::kFirstMessages;
using mpi::check;

constexpr int kPingTag = 21;
constexpr int kDataTag = 22;
constexpr int kCountTag = 23;
static_assert(kCountTag < kLookTags);

constexpr int kPings = 3;

Seconds now() {
    return Seconds(PMPI_Wtime());
}

/// The shortest of a few round trips, measured by the one who goes first.
Seconds round_trip_with(MPI_Comm comm, int peer, bool goes_first) {
    double shortest = Seconds::infinity().value();
    for (int i = 0; i < kPings; ++i) {
        if (goes_first) {
            const Seconds begin = now();
            check(PMPI_Send(&shortest, 1, MPI_DOUBLE, peer, kPingTag, comm), "MPI_Send");
            double ignored = 0.0;
            check(PMPI_Recv(&ignored, 1, MPI_DOUBLE, peer, kPingTag, comm, MPI_STATUS_IGNORE), "MPI_Recv");
            shortest = std::min(shortest, (now() - begin).value());
        } else {
            check(PMPI_Recv(&shortest, 1, MPI_DOUBLE, peer, kPingTag, comm, MPI_STATUS_IGNORE), "MPI_Recv");
            check(PMPI_Send(&shortest, 1, MPI_DOUBLE, peer, kPingTag, comm), "MPI_Send");
        }
    }
    if (goes_first) {
        check(PMPI_Send(&shortest, 1, MPI_DOUBLE, peer, kPingTag, comm), "MPI_Send");
    } else {
        check(PMPI_Recv(&shortest, 1, MPI_DOUBLE, peer, kPingTag, comm, MPI_STATUS_IGNORE), "MPI_Recv");
    }
    return Seconds(shortest);
}

void send_messages(MPI_Comm comm, int peer, int messages, const std::vector<std::byte>& data) {
    std::vector<MPI_Request> requests(static_cast<std::size_t>(messages), MPI_REQUEST_NULL);
    for (MPI_Request& request : requests) {
        check(PMPI_Isend(data.data(), static_cast<int>(data.size()), MPI_BYTE, peer, kDataTag, comm, &request),
              "MPI_Isend");
    }
    check(PMPI_Waitall(messages, requests.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
}

/// When each message had arrived, ascending.
std::vector<double> receive_messages(MPI_Comm comm, int peer, int messages) {
    const auto size = static_cast<std::size_t>(kLookSize.value());
    std::vector<std::byte> room(size * static_cast<std::size_t>(messages));
    std::vector<MPI_Request> requests(static_cast<std::size_t>(messages), MPI_REQUEST_NULL);
    for (std::size_t i = 0; i < requests.size(); ++i) {
        check(PMPI_Irecv(room.data() + i * size, static_cast<int>(size), MPI_BYTE, peer, kDataTag, comm, &requests[i]),
              "MPI_Irecv");
    }
    std::vector<double> arrivals;
    std::vector<int> done(requests.size());
    while (arrivals.size() < requests.size()) {
        int count = 0;
        check(PMPI_Waitsome(messages, requests.data(), &count, done.data(), MPI_STATUSES_IGNORE), "MPI_Waitsome");
        arrivals.insert(arrivals.end(), static_cast<std::size_t>(count), now().value());
    }
    return arrivals;
}

void send_part(MPI_Comm comm, int peer) {
    const std::vector<std::byte> data(static_cast<std::size_t>(kLookSize.value()));
    send_messages(comm, peer, kFirstMessages, data);
    int rest = 0;
    check(PMPI_Recv(&rest, 1, MPI_INT, peer, kCountTag, comm, MPI_STATUS_IGNORE), "MPI_Recv");
    send_messages(comm, peer, rest, data);
}

Seconds receive_part(MPI_Comm comm, int peer, const ExpectedLink& expected) {
    const std::vector<double> first = receive_messages(comm, peer, kFirstMessages);
    const int rest = discovery::messages_of_second_part(first, expected.round_trip, expected.gap);
    check(PMPI_Send(&rest, 1, MPI_INT, peer, kCountTag, comm), "MPI_Send");
    return discovery::pace_of(receive_messages(comm, peer, rest));
}

}  // namespace

Arrival look_at_link(MPI_Comm comm, int peer, bool goes_first, const ExpectedLink& expected) {
    meet(comm, peer);
    Arrival result;
    result.round_trip = round_trip_with(comm, peer, goes_first);
    if (goes_first) {
        send_part(comm, peer);
        result.gap = receive_part(comm, peer, expected);
    } else {
        result.gap = receive_part(comm, peer, expected);
        send_part(comm, peer);
    }
    return result;
}

}  // namespace causeway::probe
