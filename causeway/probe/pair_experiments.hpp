/// The experiments between two processes from which pLogP parameters are made: a measurer that decides
/// and takes times, and a mirror that does as it is told.
#pragma once

#include "causeway/base/units.hpp"

#include <mpi.h>

#include <cstddef>
#include <vector>

namespace causeway::probe {

/// One burst: messages sent back to back, answered by one empty message after the last.
struct BurstTime {
    Seconds total;    ///< from the first send to the answer
    Seconds sending;  ///< in the call that starts the first send
};

/// What receiving messages that had arrived before took.
struct ReceiveTime {
    Seconds each;  ///< per message
    /// Whether the sends had completed before the receives began. If not, the messages waited for a
    /// handshake and `each` is no overhead.
    bool had_arrived = false;
};

/// The measuring process of a pair; the other one calls `mirror` at the same time.
class Measurer {
public:
    /// `comm` is used by no one else between these two processes meanwhile.
    Measurer(MPI_Comm comm, int mirror_rank) : comm_(comm), mirror_(mirror_rank) {}

    /// `repetitions` bursts of `messages` messages of `size` bytes each; a burst of one is a round trip
    /// with an empty answer. Nonblocking sends with several in flight (`window_of`), as the executor
    /// sends, so that the handshakes of large messages overlap with data. Throws MpiError.
    [[nodiscard]] std::vector<BurstTime> bursts(Bytes size, int messages, int repetitions);

    /// Has the mirror send `messages` messages of `size` bytes, waits for `wait`, by when they must
    /// have arrived, then times their receives. Throws MpiError.
    [[nodiscard]] ReceiveTime receive_late(Bytes size, int messages, Seconds wait);

    /// Ends the mirror's part; call once, last. Throws MpiError.
    void finish();

private:
    MPI_Comm comm_;
    int mirror_;
    std::vector<std::byte> buffer_;
};

/// Serves the measurer until it calls `finish`. Throws MpiError.
void mirror(MPI_Comm comm, int measurer_rank);

/// How many messages of a burst are in flight at a time.
[[nodiscard]] int window_of(Bytes size);

}  // namespace causeway::probe
