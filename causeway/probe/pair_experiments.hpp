/// The experiments between two processes from which pLogP parameters are made: a measurer that decides
/// and takes times, and a mirror that does as it is told.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/discovery/plogp_experiments.hpp"
#include "causeway/mpi/scratch.hpp"

#include <mpi.h>

#include <cstddef>
#include <vector>

namespace causeway::probe {

/// The measuring process of a pair; the other one calls `mirror` at the same time.
class Measurer final : public discovery::PairExperiments {
public:
    /// `comm` is used by no one else between these two processes meanwhile.
    Measurer(MPI_Comm comm, int mirror_rank) : comm_(comm), mirror_(mirror_rank) {}

    /// Nonblocking sends with several in flight (`window_of`), as the executor
    /// sends, so that the handshakes of large messages overlap with data. Throws MpiError.
    [[nodiscard]] std::vector<discovery::BurstTime> bursts(Bytes size, int messages, int repetitions) override;

    /// The mirror sends. Throws MpiError.
    [[nodiscard]] discovery::ReceiveTime receive_late(Bytes size, int messages, Seconds wait) override;

    [[nodiscard]] Seconds now() const override;

    /// Ends the mirror's part; call once, last. Throws MpiError.
    void finish();

private:
    MPI_Comm comm_;
    int mirror_;
    mpi::GrowingMemory memory_;
};

/// Measures the way from this process to `mirror_rank`, which calls `mirror` meanwhile. Other, disjoint pairs of `comm`
/// may measure at the same time. Throws MpiError.
[[nodiscard]] fit::PlogpMeasurement measure_plogp(MPI_Comm comm, int mirror_rank,
                                                  const discovery::PlogpOptions& options);

/// Serves the measurer until it calls `finish`. Throws MpiError.
void mirror(MPI_Comm comm, int measurer_rank);

/// How many messages of a burst are in flight at a time.
[[nodiscard]] int window_of(Bytes size);

}  // namespace causeway::probe
