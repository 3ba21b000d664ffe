/// What a job believes of its network: the platform that it began with, and what became of it.
#pragma once

#include "causeway/platform/platform.hpp"

#include <mpi.h>

#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>

namespace causeway::job {

/// The platforms of a job, each measured later than the one before. Communicators keep the one that they plan with:
/// they change to another only at a call that all their ranks have agreed on. Used by any thread.
class Facts {
public:
    using Version = std::shared_ptr<const platform::Platform>;

    /// Versions that are kept beside the first: a thread that is behind by more plans with the first.
    static constexpr std::size_t kMostKept = 8;

    /// The first one, the same on all ranks. `may_race`: threads of some rank may make collective calls at the same
    /// time.
    void begin(platform::Platform platform, bool may_race);

    /// One that all ranks of MPI_COMM_WORLD have agreed on.
    void publish(Version version);

    [[nodiscard]] Version first() const;
    [[nodiscard]] Version newest() const;

    /// The newest one that all ranks of `comm` have: for a communicator that is used for the first time, while others
    /// may change their facts in another thread. Where no rank has such threads that is the newest one, without
    /// messages: MPI has all ranks make the calls in which facts change, and this one, in the same order. Collective
    /// over `comm`; the same on every rank. Throws MpiError.
    [[nodiscard]] Version agreed(MPI_Comm comm) const;

private:
    /// The one published after so many others; null if it is not kept any more.
    [[nodiscard]] Version at(std::size_t number) const;

    mutable std::mutex mutex_;  ///< never held across an MPI call
    Version first_;
    std::size_t num_versions_ = 0;
    std::deque<Version> last_;  ///< up to kMostKept
    bool may_race_ = true;
};

}  // namespace causeway::job
