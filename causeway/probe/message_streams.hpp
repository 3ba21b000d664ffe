/// Streams of messages between processes for a given time, counted where they arrive.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/probe/clock.hpp"

#include <mpi.h>

#include <vector>

namespace causeway::probe {

/// When messages are sent, and when they are counted.
struct StreamTimes {
    Seconds begin;    ///< agreed time
    Seconds warm_up;  ///< what arrives before it is over does not count
    Seconds look;     ///< the length of each look
    int num_looks = 1;

    [[nodiscard]] Seconds end() const { return begin + warm_up + static_cast<double>(num_looks) * look; }
};

/// Messages from one process to another.
struct MessageStream {
    int from = 0;  ///< rank
    int to = 0;    ///< rank; no other stream has the same two ends
    Bytes size{1};
    /// Messages that were sent and not yet taken up by the receiver, at most: what is queued on the way is bounded, and
    /// all have arrived soon after the end.
    int in_flight = 1;
    /// From the start of one message to that of the next, at the least. A stream that offers no more than its link
    /// carries leaves no queue there, behind which the acknowledgements of the other direction would wait.
    Seconds interval = {};
};

/// This process's ends of some streams: opens their connections, quietly. Collective over the ends of the streams.
/// Throws MpiError.
void open_streams(MPI_Comm comm, const std::vector<MessageStream>& streams);

/// Runs this process's ends of `streams` until `times.end()`, and until everything has arrived. All of them are given
/// on every process that is an end of one; other processes have nothing to do. Returns what arrived here in each look,
/// [stream][look] in bytes, 0 for streams that end elsewhere. Throws MpiError.
[[nodiscard]] std::vector<std::vector<double>> run_streams(MPI_Comm comm, const std::vector<MessageStream>& streams,
                                                           const SharedClock& clock, const StreamTimes& times);

}  // namespace causeway::probe
