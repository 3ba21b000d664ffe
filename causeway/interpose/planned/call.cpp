#include "causeway/interpose/planned/call.hpp"

#include "causeway/base/text.hpp"
#include "causeway/interpose/drift.hpp"
#include "causeway/interpose/outstanding.hpp"
#include "causeway/mpi/error.hpp"

#include <fmt/format.h>

#include <exception>
#include <new>
#include <optional>
#include <utility>

namespace causeway::interpose::planned {

namespace {

int raise_on(MPI_Comm comm, int code) {
    PMPI_Comm_call_errhandler(comm, code);
    return code;
}

/// The code of MPI for the exception that is being handled; one that MPI does not know of is told first.
int code_of_exception() noexcept {
    try {
        throw;
    } catch (const mpi::MpiError& error) {
        return error.code();
    } catch (const std::bad_alloc&) {
        return MPI_ERR_NO_MEM;
    } catch (const std::exception& error) {
        fmt::print(stderr, "causeway: {}\n", error.what());
        return MPI_ERR_INTERN;
    } catch (...) {
        return MPI_ERR_INTERN;
    }
}

/// After a pass: what the next one works on, null if there is none.
void take_up_next(Work& work) {
    std::unique_ptr<mpi::BlockData> next = work.next ? std::exchange(work.next, nullptr)() : nullptr;
    work.data = std::move(next);
}

int tag_of_pass(int first_tag, int pass) {
    return first_tag + pass * static_cast<int>(mpi::Run::kMostStrands);
}

// ---- the program waits ------------------------------------------------------------------------------------------

int carry_out_now(Job& job, Call& call, MPI_Comm comm, NativeCall native) {
    CommunicatorState& state = state_of(job, comm);
    if (!state.plans || !call.accept(job, state)) {
        return native();
    }
    if (state.watch) {
        state.watch->before_call(job, state, comm);
    }
    const Decided decided = call.plan(job, state, comm);
    const double started = PMPI_Wtime();  // the clock of the MPI library, which may be a simulation's
    int code = MPI_SUCCESS;
    if (decided.is_native) {
        code = native();
    } else {
        mpi::BorrowedWorkspace workspace(*state.executor);
        Prepared prepared = call.prepare(state, *workspace);
        const int first_tag = state.executor->next_tags(kMostPasses);
        for (int pass = 0; prepared.work.data != nullptr; ++pass) {
            mpi::Run(state.executor->comm(), tag_of_pass(first_tag, pass), *workspace, prepared.strands,
                     prepared.num_blocks, *prepared.work.data, prepared.paced)
                .finish();
            take_up_next(prepared.work);
        }
        workspace.is_free();
    }
    const double duration = PMPI_Wtime() - started;
    ++decided.record->calls;
    decided.record->observed_seconds += duration;
    if (state.watch && call.is_watched()) {
        state.watch->after_call(*decided.record, decided.predicted, Seconds(duration));
    }
    if (job.tells_of_calls && state.rank == 0) {
        fmt::print(stderr, "causeway: {} of {}: {} on rank 0; {}\n", call.name(), base::to_text(call.message()),
                   base::to_text(Seconds(duration)), decided.record->description);
    }
    return code;
}

// ---- the program does not wait ----------------------------------------------------------------------------------

/// What the MPI library asks about a call that has ended. Belongs to its request.
struct Ending {
    int code = MPI_SUCCESS;
};

extern "C" int causeway_query_call(void* extra, MPI_Status* status) {
    PMPI_Status_set_elements(status, MPI_BYTE, 0);
    PMPI_Status_set_cancelled(status, 0);
    status->MPI_SOURCE = MPI_UNDEFINED;
    status->MPI_TAG = MPI_UNDEFINED;
    return static_cast<const Ending*>(extra)->code;
}

extern "C" int causeway_free_call(void* extra) {
    delete static_cast<Ending*>(extra);
    return MPI_SUCCESS;
}

extern "C" int causeway_cancel_call(void*, int) {
    return MPI_SUCCESS;  // MPI does not allow it for a collective; nothing happens
}

class CallUnderWay final : public Outstanding {
public:
    /// A planned call, from here on under way. `datatypes` are freed at its end. Throws MpiError.
    CallUnderWay(std::shared_ptr<CommunicatorState> state, Call& call, Nonblocking& nonblocking)
        : state_(std::move(state)),
          workspace_(std::in_place, *state_->executor),
          prepared_(call.prepare(*state_, **workspace_)) {
        mpi::check(
            PMPI_Grequest_start(causeway_query_call, causeway_free_call, causeway_cancel_call, ending_, &request_),
            "MPI_Grequest_start");
        first_tag_ = state_->executor->next_tags(kMostPasses);
        begin_pass();
        datatypes_ = nonblocking.take_kept();
        nonblocking.request = request_;
    }

