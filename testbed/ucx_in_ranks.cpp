/// Preloaded into the ranks of an MPICH that stands on UCX: lets a rank that waits yield its processor,
/// and keeps MPI_Finalize from hanging over TCP.
///
/// Waiting: MPICH's ch4 device polls UCX without ever yielding (its "polls before yield" belongs to the
/// older ch3), so that with more ranks than processors every message waits for other ranks' time slices.
///
/// The end: MPICH 4.0 asks UCX to flush and close each connection and then waits for its process
/// manager, in which state it serves no connection any more. With UCX's TCP some ranks then never finish
/// that flush while the others wait in the process manager's barrier (seen on a single machine, too, with
/// four ranks and UCX_TLS=tcp,self); why the flush does not finish has not been found out. Here the closing of a
/// connection is left to the destruction of the worker, which follows at once; what is still to be sent gets time
/// before.
#include <chrono>
#include <thread>

#include <dlfcn.h>
#include <sched.h>

namespace {

using Worker = void*;
using CreateWorker = int (*)(void* context, const void* parameters, Worker* worker);
using Progress = unsigned (*)(Worker worker);

// Every rank's last sends are small and complete locally only when UCX has taken them; a longest
// latency and a full queue of the emulated network stay below this. Where there is none, tests say so.
#ifndef MILLISECONDS_FOR_LAST_SENDS
#define MILLISECONDS_FOR_LAST_SENDS 300
#endif
constexpr std::chrono::milliseconds kLastSends{MILLISECONDS_FOR_LAST_SENDS};
constexpr std::chrono::milliseconds kNap{1};

template <typename Function>
Function next_definition(const char* name) {
    return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

// The interposed functions have no other place for what they share.
Worker last_worker = nullptr;
bool last_sends_done = false;

}  // namespace

#define CAUSEWAY_EXPORTED extern "C" __attribute__((visibility("default")))

CAUSEWAY_EXPORTED int ucp_worker_create(void* context, const void* parameters, Worker* worker) {
    const int status = next_definition<CreateWorker>("ucp_worker_create")(context, parameters, worker);
    last_worker = *worker;
    return status;
}

/// Yields if there was nothing to do.
CAUSEWAY_EXPORTED unsigned ucp_worker_progress(Worker worker) {
    static const Progress progress = next_definition<Progress>("ucp_worker_progress");
    const unsigned count = progress(worker);
    if (count == 0) {
        ::sched_yield();
    }
    return count;
}

/// Returns null: closed, nothing to wait for.
CAUSEWAY_EXPORTED void* ucp_disconnect_nb(void* /*endpoint*/) {
    if (!last_sends_done && last_worker != nullptr) {
        const auto end = std::chrono::steady_clock::now() + kLastSends;
        while (std::chrono::steady_clock::now() < end) {
            ucp_worker_progress(last_worker);
            std::this_thread::sleep_for(kNap);  // other jobs may have the processor
        }
        last_sends_done = true;
    }
    return nullptr;
}
