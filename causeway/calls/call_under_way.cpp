#include "causeway/calls/call_under_way.hpp"

#include "causeway/calls/early_executor.hpp"
#include "causeway/calls/end_message.hpp"
#include "causeway/calls/passes.hpp"

#include <cstdio>
#include <optional>
#include <utility>
#include <vector>

namespace causeway::calls {

namespace {

/// What is freed and told at the end of a call.
struct End {
    std::vector<MPI_Datatype> datatypes;  ///< that were kept for it

    void tell(CommunicatorState& state, const mpi::Executor& executor, mpi::CallTags tags, bool has_failed) noexcept {
        for (MPI_Datatype& datatype : datatypes) {
            PMPI_Type_free(&datatype);
        }
        send_end(state, executor, tags.first, has_failed);
    }
};

class CallUnderWay final : public Passes {
public:
    /// Prepares it. `early`: whose executor that is, unless it is the one that ranks have agreed on. Throws MpiError.
    CallUnderWay(std::shared_ptr<CommunicatorState> its_state, mpi::Executor& its_executor,
                 std::shared_ptr<EarlyExecutor> early, PlannedWork& work, mpi::CallTags tags)
        : Passes(std::move(its_state), its_executor, work), early_(std::move(early)), tags_(tags) {}

    /// From here on it is under way.
    void begin_with(End end) noexcept {
        end_ = std::move(end);
        begin(tags_);
    }

private:
    void ended(bool has_failed) noexcept override { end_.tell(state(), executor(), tags_, has_failed); }

    std::shared_ptr<EarlyExecutor> early_;
    mpi::CallTags tags_;
    End end_;
};

/// A call that begins once it is known where its messages go.
class WaitingCall final : public Outstanding {
public:
    WaitingCall(std::shared_ptr<CommunicatorState> state, std::unique_ptr<PlannedWork> work, mpi::CallTags tags)
        : state_(std::move(state)), early_(state_->early), work_(std::move(work)), tags_(tags) {}

    void end_with(End end) noexcept { end_ = std::move(end); }

    [[nodiscard]] bool advance() noexcept override {
        if (!call_) {
            switch (phase()) {
                case EarlyExecutor::Phase::kAsking:
                    return false;
                case EarlyExecutor::Phase::kNone:
                    return fail();
                case EarlyExecutor::Phase::kOpen:
                    break;
            }
            try {
                call_.emplace(state_, executor(), early_, *work_, tags_);
            } catch (...) {
                (void)code_told_to_all(executor(), tags_);
                return fail();
            }
            call_->begin_with(std::move(end_));
        }
        return call_->advance();
    }

    [[nodiscard]] bool keeps_communicator() const noexcept override { return state_->keeps_communicator(); }

private:
    [[nodiscard]] mpi::Executor& executor() const { return early_->executor(); }

    [[nodiscard]] EarlyExecutor::Phase phase() noexcept {
        try {
            const EarlyExecutor::Phase phase = early_->advance();
            if (phase == EarlyExecutor::Phase::kNone) {
                std::fputs(
                    "causeway: no tags are left for nonblocking collectives on a communicator on which none "
                    "came before that waits\n",
                    stderr);
            }
            return phase;
        } catch (...) {
            end_job_alone(MPI_COMM_WORLD, code_of_exception());
        }
    }

    bool fail() noexcept {
        end_.tell(*state_, executor(), tags_, true);
        return true;
    }

    std::shared_ptr<CommunicatorState> state_;  ///< the program may free the communicator
    std::shared_ptr<EarlyExecutor> early_;
    std::unique_ptr<PlannedWork> work_;
    mpi::CallTags tags_;
    End end_;
    std::optional<CallUnderWay> call_;
};

}  // namespace

bool is_open(const CommunicatorState& state) noexcept {
    return state.executor != nullptr || (state.early != nullptr && state.early->phase() == EarlyExecutor::Phase::kOpen);
}

std::shared_ptr<Outstanding> under_way(const std::shared_ptr<CommunicatorState>& state, mpi::Executor& executor,
                                       Call& call, mpi::CallTags tags, Nonblocking& nonblocking) {
    if (is_open(*state)) {
        auto begun =
            std::make_shared<CallUnderWay>(state, executor, state->executor ? nullptr : state->early, call, tags);
        nonblocking.request = receive_end(executor, tags.first);
        begun->begin_with({nonblocking.take_kept()});
        return begun;
    }
    auto waiting = std::make_shared<WaitingCall>(state, call.kept(*state), tags);
    nonblocking.request = receive_end(executor, tags.first);
    waiting->end_with({nonblocking.take_kept()});
    return waiting;
}

}  // namespace causeway::calls
