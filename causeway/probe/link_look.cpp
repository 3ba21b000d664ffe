#include "causeway/probe/link_look.hpp"

#include "causeway/mpi/error.hpp"
#include "causeway/probe/quiet_wait.hpp"
#include "causeway/statistics/sample.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace causeway::probe {

namespace {

using mpi::check;

constexpr int kPingTag = 21;
constexpr int kDataTag = 22;
constexpr int kCountTag = 23;
static_assert(kCountTag < kLookTags);

constexpr int kPings = 3;
/// The second half of them shows the pace: TCP's first window is over by then.
constexpr int kFirstMessages = 8;
constexpr int kLeastMessages = 24;
constexpr int kMostMessages = 80;
/// TCP needs a few round trips to send as fast as the link carries; after two and a half times what is under way in one
/// it does.
constexpr double kFill = 2.5;
/// What the second part may take at the rate of the first.
constexpr Seconds kLongest(0.15);

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

/// Without the first third, in which TCP begins, the median over all stretches of half of the messages: where a pause
/// of the receiver makes some longer and others shorter, it is that of those in between.
Seconds gap_of(const std::vector<double>& arrivals) {
    const std::size_t begin = arrivals.size() / 3;
    const std::size_t stretch = (arrivals.size() - begin) / 2;
    std::vector<double> durations;
    for (std::size_t i = begin; i + stretch < arrivals.size(); ++i) {
        durations.push_back(arrivals[i + stretch] - arrivals[i]);
    }
    return Seconds(statistics::median(durations) / static_cast<double>(stretch));
}

void send_part(MPI_Comm comm, int peer) {
    const std::vector<std::byte> data(static_cast<std::size_t>(kLookSize.value()));
    send_messages(comm, peer, kFirstMessages, data);
    int rest = 0;
    check(PMPI_Recv(&rest, 1, MPI_INT, peer, kCountTag, comm, MPI_STATUS_IGNORE), "MPI_Recv");
    send_messages(comm, peer, rest, data);
}

Seconds receive_part(MPI_Comm comm, int peer, const ExpectedLink& expected) {
    constexpr Seconds kLeastGap(1e-6);
    const std::vector<double> first = receive_messages(comm, peer, kFirstMessages);
    constexpr int kHalf = kFirstMessages / 2;
    const Seconds pace = std::max(kLeastGap, Seconds((first[kFirstMessages - 1] - first[kHalf - 1]) / kHalf));
    const double filling = std::ceil(kFill * (expected.round_trip / std::max(kLeastGap, expected.gap)));
    const int wanted = kLeastMessages + static_cast<int>(std::min<double>(filling, kMostMessages));
    const int rest = std::clamp(static_cast<int>(std::min<double>(kLongest / pace, kMostMessages)), kFirstMessages,
                                std::min(wanted, kMostMessages));
    check(PMPI_Send(&rest, 1, MPI_INT, peer, kCountTag, comm), "MPI_Send");
    return gap_of(receive_messages(comm, peer, rest));
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
