/// Whether there is a job in which Causeway has something to do: what every call of a collective asks first.
#pragma once

#include <atomic>

namespace causeway::job {

struct Job;

/// The library lives inside a program whose MPI calls carry no context, so there is one object per process, made by
/// interpose::start_job() and never destroyed: other threads may still be inside a call when the program ends.
inline constinit std::atomic<Job*> current_job{nullptr};

/// The job, once it is known that Causeway has something to do in it; null before MPI_Init, after MPI_Finalize has
/// begun, and whenever everything passes through. One atomic load, without a call: beside it the MPI library's own
/// collectives of one process take 70 ns.
[[nodiscard]] inline Job* active_job() {
    return current_job.load(std::memory_order_acquire);
}

}  // namespace causeway::job
