/// CAUSEWAY_TRACE: counts what the program sends and writes it at MPI_Finalize, one file for the job.
#pragma once

#include "causeway/tracing/collective.hpp"
#include "causeway/tracing/counters.hpp"
#include "causeway/tracing/world_ranks.hpp"

#include <mpi.h>

#include <atomic>
#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace causeway::tracing {

/// Counts the calls of one process. For any number of threads; nothing here throws: a call that cannot be counted makes
/// the trace wrong, so that none is written. What it is told are arguments of calls that the MPI library has accepted.
class Tracer {
public:
    /// `path`: of the file to write. Throws MpiError.
    Tracer(std::string path, int process, int num_processes);

    /// A message of `count` elements has been handed to the MPI library; none if `destination` is MPI_PROC_NULL.
    void sent(MPI_Comm comm, int destination, std::int64_t count, MPI_Datatype datatype) noexcept;
    /// A message that goes out each time that the persistent `request` is started.
    void will_send(MPI_Comm comm, int destination, std::int64_t count, MPI_Datatype datatype,
                   MPI_Request request) noexcept;

    /// A collective operation was called; `bytes()` is what it was handed in, and may throw.
    template <typename Bytes>
    void called(Collective collective, const Bytes& bytes) noexcept {
        try {
            counters_.calls_of(collective).add(static_cast<std::uint64_t>(bytes()));
        } catch (...) {
            has_failed();
        }
    }
    /// A collective operation that runs each time that the persistent `request` is started.
    template <typename Bytes>
    void will_call(Collective collective, const Bytes& bytes, MPI_Request request) noexcept {
        try {
            remember(request, {&counters_.calls_of(collective), static_cast<std::uint64_t>(bytes())});
        } catch (...) {
            has_failed();
        }
    }

    /// [i]: where messages to processes[i], ranks of MPI_COMM_WORLD, are counted that collective operations cause. They
    /// live as long as the process. Throws std::bad_alloc.
    [[nodiscard]] std::vector<Counter*> counters_of_collectives(std::span<const int> processes);

    /// A persistent request has been started.
    void started(MPI_Request request) noexcept;
    /// A request is about to be freed.
    void forget(MPI_Request request) noexcept;

    /// Writes the file. Collective over MPI_COMM_WORLD. Throws MpiError, Error.
    void write() const;
    /// Writes what this process alone has counted to a file of its own, "PATH.PROCESS". Local; calls no MPI function.
    /// Throws Error.
    void write_alone() const;

private:
    /// What is counted when a persistent request is started.
    struct Persistent {
        Counter* counter;
        std::uint64_t bytes;
    };

    /// Where messages over `comm` to `destination` are counted. Throws MpiError.
    [[nodiscard]] Counter& counter_of(MPI_Comm comm, int destination);
    void remember(MPI_Request request, Persistent persistent);
    void has_failed() noexcept { has_failed_.store(true, std::memory_order_relaxed); }

    std::string path_;
    int process_;
    mutable Counters counters_;
    WorldRanks world_ranks_;
    std::mutex mutex_;
    std::unordered_map<MPI_Request, Persistent> persistent_;
    std::atomic<bool> has_failed_{false};
};

/// What active_tracer() reads. One object per process, never destroyed: other threads may still be inside a call when
/// the program ends.
inline constinit std::atomic<Tracer*> current_tracer{nullptr};

/// The tracer, between start_tracing and finish_tracing; null when nothing is traced. One atomic load, without a call.
[[nodiscard]] inline Tracer* active_tracer() {
    return current_tracer.load(std::memory_order_acquire);
}

/// From here on calls are counted, for the file at `path`. Every rank must call it, after MPI_Init. Throws MpiError.
void start_tracing(const std::string& path);

/// Writes the trace, if there is one; from here on nothing is counted. Collective over MPI_COMM_WORLD: MPI_Finalize has
/// begun. Never throws.
void finish_tracing() noexcept;

/// The job is about to be aborted by this process, and no trace of it will be written: writes what this process has
/// counted. Local. Never throws.
void rescue_trace() noexcept;

}  // namespace causeway::tracing
