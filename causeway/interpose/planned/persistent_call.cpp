#include "causeway/interpose/planned/persistent_call.hpp"

#include "causeway/interpose/communicator_state.hpp"
#include "causeway/interpose/outstanding.hpp"
#include "causeway/interpose/persistent_requests.hpp"
#include "causeway/interpose/planned/passes.hpp"
#include "causeway/mpi/error.hpp"

#include <atomic>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace causeway::interpose::planned {

namespace {

/// The passes, and the message that ends a round.
constexpr int kRunsWithTags = kMostPasses + 1;

/// Whether the MPI library frees a persistent request that has failed.
#ifdef OPEN_MPI
constexpr bool kFailedRequestsAreFreed = true;
#else
constexpr bool kFailedRequestsAreFreed = false;
#endif

class PersistentCall final : public Persistent, public std::enable_shared_from_this<PersistentCall> {
public:
    /// Makes the request. Throws MpiError.
    PersistentCall(std::shared_ptr<CommunicatorState> state, std::unique_ptr<PlannedWork> work,
                   std::shared_ptr<KeptCalls> record, int first_tag, MPI_Comm comm, Nonblocking& nonblocking)
        : state_(std::move(state)), work_(std::move(work)), record_(std::move(record)), first_tag_(first_tag) {
        mpi::check(PMPI_Recv_init(nullptr, 0, MPI_BYTE, state_->rank, last_tag(), state_->executor->comm(), &request_),
                   "MPI_Recv_init");
        mpi::check(PMPI_Comm_get_errhandler(comm, &handler_), "MPI_Comm_get_errhandler");
        datatypes_ = nonblocking.take_kept();
    }

    ~PersistentCall() override {
        for (MPI_Datatype& datatype : datatypes_) {
            PMPI_Type_free(&datatype);
        }
        PMPI_Errhandler_free(&handler_);
    }

    [[nodiscard]] int start() noexcept override;

    /// The last round is through; or it has failed.
    void end_round() noexcept { send_to_oneself(0); }
    void fail_round() noexcept {
        has_failed_ = true;
        // What waits gets a message that is too long, and raises an error.
        PMPI_Comm_set_errhandler(state_->executor->comm(), handler_);
        send_to_oneself(1);
        if (kFailedRequestsAreFreed) {
            forget_persistent(request_);
        }
    }

    [[nodiscard]] MPI_Request request() const { return request_; }

private:
    [[nodiscard]] int last_tag() const { return tag_of_pass(first_tag_, kMostPasses); }

    void send_to_oneself(int bytes) noexcept {
        static char data = 0;
        MPI_Request sent = MPI_REQUEST_NULL;
        if (PMPI_Isend(&data, bytes, MPI_BYTE, state_->rank, last_tag(), state_->executor->comm(), &sent) ==
            MPI_SUCCESS) {
            PMPI_Request_free(&sent);
        }
    }

    /// Through the handler that the communicator had: the program may have freed that.
    int raise(int code) noexcept {
        PMPI_Comm_set_errhandler(state_->executor->comm(), handler_);
        PMPI_Comm_call_errhandler(state_->executor->comm(), code);
        return code;
    }

    std::shared_ptr<CommunicatorState> state_;  ///< the program may free the communicator
    std::unique_ptr<PlannedWork> work_;
    std::shared_ptr<KeptCalls> record_;
    int first_tag_;
    MPI_Errhandler handler_ = MPI_ERRHANDLER_NULL;
    std::vector<MPI_Datatype> datatypes_;
    MPI_Request request_ = MPI_REQUEST_NULL;
    std::atomic<bool> has_failed_{false};
};

/// From a start to its end.
class Round final : public Outstanding {
public:
    Round(std::shared_ptr<PersistentCall> call, std::shared_ptr<CommunicatorState> state, PlannedWork& work,
          int first_tag)
        : call_(std::move(call)), passes_(std::move(state), work) {
        passes_.begin(first_tag);
    }

    bool advance() noexcept override {
        bool has_failed = false;
        try {
            if (!passes_.advance()) {
                return false;
            }
        } catch (...) {
            (void)code_of_exception();
            has_failed = true;
        }
        passes_.end();
        has_failed ? call_->fail_round() : call_->end_round();
        return true;
    }

private:
    std::shared_ptr<PersistentCall> call_;  ///< the program may free the request, once the round has ended
    Passes passes_;
};

int PersistentCall::start() noexcept {
    if (has_failed_) {
        return raise(MPI_ERR_REQUEST);
    }
    try {
        auto round = std::make_shared<Round>(shared_from_this(), state_, *work_, first_tag_);
        mpi::check(PMPI_Start(&request_), "MPI_Start");
        ++record_->starts;
        let_go_on(std::move(round));
        return MPI_SUCCESS;
    } catch (...) {
        return raise(code_of_exception());
    }
}

/// Where starts of calls that are told as one are counted.
std::shared_ptr<KeptCalls> record_of(CommunicatorState& state, const FormerCall& call) {
    for (const std::shared_ptr<KeptCalls>& known : state.kept) {
        if (is_told_as_one(known->call, call)) {
            return known;
        }
    }
    state.kept.push_back(std::make_shared<KeptCalls>(call));
    return state.kept.back();
}

}  // namespace

int prepare_for_starts(Job& job, Call& call, MPI_Comm comm, NativeCall native, Nonblocking& nonblocking) {
    if (job.progress == Progress::kNone) {
        return native();
    }
    CommunicatorState& state = state_of(job, comm);
    if (!state.plans || !call.accept(job, state)) {
        return native();
    }
    const Decided decided = call.plan(job, state, comm);
    const std::optional<int> first_tag =
        decided.is_native ? std::nullopt : state.executor->tags_for_good(kRunsWithTags);
    if (!first_tag) {
        return native();
    }
    CallKind kind = decided.kind;
    kind.is_nonblocking = true;
    FormerCall told = former_call(call.name(), kind, *decided.record, decided.predicted);
    told.calls = 0;
    told.observed_seconds = 0.0;
    auto persistent = std::make_shared<PersistentCall>(find_state(job, comm), call.kept(state), record_of(state, told),
                                                       *first_tag, comm, nonblocking);
    nonblocking.request = persistent->request();
    enter_persistent(nonblocking.request, std::move(persistent));
    return MPI_SUCCESS;
}

}  // namespace causeway::interpose::planned
