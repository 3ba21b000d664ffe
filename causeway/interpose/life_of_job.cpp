#include "causeway/interpose/life_of_job.hpp"

#include "causeway/calls/all_calls.hpp"
#include "causeway/calls/outstanding.hpp"
#include "causeway/interpose/report.hpp"
#include "causeway/interpose/report_file.hpp"
#include "causeway/interpose/tree_optimizer.hpp"
#include "causeway/job/active_job.hpp"
#include "causeway/job/job.hpp"
#include "causeway/job/prepare_job.hpp"
#include "causeway/job/processes.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/tracing/tracer.hpp"

#include <fmt/format.h>

#include <mpi.h>

#include <atomic>
#include <exception>
#include <memory>
#include <utility>

namespace causeway::interpose {

namespace {

std::atomic<bool> is_started{false};

extern "C" int causeway_finalize_begins(MPI_Comm, int, void*, void*) {
    finalize_begins();
    return MPI_SUCCESS;
}

/// Throws MpiError.
void watch_for_finalize() {
    int key = MPI_KEYVAL_INVALID;
    mpi::check(PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, causeway_finalize_begins, &key, nullptr),
               "MPI_Comm_create_keyval");
    mpi::check(PMPI_Comm_set_attr(MPI_COMM_SELF, key, nullptr), "MPI_Comm_set_attr");
    mpi::check(PMPI_Comm_free_keyval(&key), "MPI_Comm_free_keyval");
}

/// The whole of start_job(); throws. Null: everything passes through.
std::unique_ptr<job::Job> begin_job(job::Roll* roll, std::string_view why_no_roll) {
    const bool has_progress = calls::available_progress() != calls::ProgressEngine::kNone;
    job::Prepared prepared = job::prepare_job(roll, why_no_roll, has_progress);
    std::unique_ptr<job::Job> job = std::move(prepared.job);
    const int parents = job::num_parents();
    const auto report_file =
        job != nullptr && job->world_rank == 0 ? job->settings.report_file() : prepared.report_file;
    if (report_file && parents == 0) {
        remove_reports_of_spawned(*report_file);
    }
    if (job == nullptr && report_file) {
        try {
            report_of_none(*report_file, parents, prepared.why_none);
        } catch (const base::Error& error) {  // the program needs none
            job::say(error.what());
        }
    }
    if (job != nullptr) {
        job->propose_trees = propose_trees;
        calls::begin_calls(*job);
        say(*job, 1, describe(*job));
    }
    return job;
}

/// Something went wrong on this rank alone, of which the others cannot know, and for which they wait: now, or at their
/// first planned call. Better an end than that.
void give_up(std::string_view reason) noexcept {
    int size = 0;
    int rank = 0;
    PMPI_Comm_size(MPI_COMM_WORLD, &size);
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (size == 1) {
        job::say(fmt::format("{}; all collectives pass through", reason));
    } else {
        job::say(fmt::format("rank {}: {}; the others cannot go on without it", rank, reason));
        PMPI_Comm_call_errhandler(MPI_COMM_WORLD, MPI_ERR_OTHER);
    }
}

}  // namespace

void start_job(job::Roll* roll, std::string_view why_no_roll) noexcept {
    if (is_started.exchange(true)) {
        return;
    }
    try {
        watch_for_finalize();
        job::current_job.store(begin_job(roll, why_no_roll).release(), std::memory_order_release);
    } catch (const std::exception& error) {
        give_up(error.what());
    } catch (...) {
        give_up("an unknown failure at start");
    }
}

void finalize_begins() noexcept {
    tracing::finish_tracing();
    job::Job* const job = job::active_job();
    if (job == nullptr) {
        return;
    }
    job::current_job.store(nullptr, std::memory_order_release);
    calls::end_calls(*job);
    report(*job);
}

}  // namespace causeway::interpose
