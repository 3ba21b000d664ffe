#include "causeway/probe/handshake_measurement.hpp"

#include "causeway/discovery/handshake.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/policy/measurement.hpp"
#include "causeway/probe/clock.hpp"
#include "causeway/probe/ping_pong.hpp"
#include "causeway/probe/quiet_wait.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace causeway::probe {

namespace {

using discovery::SendThreshold;
using mpi::check;

constexpr int kLateTag = 1;
constexpr int kAllSentTag = 2;
constexpr int kKnownTag = 3;
constexpr int kTimedTag = 4;
constexpr int kReadyTag = 5;
constexpr int kOnceMoreTag = 6;

void receive_empty(MPI_Comm comm, int peer, int tag) {
    check(PMPI_Recv(nullptr, 0, MPI_BYTE, peer, tag, comm, MPI_STATUS_IGNORE), "MPI_Recv");
}

void wait_for_all(std::vector<MPI_Request>& requests) {
    check(PMPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
}

/// [request]: whether it is complete; complete ones become null.
std::vector<bool> completed(std::vector<MPI_Request>& requests) {
    for (int look = 0; look < policy::kLooksAtSend; ++look) {
        for (MPI_Request& request : requests) {
            int is_complete = 0;
            check(PMPI_Test(&request, &is_complete, MPI_STATUS_IGNORE), "MPI_Test");
        }
        let_others_run();
    }
    std::vector<bool> result;
    for (const MPI_Request& request : requests) {
        result.push_back(request == MPI_REQUEST_NULL);
    }
    return result;
}

/// What both know then.
void tell(MPI_Comm comm, int peer, const SendThreshold& known) {
    const auto number = [](const std::optional<Bytes>& size) { return size ? size->value() : std::int64_t{-1}; };
    const std::array<std::int64_t, 2> numbers{number(known.at_most), number(known.above)};
    check(PMPI_Send(numbers.data(), 2, MPI_INT64_T, peer, kKnownTag, comm), "MPI_Send");
}

SendThreshold told(MPI_Comm comm, int peer) {
    std::array<std::int64_t, 2> numbers{};
    check(PMPI_Recv(numbers.data(), 2, MPI_INT64_T, peer, kKnownTag, comm, MPI_STATUS_IGNORE), "MPI_Recv");
    const auto size = [](std::int64_t number) { return number < 0 ? std::nullopt : std::optional(Bytes(number)); };
    return {.at_most = size(numbers[0]), .above = size(numbers[1])};
}

/// Sends messages of all sizes at once, and sees which of them leave.
SendThreshold try_late_receiver(MPI_Comm comm, int peer, const SendThreshold& known, std::span<const Bytes> sizes) {
    const std::vector<std::byte> data(static_cast<std::size_t>(sizes.back().value()));
    std::vector<MPI_Request> sends(sizes.size(), MPI_REQUEST_NULL);
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        check(PMPI_Isend(data.data(), static_cast<int>(sizes[i].value()), MPI_BYTE, peer, kLateTag, comm, &sends[i]),
              "MPI_Isend");
    }
    // Its answer comes after all that leaves before it has arrived.
    send_empty(comm, peer, kAllSentTag);
    receive_empty(comm, peer, kAllSentTag);
    const SendThreshold result = discovery::narrowed(known, sizes, completed(sends));
    tell(comm, peer, result);
    wait_for_all(sends);
    return result;
}

SendThreshold be_late(MPI_Comm comm, int peer, std::span<const Bytes> sizes) {
    receive_empty_quietly(comm, peer, kAllSentTag);
    send_empty(comm, peer, kAllSentTag);
    const SendThreshold result = told(comm, peer);
    std::vector<std::byte> room(static_cast<std::size_t>(sizes.back().value()));
    for (const Bytes size : sizes) {
        check(PMPI_Recv(room.data(), static_cast<int>(size.value()), MPI_BYTE, peer, kLateTag, comm, MPI_STATUS_IGNORE),
              "MPI_Recv");
    }
    return result;
}

/// The shortest times of messages of these sizes, to a receiver that stands ready, until its empty answer; [size].
std::vector<Seconds> timed(MPI_Comm comm, int peer, std::span<const Bytes> sizes) {
    const std::vector<std::byte> data(static_cast<std::size_t>(sizes.back().value()));
    std::vector<Seconds> result(sizes.size(), Seconds::infinity());
    receive_empty(comm, peer, kReadyTag);
    for (int time = 0; time < policy::kTimesOfHandshake; ++time) {
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            const Seconds begin = monotonic_now();
            check(PMPI_Send(data.data(), static_cast<int>(sizes[i].value()), MPI_BYTE, peer, kTimedTag, comm),
                  "MPI_Send");
            receive_empty(comm, peer, kReadyTag);
            result[i] = std::min(result[i], monotonic_now() - begin);
        }
    }
    return result;
}

void answer(MPI_Comm comm, int peer, std::span<const Bytes> sizes) {
    const auto longest = static_cast<std::size_t>(sizes.back().value());
    std::vector<std::byte> room(longest);
    for (std::size_t left = policy::kTimesOfHandshake * sizes.size(); left > 0; --left) {
        MPI_Request request = MPI_REQUEST_NULL;
        check(PMPI_Irecv(room.data(), static_cast<int>(longest), MPI_BYTE, peer, kTimedTag, comm, &request),
              "MPI_Irecv");
        send_empty(comm, peer, kReadyTag);
        check(PMPI_Wait(&request, MPI_STATUS_IGNORE), "MPI_Wait");
    }
    send_empty(comm, peer, kReadyTag);
}

/// What `measurer` has found: whether to time them again, on both sides.
bool is_once_more(MPI_Comm comm, int measurer, int peer, bool wanted) {
    int again = wanted ? 1 : 0;
    if (mpi::rank_of(comm) == measurer) {
        check(PMPI_Send(&again, 1, MPI_INT, peer, kOnceMoreTag, comm), "MPI_Send");
    } else {
        check(PMPI_Recv(&again, 1, MPI_INT, measurer, kOnceMoreTag, comm, MPI_STATUS_IGNORE), "MPI_Recv");
    }
    return again != 0;
}

}  // namespace

std::optional<platform::Handshake> measure_handshake(MPI_Comm comm, int measurer, int peer, Seconds round_trip) {
    const bool is_measurer = mpi::rank_of(comm) == measurer;
    meet(comm, is_measurer ? peer : measurer);
    SendThreshold known;
    for (std::vector<Bytes> sizes = discovery::sizes_for_late_receiver(known); !sizes.empty();
         sizes = discovery::sizes_for_late_receiver(known)) {
        known = is_measurer ? try_late_receiver(comm, peer, known, sizes) : be_late(comm, measurer, sizes);
    }
    if (!known.at_most) {
        return std::nullopt;
    }
    platform::Handshake result{.beyond = *known.at_most};
    if (known.above) {
        const std::array<Bytes, 2> sizes{*known.at_most, *known.above};
        // None at all is rare on real networks: what seems so may be a disturbance of the shorter one.
        int looks = 0;
        do {
            if (!is_measurer) {
                answer(comm, measurer, sizes);
            } else {
                const std::vector<Seconds> times = timed(comm, peer, sizes);
                result.round_trips = discovery::round_trips_of_handshake(times[1], times[0], round_trip);
            }
            ++looks;
        } while (is_once_more(comm, measurer, peer, result.round_trips == 0 && looks < policy::kLooksAtNoHandshake));
    }
    return is_measurer ? std::optional(result) : std::nullopt;
}

}  // namespace causeway::probe
