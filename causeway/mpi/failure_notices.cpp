#include "causeway/mpi/failure_notices.hpp"

#include "causeway/mpi/error.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <new>
#include <utility>

namespace causeway::mpi {

namespace {

constexpr int kNoticeTag = 0;

/// Failed calls that lie back further than that are forgotten: they are over.
constexpr std::int64_t kMostRemembered = 1 << 16;

/// What codes mean is the same on every rank, unlike codes.
int error_class_of(int code) {
    int result = MPI_ERR_OTHER;
    PMPI_Error_class(code, &result);
    return result;
}

}  // namespace

void FailureNotices::tell(std::int64_t call, int code) noexcept {
    has_told_.store(true, std::memory_order_relaxed);
    // Never freed: there is no telling when MPI is through with it.
    auto* const kept = new (std::nothrow) Notice;
    Notice& notice = kept != nullptr ? *kept : last_told_;
    notice = {call, error_class_of(code)};
    look_at(error_class_of(code));
    try {
        const int own = channel_.rank();
        for (int rank = channel_.size(); rank-- > 0;) {
            if (rank == own) {
                continue;
            }
            MPI_Request sent = MPI_REQUEST_NULL;
            mpi::check(PMPI_Isend(notice.data(), static_cast<int>(notice.size()), MPI_INT64_T, channel_.place_of(rank),
                                  channel_.tag_to(rank, kNoticeTag), channel_.comm(), &sent),
                       "MPI_Isend");
            mpi::check(PMPI_Request_free(&sent), "MPI_Request_free");
        }
    } catch (const std::exception& error) {
        std::fprintf(stderr, "causeway: other ranks cannot be told of a failure (%s): the job ends\n", error.what());
        PMPI_Abort(MPI_COMM_WORLD, code);
    }
}

std::int64_t FailureNotices::check(std::int64_t call, std::int64_t seen) const {
    const std::int64_t noted = num_noted_.load(std::memory_order_acquire);
    if (noted == seen) {
        return seen;
    }
    const std::lock_guard lock(mutex_);
    if (const auto found = failed_.find(call); found != failed_.end()) {
        throw FailedCall{found->second};
    }
    return noted;
}

MPI_Request FailureNotices::lend(bool waits) {
    while (is_lent_.exchange(true, std::memory_order_acquire)) {
        if (!waits) {
            return MPI_REQUEST_NULL;
        }
    }
    if (request_ == MPI_REQUEST_NULL) {
        post();
    }
    return request_;
}

void FailureNotices::take_back(MPI_Request request) noexcept {
    request_ = request;
    if (request == MPI_REQUEST_NULL) {
        note(incoming_);
    }
    is_lent_.store(false, std::memory_order_release);
}

void FailureNotices::stop() noexcept {
    int finalized = 0;
    PMPI_Finalized(&finalized);
    MPI_Request request = std::exchange(request_, MPI_REQUEST_NULL);
    if (request != MPI_REQUEST_NULL && finalized == 0) {
        MPI_Status status;
        int is_cancelled = 0;
        PMPI_Cancel(&request);
        PMPI_Wait(&request, &status);
        PMPI_Test_cancelled(&status, &is_cancelled);
        if (is_cancelled == 0) {
            note(incoming_);
        }
    }
}

bool FailureNotices::leaves_messages() const noexcept {
    // The MPI library is not asked what has come: it would make progress, where a call may have been begun only.
    return has_told_.load(std::memory_order_relaxed) || num_noted_.load() > 0;
}

void FailureNotices::post() {
    try {
        mpi::check(PMPI_Irecv(incoming_.data(), static_cast<int>(incoming_.size()), MPI_INT64_T, MPI_ANY_SOURCE,
                              channel_.own_tag(kNoticeTag), channel_.comm(), &request_),
                   "MPI_Irecv");
    } catch (...) {
        is_lent_.store(false, std::memory_order_release);
        throw;
    }
}

void FailureNotices::look_at(int error_class) noexcept {
    if (error_class == MPI_ERR_TRUNCATE) {
        ranks_differ_.store(true, std::memory_order_relaxed);
    }
}

void FailureNotices::note(const Notice& notice) noexcept {
    const auto [call, code] = notice;
    look_at(static_cast<int>(code));
    try {
        const std::lock_guard lock(mutex_);
        failed_.emplace(call, static_cast<int>(code));
        if (call > kMostRemembered) {
            failed_.erase(failed_.lower_bound(0), failed_.lower_bound(call - kMostRemembered));
        }
        num_noted_.fetch_add(1, std::memory_order_release);
    } catch (...) {
        std::fputs("causeway: no memory to take note of another rank's failure: the job ends\n", stderr);
        PMPI_Abort(MPI_COMM_WORLD, static_cast<int>(code));
    }
}

}  // namespace causeway::mpi
