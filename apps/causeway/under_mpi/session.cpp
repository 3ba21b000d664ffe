#include "session.hpp"

#include "causeway/base/error.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <optional>
#include <string>

namespace causeway::app {

namespace {

constexpr int kCouldNotBeDone = 1;
constexpr int kWrongInput = 2;

/// Says what went wrong and ends the job: other ranks may be waiting for this one.
[[noreturn]] void end_job(const MpiSession& session, const std::exception& error, int code, bool common) {
    if (session.rank() == 0 || !common) {
        fmt::print(stderr, "causeway: {}\n", error.what());
        std::fflush(stderr);
    }
    if (common) {
        // Every rank comes here. An abort would silence the one that speaks: MPICH drops what was said just before.
        PMPI_Finalize();
    } else {
        PMPI_Abort(MPI_COMM_WORLD, code);
    }
    ::exit(code);  // a simulation has its own
}

}  // namespace

MpiSession::MpiSession() {
    int provided = 0;
    mpi::check(PMPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided), "MPI_Init_thread");
    rank_ = mpi::rank_of(MPI_COMM_WORLD);
    size_ = mpi::size_of(MPI_COMM_WORLD);
}

MpiSession::~MpiSession() {
    PMPI_Finalize();
}

void run_under_mpi(void (*verb)(const MpiSession&, const void*), const void* options) {
    const MpiSession session;
    try {
        verb(session, options);
    } catch (const base::InputError& error) {
        end_job(session, error, kWrongInput, true);
    } catch (const std::exception& error) {
        end_job(session, error, kCouldNotBeDone, false);
    }
}

void work_on_first_rank(const MpiSession& session, std::string_view source, base::FunctionRef<void()> work) {
    std::optional<base::InputError> fault;
    if (session.rank() == 0) {
        try {
            work();
        } catch (const base::InputError& error) {
            fault = error;
        }
    }
    const std::string told = mpi::broadcast_text(MPI_COMM_WORLD, fault ? fault->what() : "", 0);
    if (fault) {
        throw base::InputError(*fault);
    }
    if (!told.empty()) {
        throw base::InputError({std::string(source), {}, told, "what rank 0 says"});
    }
}

}  // namespace causeway::app
