/// What goes on while the program does something else, and what makes it go on.
///
/// MPI wants operations that were started to go on whenever the program is inside any call of MPI, however long it
/// stays there: a process that waits for a message may be the one that another process's data has to pass through. The
/// standard has no way to ask for that, so it depends on the MPI library:
///
/// - Open MPI lets its components register what is to be called whenever it makes progress
///   (`opal_progress_register`); its own nonblocking collectives live on that, and so do ours. Where
///   CAUSEWAY_PROGRESS_THREAD asks for it, a thread of our own has it make progress while the program does not;
/// - elsewhere threads do it, if the MPI library was started with MPI_THREAD_MULTIPLE: as the program asked for, or as
///   MPI_Init asks for in its place (job/thread_level.hpp). Those of the program that are inside of a call of MPI that
///   waits or tests, as far as we stand in for it; and while none is, one of our own, made when the first operation
///   begins. That one alone would not do: a thread that waits inside of MPICH holds its lock nearly all the time;
/// - elsewhere nothing does, and nonblocking operations are the MPI library's own.
///
/// What begins one makes nothing go on, neither others nor the MPI library: it may not count on that, as a call that
/// begins something is none that waits. Open MPI 4.1 makes communicators by MPI_Comm_idup in steps, and two of them
/// hang where ranks get different chances for these steps between calls that start something.
#pragma once

#include "causeway/base/function_ref.hpp"

#include <mpi.h>

#include <atomic>
#include <cstddef>
#include <memory>

namespace causeway::calls {

/// Something that is under way.
class Outstanding {
public:
    Outstanding() = default;
    Outstanding(const Outstanding&) = delete;
    Outstanding& operator=(const Outstanding&) = delete;
    virtual ~Outstanding() = default;

    /// Does what can be done without waiting. Returns whether all is done: then it is not called again. Called by one
    /// thread at a time, from inside of MPI calls; never throws.
    [[nodiscard]] virtual bool advance() noexcept = 0;

    /// Whether destroying it may free a communicator. Once it is done.
    [[nodiscard]] virtual bool keeps_communicator() const noexcept { return false; }
};

/// What makes things go on.
enum class ProgressEngine {
    kNone,     ///< nothing does
    kLibrary,  ///< the MPI library, whenever it makes progress; a thread of our own may have it do so
    kThread,   ///< the program's threads while they wait, and one of our own
};

/// What there is in this process. After MPI_Init.
[[nodiscard]] ProgressEngine available_progress();

/// Takes up what `available_progress` said. To be called once.
void begin_progress(ProgressEngine engine);

/// What was taken up; until then nothing.
[[nodiscard]] ProgressEngine progress_engine();

/// MPI_Finalize has begun: nothing goes on any more.
void end_progress();

/// Lets it go on from here, beside what is under way, which goes on in the order of these calls. What it can begin with
/// has begun already; nothing goes on in here, nor is a communicator freed. By any thread. Throws std::system_error if
/// there can be no thread for it.
void let_go_on(std::shared_ptr<Outstanding> one);

/// How many operations threads have to carry on; none where something else does.
inline constinit std::atomic<std::size_t> num_left_to_threads{0};

/// Whether a call that waits or tests has to carry something on: what every one of them asks first. One atomic load,
/// without a call.
[[nodiscard]] inline bool is_left_to_threads() {
    return num_left_to_threads.load(std::memory_order_acquire) != 0;
}

/// Does once what can be done without waiting for all that is left to threads: for a call that tests. By any thread.
void carry_on() noexcept;

/// The same again and again, `is_done` in turn with it, until that is true or nothing is left; meanwhile our own thread
/// keeps out of it. Another one that wants the processor gets it. `is_done` calls MPI without waiting, and may throw.
/// Returns what it was at last: false where nothing is left, so that the MPI library can wait by itself. By any thread.
[[nodiscard]] bool carry_on_until(base::FunctionRef<bool()> is_done);

/// Frees what has ended, and the communicators that were kept for it. Not from inside of an MPI call. By any thread.
void forget_ended();

}  // namespace causeway::calls
