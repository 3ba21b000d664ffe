#include "causeway/job/thread_level.hpp"

#include "causeway/job/own_settings.hpp"
#include "causeway/mpi/error.hpp"

#include <mpi.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>

namespace causeway::job {

namespace {

constexpr int kNothingTold = -1;

/// What the program was told.
constinit std::atomic<int> told{kNothingTold};

/// By which the user of MPICH says what MPI_Init is to ask for.
constexpr const char* kDefaultLevel = "MPIR_CVAR_DEFAULT_THREAD_LEVEL";

#ifdef MPICH_VERSION
constexpr bool kIsThreadUsual = true;
#else
constexpr bool kIsThreadUsual = false;
#endif

}  // namespace

bool wants_progress_thread() {
    const OwnSettings own = settings_without_files();
    return own.settings && !own.all_disabled() && own.settings->progress_thread().value_or(kIsThreadUsual);
}

std::optional<int> raised_level(int asked) noexcept {
    const bool is_less = asked == MPI_THREAD_SINGLE || asked == MPI_THREAD_FUNNELED || asked == MPI_THREAD_SERIALIZED;
    if (!is_less || std::getenv(kDefaultLevel) != nullptr) {
        return std::nullopt;
    }
    return wants_progress_thread() ? std::optional(MPI_THREAD_MULTIPLE) : std::nullopt;
}

int tell_program(int asked, int provided) noexcept {
    const int level = std::min(asked, provided);
    told.store(level, std::memory_order_relaxed);
    return level;
}

std::optional<int> level_told() noexcept {
    const int level = told.load(std::memory_order_relaxed);
    return level == kNothingTold ? std::nullopt : std::optional(level);
}

bool program_has_threads() {
    int level = MPI_THREAD_SINGLE;
    mpi::check(PMPI_Query_thread(&level), "MPI_Query_thread");
    return level_told().value_or(level) == MPI_THREAD_MULTIPLE;
}

}  // namespace causeway::job
