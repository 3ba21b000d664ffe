#include "causeway/calls/persistent_call.hpp"

#include "causeway/calls/communicator_state.hpp"
#include "causeway/calls/end_message.hpp"
#include "causeway/calls/first_agreement.hpp"
#include "causeway/calls/outstanding.hpp"
#include "causeway/calls/passes.hpp"
#include "causeway/calls/persistent_requests.hpp"
#include "causeway/mpi/error.hpp"

#include <atomic>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace causeway::calls {

namespace {

/// Whether the MPI library frees a persistent request that has failed.
#ifdef OPEN_MPI
constexpr bool kFailedRequestsAreFreed = true;
#else
constexpr bool kFailedRequestsAreFreed = false;
#endif

class PersistentCall final : public Persistent, public std::enable_shared_from_this<PersistentCall> {
public:
    /// Where they are counted, and how much one of them moves.
    struct Starts {
        CallTotal& total;
        Bytes message;
    };

    /// Makes the request. Throws MpiError.
    PersistentCall(std::shared_ptr<CommunicatorState> state, std::unique_ptr<PlannedWork> work, Starts starts,
                   mpi::CallTags tags, Nonblocking& nonblocking)
        : state_(std::move(state)),
          work_(std::move(work)),
          starts_(starts),
          tags_(tags),
          request_(receive_end_again_and_again(*state_->executor, tags.first)) {
        datatypes_ = nonblocking.take_kept();
    }

    ~PersistentCall() override {
        for (MPI_Datatype& datatype : datatypes_) {
            PMPI_Type_free(&datatype);
        }
    }

    [[nodiscard]] int start() noexcept override;

    void end_round(bool has_failed) noexcept {
        has_failed_ = has_failed;
        send_end(*state_, *state_->executor, tags_.first, has_failed);
        if (has_failed && kFailedRequestsAreFreed) {
            forget_persistent(request_);
        }
    }

    [[nodiscard]] MPI_Request request() const { return request_; }

private:
    std::shared_ptr<CommunicatorState> state_;  ///< the program may free the communicator
    std::unique_ptr<PlannedWork> work_;
    Starts starts_;
    mpi::CallTags tags_;
    MPI_Request request_;
    std::vector<MPI_Datatype> datatypes_;
    std::atomic<bool> has_failed_{false};
};

/// From a start to its end.
class Round final : public Passes {
public:
    Round(std::shared_ptr<PersistentCall> call, const std::shared_ptr<CommunicatorState>& state, PlannedWork& work)
        : Passes(state, *state->executor, work), call_(std::move(call)) {}

private:
    void ended(bool has_failed) noexcept override { call_->end_round(has_failed); }

    std::shared_ptr<PersistentCall> call_;  ///< the program may free the request, once the round has ended
};

int PersistentCall::start() noexcept {
    if (has_failed_) {
        return state_->raise(MPI_ERR_REQUEST);
    }
    try {
        auto round = std::make_shared<Round>(shared_from_this(), state_, *work_);
        mpi::check(PMPI_Start(&request_), "MPI_Start");
        round->begin(tags_);
        ++starts_.total.calls;
        starts_.total.bytes += starts_.message.value();
        let_go_on(std::move(round));
        return MPI_SUCCESS;
    } catch (...) {
        has_failed_ = true;
        return state_->raise(code_told_to_all(*state_->executor, tags_));
    }
}

}  // namespace

int prepare_for_starts(job::Job& job, Call& call, MPI_Comm comm, NativeCall native, Nonblocking& nonblocking) {
    if (!job.has_progress) {
        return native();
    }
    // As for all other calls: some ranks may have passed one on that is not planned without asking the others.
    if (!is_planned(job, call, *state_of(job, comm))) {
        return native();
    }
    CommunicatorState& state = agreed_state_of(job, comm);
    if (!is_planned(job, call, state)) {
        return native();
    }
    // Who starts the request elsewhere learns of a failure here by the request's own tags, once there are some.
    mpi::CallTags tags = state.executor->next_tags(kRunsToPlan);
    try {
        const Decided decided = call.plan(job, state, comm, tags, Purpose::kManyStarts);
        const std::optional<mpi::CallTags> for_good =
            decided.is_native ? std::nullopt : state.executor->tags_for_good(kMostPasses);
        if (!for_good) {
            return native();
        }
        tags = *for_good;
        CallKind kind = decided.kind;
        kind.is_nonblocking = true;
        CallTotal& total = call_totals().of(state.told(kind, decided.record->description),
                                            state.told(decided.planned->best_way().choice, decided.planned->reason),
                                            CallTotals::Standing::kOver);
        auto persistent = std::make_shared<PersistentCall>(
            find_state(job, comm), call.kept(state), PersistentCall::Starts{total, call.message()}, tags, nonblocking);
        const MPI_Request request = persistent->request();
        enter_persistent(request, std::move(persistent));
        nonblocking.request = request;
    } catch (...) {
        throw mpi::FailedCall{code_told_to_all(*state.executor, tags)};
    }
    return MPI_SUCCESS;
}

}  // namespace causeway::calls
