#include "causeway/calls/call.hpp"

#include "causeway/base/text.hpp"
#include "causeway/calls/call_under_way.hpp"
#include "causeway/calls/correcting.hpp"
#include "causeway/calls/drift.hpp"
#include "causeway/calls/first_agreement.hpp"
#include "causeway/calls/learning.hpp"
#include "causeway/calls/outstanding.hpp"
#include "causeway/calls/passes.hpp"
#include "causeway/calls/persistent_call.hpp"
#include "causeway/mpi/error.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <string_view>
#include <utility>

namespace causeway::calls {

namespace {

int raise_on(MPI_Comm comm, int code) {
    PMPI_Comm_call_errhandler(comm, code);
    return code;
}

/// In the report's list of what passed through.
constexpr std::string_view kFewTags = "the MPI library has few tags, and no collective that waits was planned before";
constexpr std::string_view kNothingCarriesOn = "nothing would carry calls on while the program does something else";

// ---- the program waits ------------------------------------------------------------------------------------------

int carry_out_now(job::Job& job, Call& call, MPI_Comm comm, NativeCall native) {
    const std::shared_ptr<CommunicatorState> held = state_of(job, comm);
    CommunicatorState& state = *held;
    if (!is_planned(job, call, state)) {
        return native();
    }
    if (is_spared(job, call, state, comm)) {
        state.passes(call.name(), kFirstCall);
        return native();
    }
    agree_first(job, state, comm);
    if (!is_planned(job, call, state)) {
        return native();
    }
    const mpi::CallTags tags = state.executor->next_tags(kMostRuns);
    if (state.watch) {
        state.watch->before_call(job, state);
    }
    learn(job, state, comm);
    bool has_plan = false;
    try {
        const Decided decided = call.plan(job, state, comm, tags, Purpose::kOneCall);
        has_plan = true;
        const double started = PMPI_Wtime();  // the clock of the MPI library, which may be a simulation's
        int code = MPI_SUCCESS;
        if (decided.is_native) {
            code = native();
        } else {
            mpi::BorrowedWorkspace workspace;
            Prepared prepared = call.prepare(state, *workspace);
            prepared.manner.log = state.begin_log(*decided.record, *decided.planned);
            const bool is_logged = prepared.manner.log != nullptr;
            if (!is_logged) {
                prepared.manner.log = begin_arrivals(state, *decided.planned);
            }
            const bool notes_arrivals = !is_logged && prepared.manner.log != nullptr;
            for (int pass = 0; prepared.work.data != nullptr; ++pass) {
                if (pass > 0 && prepared.manner.log != nullptr) {
                    prepared.manner.log->lacks_some();  // steps of one pass tell messages apart
                    prepared.manner.log = nullptr;
                }
                mpi::Run run(state.executor->failures(), tags_of_pass(tags, decided.runs_used + pass), *workspace,
                             prepared.strands, prepared.num_blocks, *prepared.work.data, prepared.manner);
                while (state.agreeing != nullptr && !run.advance()) {
                    go_on_agreeing(state, comm);
                    carry_on();
                }
                if (is_left_to_threads()) {
                    (void)carry_on_until([&] { return run.advance(); });
                }
                run.finish();
                take_up_next(prepared);
            }
            workspace.is_free();
            if (notes_arrivals) {
                note_arrivals(state, *decided.planned);
            }
        }
        const double duration = PMPI_Wtime() - started;
        ++decided.record->calls;
        decided.record->bytes += call.message().value();
        decided.record->observed_seconds += duration;
        decided.planned->end_call(duration);
        go_on_agreeing(state, comm);
        if (state.watch) {
            state.watch->after_call(Seconds(duration));
        }
        if (state.watch && call.is_watched()) {
            state.watch->watch(decided, Seconds(duration));
        }
        if (job.tells_of_calls && state.rank == 0) {
            fmt::print(stderr, "causeway: {} of {}: {} on rank 0; {}\n", call.name(), base::to_text(call.message()),
                       base::to_text(Seconds(duration)), decided.record->description);
        }
        return code;
    } catch (...) {
        const int code = code_told_to_all(*state.executor, tags);
        if (!has_plan) {
            tell_of_absence(state, tags, code);
        }
        throw mpi::FailedCall{code};
    }
}

// ---- the program does not wait ----------------------------------------------------------------------------------

/// Why such a call is for the MPI library though one that waits would be planned; empty: it is not. Alike on all ranks.
std::string_view objection_to_start(const job::Job& job, const Call& call, CommunicatorState& state, MPI_Comm comm) {
    return !job.has_progress                    ? kNothingCarriesOn
           : !may_begin_early(job, state, comm) ? kFewTags
           : is_spared(job, call, state, comm)  ? kFirstCall
                                                : std::string_view();
}

int start(job::Job& job, Call& call, MPI_Comm comm, NativeCall native, Nonblocking& nonblocking) {
    const std::shared_ptr<CommunicatorState> state = state_of(job, comm);
    if (!is_planned(job, call, *state)) {
        return native();
    }
    if (const std::string_view objection = objection_to_start(job, call, *state, comm); !objection.empty()) {
        state->passes(call.name(), objection);
        return native();
    }
    begin_planning(job, *state);
    mpi::Executor* executor = find_executor(*state);
    mpi::CallTags tags = executor != nullptr ? executor->next_tags(kMostRuns) : mpi::CallTags{};
    try {
        const Decided decided = call.plan(job, *state, MPI_COMM_NULL, tags, Purpose::kOneCall);
        ++decided.record->calls;
        decided.record->bytes += call.message().value();
        if (decided.is_native) {
            return native();
        }
        if (executor == nullptr) {
            mpi::Executor& made = executor_at_once(job, *state, comm);
            tags = made.next_tags(kMostRuns);
            executor = &made;
        }
        let_go_on(under_way(state, *executor, call, tags, nonblocking));
        return MPI_SUCCESS;
    } catch (...) {
        if (executor == nullptr || !is_open(*state)) {
            end_job_alone(comm, code_of_exception());  // nobody can be told yet
        }
        throw mpi::FailedCall{code_told_to_all(*executor, tags)};
    }
}

}  // namespace

Nonblocking::~Nonblocking() {
    for (MPI_Datatype& datatype : kept_) {
        PMPI_Type_free(&datatype);
    }
}

MPI_Datatype Nonblocking::keep(MPI_Datatype datatype) {
    if (job::active_job() == nullptr || datatype == MPI_DATATYPE_NULL || mpi::is_predefined_datatype(datatype)) {
        return datatype;
    }
    kept_.reserve(kept_.size() + 1);
    MPI_Datatype copy = MPI_DATATYPE_NULL;
    // Not a duplicate, which has the program's attributes, and would call it for them, in whatever thread a call ends.
    if (PMPI_Type_contiguous(1, datatype, &copy) != MPI_SUCCESS) {
        return datatype;
    }
    if (PMPI_Type_commit(&copy) != MPI_SUCCESS) {
        PMPI_Type_free(&copy);
        return datatype;
    }
    kept_.push_back(copy);
    return copy;
}

std::vector<MPI_Datatype> Nonblocking::take_kept() {
    return std::exchange(kept_, {});
}

bool is_left_alone_in(const job::Job& job, MPI_Comm comm) noexcept {
    if (comm == MPI_COMM_NULL) {
        return true;
    }
    try {
        const std::shared_ptr<CommunicatorState> state = find_state(job, comm);
        if (state == nullptr || state->plans || state->is_between_groups) {
            return false;
        }
        state->passes(CommunicatorState::kAnyCollective, state->why_none);
        return true;
    } catch (const mpi::MpiError&) {
        return true;  // not a communicator: the MPI library will say so
    }
}

bool is_planned(const job::Job& job, Call& call, CommunicatorState& state) {
    if (!state.plans) {
        state.passes(CommunicatorState::kAnyCollective, state.why_none);
        return false;
    }
    const std::string_view objection = call.objection(job, state);
    if (!objection.empty()) {
        state.passes(call.name(), objection);
    }
    return objection.empty();
}

bool is_this_rank(int rank, MPI_Comm comm) noexcept {
    int own = -1;
    return PMPI_Comm_rank(comm, &own) == MPI_SUCCESS && own == rank;
}

int code_of_exception() noexcept {
    try {
        throw;
    } catch (const mpi::FailedCall& failed) {
        return failed.code;
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

int code_told_to_all(mpi::Executor& executor, mpi::CallTags call) noexcept {
    try {
        throw;
    } catch (const mpi::FailedCall& failed) {
        return failed.code;
    } catch (...) {
        const int code = code_of_exception();
        executor.failures().tell(call.call, code);
        return code;
    }
}

void end_job_alone(MPI_Comm comm, int code) noexcept {
    std::array<char, MPI_MAX_ERROR_STRING> words{};
    int length = 0;
    PMPI_Error_string(code, words.data(), &length);
    std::fprintf(stderr, "causeway: this rank has failed while others wait for it (%s): the job ends\n", words.data());
    PMPI_Comm_call_errhandler(comm, code);
    PMPI_Abort(MPI_COMM_WORLD, code);
    std::abort();
}

int raised(MPI_Comm comm) noexcept {
    try {
        throw;
    } catch (const mpi::FailedCall& failed) {
        return raise_on(comm, failed.code);
    } catch (const mpi::MpiError& error) {
        return raise_on(comm, error.code());
    } catch (...) {
        end_job_alone(comm, code_of_exception());
    }
}

int guarded(MPI_Comm comm, base::FunctionRef<int()> call) noexcept try { return call(); } catch (...) {
    return raised(comm);
}

int carry_out(Call& call, MPI_Comm comm, const Calling& calling) {
    job::Job* job = job::active_job();
    if (job == nullptr) {
        return calling.native();
    }
    if (calling.nonblocking == nullptr) {
        return carry_out_now(*job, call, comm, calling.native);
    }
    return calling.nonblocking->begins() == Nonblocking::Begins::kNow
               ? start(*job, call, comm, calling.native, *calling.nonblocking)
               : prepare_for_starts(*job, call, comm, calling.native, *calling.nonblocking);
}

}  // namespace causeway::calls