    bool advance() noexcept override {
        try {
            while (run_) {
                if (!run_->advance()) {
                    return false;
                }
                run_.reset();
                take_up_next(prepared_.work);
                begin_pass();
            }
            workspace_->is_free();
        } catch (...) {
            ending_->code = code_of_exception();
        }
        end();
        return true;
    }

private:
    void begin_pass() {
        if (prepared_.work.data != nullptr) {
            run_.emplace(state_->executor->comm(), tag_of_pass(first_tag_, pass_++), **workspace_, prepared_.strands,
                         prepared_.num_blocks, *prepared_.work.data, prepared_.paced);
        }
    }

    /// From here on the program may have what it gave us back.
    void end() noexcept {
        run_.reset();
        prepared_ = {};
        workspace_.reset();
        for (MPI_Datatype& datatype : datatypes_) {
            PMPI_Type_free(&datatype);
        }
        PMPI_Grequest_complete(request_);
    }

    std::shared_ptr<CommunicatorState> state_;  ///< the program may free the communicator
    std::optional<mpi::BorrowedWorkspace> workspace_;
    Prepared prepared_;
    int first_tag_ = 0;
    int pass_ = 0;
    std::optional<mpi::Run> run_;
    std::vector<MPI_Datatype> datatypes_;
    Ending* ending_ = new Ending;  ///< the request's
    MPI_Request request_ = MPI_REQUEST_NULL;
};

int start(Job& job, Call& call, MPI_Comm comm, NativeCall native, Nonblocking& nonblocking) {
    std::shared_ptr<CommunicatorState> state = find_state(job, comm);
    if (job.progress == Progress::kNone || state == nullptr || !state->plans || !call.accept(job, *state)) {
        return native();
    }
    const Decided decided = call.plan(job, *state, MPI_COMM_NULL);
    ++decided.record->calls;
    if (decided.is_native) {
        return native();
    }
    let_go_on(std::make_shared<CallUnderWay>(std::move(state), call, nonblocking));
    return MPI_SUCCESS;
}

}  // namespace

Nonblocking::~Nonblocking() {
    for (MPI_Datatype& datatype : kept_) {
        PMPI_Type_free(&datatype);
    }
}

MPI_Datatype Nonblocking::keep(MPI_Datatype datatype) {
    int integers = 0;
    int addresses = 0;
    int datatypes = 0;
    int combiner = MPI_COMBINER_NAMED;
    if (active_job() == nullptr || datatype == MPI_DATATYPE_NULL ||
        PMPI_Type_get_envelope(datatype, &integers, &addresses, &datatypes, &combiner) != MPI_SUCCESS ||
        combiner == MPI_COMBINER_NAMED) {
        return datatype;
    }
    MPI_Datatype copy = MPI_DATATYPE_NULL;
    if (PMPI_Type_dup(datatype, &copy) != MPI_SUCCESS) {
        return datatype;
    }
    kept_.push_back(copy);
    return copy;
}

std::vector<MPI_Datatype> Nonblocking::take_kept() {
    return std::exchange(kept_, {});
}

bool is_left_alone_in(const Job& job, MPI_Comm comm) noexcept {
    if (comm == MPI_COMM_NULL) {
        return true;
    }
    try {
        const std::shared_ptr<CommunicatorState> state = find_state(job, comm);
        return state != nullptr && !state->plans;
    } catch (const mpi::MpiError&) {
        return true;  // not a communicator: the MPI library will say so
    }
}

bool is_this_rank(int rank, MPI_Comm comm) noexcept {
    int own = -1;
    return PMPI_Comm_rank(comm, &own) == MPI_SUCCESS && own == rank;
}

int guarded(MPI_Comm comm, base::FunctionRef<int()> call) noexcept {
    try {
        return call();
    } catch (...) {
        return raise_on(comm, code_of_exception());
    }
}

int carry_out(Call& call, MPI_Comm comm, const Calling& calling) {
    Job* job = active_job();
    if (job == nullptr) {
        return calling.native();
    }
    return calling.nonblocking == nullptr ? carry_out_now(*job, call, comm, calling.native)
                                          : start(*job, call, comm, calling.native, *calling.nonblocking);
}

}  // namespace causeway::interpose::planned
