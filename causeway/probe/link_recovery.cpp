#include "causeway/probe/link_recovery.hpp"

#include "causeway/mpi/error.hpp"
#include "causeway/policy/measurement.hpp"
#include "causeway/probe/link_look.hpp"
#include "causeway/probe/message_arrivals.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace causeway::probe {

namespace {

using mpi::check;

constexpr int kRecoveryTag = kLookTags;
constexpr int kAgainTag = kLookTags + 1;
static_assert(kAgainTag < kRecoveryTags);

constexpr Seconds kLeastGap(1e-9);

/// Messages in one, `gap` apart.
int stretch_of(Seconds gap) {
    return static_cast<int>(
        std::clamp(std::ceil(policy::kLeastPeek / gap), double{policy::kLeastStretch}, double{policy::kMostStretch}));
}

/// The least time in which so many messages came.
Seconds least_duration(const std::vector<double>& arrivals, int stretch) {
    const auto length = static_cast<std::size_t>(stretch);
    double least = arrivals.back() - arrivals.front();
    for (std::size_t i = length; i < arrivals.size(); ++i) {
        least = std::min(least, arrivals[i] - arrivals[i - length]);
    }
    return std::max(kLeastGap, Seconds(least));
}

}  // namespace

double recovery_of_link(MPI_Comm comm, int peer, bool is_receiver, Seconds believed, double suspicious) {
    const int stretch = stretch_of(believed);
    const int messages = policy::kStretchesOfPeek * stretch;
    int again = 0;
    if (!is_receiver) {
        static_cast<void>(exchange_messages(comm, peer, kRecoveryTag, policy::kPeekSize, messages, 0));
        check(PMPI_Recv(&again, 1, MPI_INT, peer, kAgainTag, comm, MPI_STATUS_IGNORE), "MPI_Recv");
        if (again != 0) {
            static_cast<void>(exchange_messages(comm, peer, kRecoveryTag, policy::kPeekSize, messages, 0));
        }
        return 0.0;
    }
    const auto seen = [&] {
        return stretch * believed /
               least_duration(exchange_messages(comm, peer, kRecoveryTag, policy::kPeekSize, 0, messages), stretch);
    };
    double recovery = seen();
    again = recovery > suspicious ? 1 : 0;
    check(PMPI_Send(&again, 1, MPI_INT, peer, kAgainTag, comm), "MPI_Send");
    if (again != 0) {
        recovery = std::min(recovery, seen());
    }
    return recovery;
}

}  // namespace causeway::probe
