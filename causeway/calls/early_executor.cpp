#include "causeway/calls/early_executor.hpp"

#include "causeway/mpi/channel.hpp"
#include "causeway/mpi/error.hpp"

#include <algorithm>
#include <utility>

namespace causeway::calls {

namespace {

/// No message has it: it is asked for, so that the MPI library goes on.
constexpr int kNobodysTag = 1;
static_assert(kNobodysTag < mpi::Executor::kFirstTag);

}  // namespace

EarlyExecutor::EarlyExecutor(mpi::TagRanges& ranges, const ProcessGroup& group, MPI_Comm comm)
    : ranges_(ranges),
      range_(ranges.take().value_or(0)),
      told_(std::make_unique<std::vector<int>>(group.members->size(), 0)),
      executor_(mpi::Channel(ranges.comm(), group.members, group.rank, ranges.first_tag(range_)),
                mpi::TagDivision::kTagsOfRange) {
    (*told_)[static_cast<std::size_t>(group.rank)] = range_;
    // Not an allgather: of the ways to one, some flood a network of a thousand processes.
    mpi::check(PMPI_Iallreduce(MPI_IN_PLACE, told_->data(), static_cast<int>(told_->size()), MPI_INT, MPI_MAX, comm,
                               &request_),
               "MPI_Iallreduce");
}

EarlyExecutor::~EarlyExecutor() {
    executor_.failures().stop();
    if (request_ != MPI_REQUEST_NULL) {
        (void)told_.release();  // the MPI library still writes there
    } else if (range_ > 0 && !executor_.failures().leaves_messages()) {
        ranges_.give_back(range_);
    }
}

EarlyExecutor::Phase EarlyExecutor::advance() {
    if (phase() != Phase::kAsking) {
        return phase();
    }
    int is_complete = 0;
    mpi::check(PMPI_Test(&request_, &is_complete, MPI_STATUS_IGNORE), "MPI_Test");
    if (is_complete == 0) {
        return Phase::kAsking;
    }
    if (std::find(told_->begin(), told_->end(), 0) != told_->end()) {
        phase_.store(Phase::kNone, std::memory_order_release);
        return Phase::kNone;
    }
    std::vector<int> first_tags = std::move(*told_);
    std::transform(first_tags.begin(), first_tags.end(), first_tags.begin(),
                   [&](int range) { return ranges_.first_tag(range); });
    executor_.failures().open(std::move(first_tags));
    phase_.store(Phase::kOpen, std::memory_order_release);
    return Phase::kOpen;
}

void EarlyExecutor::wait() noexcept {
    while (phase() == Phase::kAsking) {
        int is_there = 0;
        if (PMPI_Iprobe(MPI_ANY_SOURCE, executor_.channel().own_tag(kNobodysTag), ranges_.comm(), &is_there,
                        MPI_STATUS_IGNORE) != MPI_SUCCESS) {
            return;
        }
    }
}

}  // namespace causeway::calls
