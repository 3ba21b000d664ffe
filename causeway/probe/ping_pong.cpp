#include "causeway/probe/ping_pong.hpp"

#include "causeway/mpi/error.hpp"
#include "causeway/policy/measurement.hpp"
#include "causeway/probe/clock.hpp"
#include "causeway/probe/quiet_wait.hpp"

#include <algorithm>
#include <optional>

namespace causeway::probe {

namespace {

using mpi::check;

/// Receives what comes again and again, asleep as long as nothing can come: who polls on a machine that others share
/// keeps theirs waiting.
class SleepyReceiver {
public:
    /// The message's tag; what is expected to take `expected` is not looked for before most of that is over.
    int receive(MPI_Comm comm, int from, Seconds expected) {
        const bool sleeps = expected > discovery::kLongRoundTrip && expected < Seconds::infinity();
        if (sleeps) {
            sleep_for(asleep_ * expected);
        }
        const Seconds awake = monotonic_now();
        MPI_Status status;
        check(PMPI_Recv(nullptr, 0, MPI_BYTE, from, MPI_ANY_TAG, comm, &status), "MPI_Recv");
        // What was there at once may have been there before: too much was expected.
        const bool was_early = monotonic_now() - awake > policy::kNoticedWait * expected;
        asleep_ = sleeps && was_early ? policy::kLongSleep : policy::kShortSleep;
        return status.MPI_TAG;
    }

private:
    double asleep_ = policy::kShortSleep;
};

}  // namespace

discovery::PairLatency measure_pair(MPI_Comm comm, int mirror, Seconds share, std::size_t least) {
    SleepyReceiver receiver;
    const discovery::PairLatency result = discovery::sample_pair(
        [&](Seconds expected) {
            const Seconds begin = monotonic_now();
            send_empty(comm, mirror, kPing);
            receiver.receive(comm, mirror, expected);
            return monotonic_now() - begin;
        },
        [] { return monotonic_now(); }, share, least);
    send_empty(comm, mirror, kStop);
    return result;
}

void answer_pings(MPI_Comm comm, int measurer) {
    SleepyReceiver receiver;
    Seconds interval = Seconds::infinity();  // the shortest between two pings
    std::optional<Seconds> last;
    while (receiver.receive(comm, measurer, interval) != kStop) {
        send_empty(comm, measurer, kPong);
        const Seconds now = monotonic_now();
        if (last) {
            interval = std::min(interval, now - *last);
        }
        last = now;
    }
}

void send_empty(MPI_Comm comm, int to, int tag) {
    check(PMPI_Send(nullptr, 0, MPI_BYTE, to, tag, comm), "MPI_Send");
}

void receive_empty_quietly(MPI_Comm comm, int from, int tag) {
    MPI_Request request = MPI_REQUEST_NULL;
    check(PMPI_Irecv(nullptr, 0, MPI_BYTE, from, tag, comm, &request), "MPI_Irecv");
    quiet_wait(request);
}

Seconds without_answer(Seconds expected) {
    return expected > discovery::kLongRoundTrip ? policy::kAsleepOfReply * expected : Seconds(0.0);
}

}  // namespace causeway::probe
