#include "causeway/interpose/planned/execution.hpp"

#include "causeway/base/text.hpp"
#include "causeway/interpose/drift.hpp"
#include "causeway/interpose/job.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/planner/collective_planner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <exception>
#include <new>

namespace causeway::interpose::planned {

namespace {

using collective::Operation;

/// The decision for this kind of call: planned at the first of them, by every rank alike.
PlannedCollective& planned_call(const Job& job, CommunicatorState& state, Operation operation, const Asked& asked) {
    const SizeClass size_class = size_class_of(asked.message);
    const bool reproducible = job.settings.is_reproducible() && !asked.is_exact;
    const auto [entry, is_new] =
        state.collectives.try_emplace(CollectiveKind{operation, asked.root, size_class, reproducible});
    PlannedCollective& call = entry->second;
    if (!is_new) {
        return call;
    }
    planner::CollectiveRequest request;
    request.operation = operation;
    request.root = asked.root;
    request.message = size_class.largest;
    request.reproducible = reproducible;
    if (const auto forced = job.forced_schemes.find(operation); forced != job.forced_schemes.end()) {
        request.forced = forced->second;
    }
    const planner::CollectiveDecision decision = planner::plan_collective(*state.facts, state.placement, request);
    call.choice = decision.choice();
    call.description = plan::describe(call.choice.plan, *state.facts);
    if (job.settings.verbosity() >= 2 && state.rank == 0) {
        fmt::print(stderr, "causeway: {} of up to {} over {}: {} ({}); {}\n", collective::name_of(operation),
                   base::to_text(size_class.largest), state.identity, call.description, base::to_text(call.choice.time),
                   decision.reason);
    }
    return call;
}

/// The size that the plan cuts data into, in whole elements.
Bytes block_of(const plan::CollectivePlan& plan, const Asked& asked) {
    if (!asked.may_be_cut || plan.num_blocks() == 1) {
        return std::max(asked.message, Bytes(1));
    }
    const std::int64_t elements = std::max<std::int64_t>(1, plan.block.value() / asked.element.value());
    return elements * asked.element;
}

/// This rank's programs for so many blocks.
const collective::Built& programs_of(PlannedCollective& call, const CommunicatorState& state, int num_blocks) {
    const auto [entry, is_new] = call.programs.try_emplace(num_blocks);
    if (is_new) {
        collective::Layout layout = plan::layout_of(call.choice.plan, state.placement, state.rank);
        layout.num_blocks = num_blocks;
        entry->second = call.choice.plan.scheme->build(layout);
    }
    return entry->second;
}

int raise_on(MPI_Comm comm, int code) {
    PMPI_Comm_call_errhandler(comm, code);
    return code;
}

}  // namespace

void Execution::run(mpi::BlockData& data) const {
    std::array<const schedule::Program*, mpi::Executor::kMostStrands> programs{};
    for (std::size_t s = 0; s < built.strands.size(); ++s) {
        programs[s] = &built.strands[s].programs[static_cast<std::size_t>(rank)];
    }
    state_.executor->run({programs.data(), built.strands.size()}, built.num_blocks, data);
}

schedule::BlockRange Execution::touched(schedule::BlockRange own) const {
    int first = own.first;
    int end = own.end();
    for (const schedule::Schedule& strand : built.strands) {
        schedule::Cursor cursor(strand.programs[static_cast<std::size_t>(rank)], built.num_blocks);
        while (const auto operation = cursor.next()) {
            first = std::min(first, operation->blocks.first);
            end = std::max(end, operation->blocks.end());
        }
    }
    return {first, end - first};
}

bool Execution::receives() const {
    return std::any_of(built.strands.begin(), built.strands.end(), [&](const schedule::Schedule& strand) {
        const std::vector<schedule::Section>& sections = strand.programs[static_cast<std::size_t>(rank)].sections;
        return std::any_of(sections.begin(), sections.end(), [](const schedule::Section& section) {
            return std::any_of(section.body.begin(), section.body.end(),
                               [](const schedule::Operation& operation) { return !operation.is_send(); });
        });
    });
}

int guarded(MPI_Comm comm, base::FunctionRef<int()> call) noexcept {
    try {
        return call();
    } catch (const mpi::MpiError& error) {
        return raise_on(comm, error.code());
    } catch (const std::bad_alloc&) {
        return raise_on(comm, MPI_ERR_NO_MEM);
    } catch (const std::exception& error) {
        fmt::print(stderr, "causeway: {}\n", error.what());
        return raise_on(comm, MPI_ERR_INTERN);
    } catch (...) {
        return raise_on(comm, MPI_ERR_INTERN);
    }
}

int carry_out(Operation operation, MPI_Comm comm, NativeCall native, Ask ask,
              base::FunctionRef<void(const Execution&)> execute) noexcept {
    Job* job = active_job();
    if (job == nullptr || job->disabled_operations.contains(operation) || comm == MPI_COMM_NULL) {
        return native();
    }
    return guarded(comm, [&] {
        CommunicatorState& state = state_of(*job, comm);
        if (!state.plans) {
            return native();
        }
        const std::optional<Asked> asked = ask(state);
        if (!asked || (asked->message.value() <= 0 && operation != Operation::kBarrier)) {
            return native();
        }
        if (state.watch) {
            state.watch->before_call(*job, state, comm);
        }
        PlannedCollective& call = planned_call(*job, state, operation, *asked);
        const double started = PMPI_Wtime();  // the clock of the MPI library, which may be a simulation's
        int code = MPI_SUCCESS;
        if (call.choice.plan.scheme == nullptr) {
            code = native();
        } else {
            const Bytes block = block_of(call.choice.plan, *asked);
            const auto num_blocks = static_cast<int>(std::max<std::int64_t>(1, base::num_parts(asked->message, block)));
            execute(Execution(state, programs_of(call, state, num_blocks), block));
        }
        const double duration = PMPI_Wtime() - started;
        ++call.calls;
        call.observed_seconds += duration;
        if (state.watch && operation != Operation::kBarrier) {  // which lasts until the last process comes
            state.watch->after_call(call, call.choice.time, Seconds(duration));
        }
        if (job->settings.verbosity() >= 3 && state.rank == 0) {
            fmt::print(stderr, "causeway: {} of {}: {} on rank 0; {}\n", collective::name_of(operation),
                       base::to_text(asked->message), base::to_text(Seconds(duration)), call.description);
        }
        return code;
    });
}

}  // namespace causeway::interpose::planned
