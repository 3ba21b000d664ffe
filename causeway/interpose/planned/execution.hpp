/// What all planned collectives share: whether there is a plan, and carrying it out.
#pragma once

#include "causeway/base/function_ref.hpp"
#include "causeway/collective/scheme.hpp"
#include "causeway/interpose/communicator_state.hpp"
#include "causeway/interpose/planned.hpp"
#include "causeway/mpi/block_data.hpp"

#include <mpi.h>

#include <optional>

namespace causeway::interpose::planned {

/// What a call is to be planned for: values that are the same on every rank of a correct program.
struct Asked {
    int root = 0;
    Bytes message;           ///< see plan::CollectivePlan::message; nothing to do but for a barrier: 0
    Bytes element{1};        ///< what is never cut
    bool may_be_cut = true;  ///< the data of a process may be several blocks
    bool is_exact = true;    ///< results do not depend on the order in which data is combined
};

/// One call that is being carried out by plan.
class Execution {
public:
    Execution(CommunicatorState& state, const collective::Built& programs, Bytes cut_into)
        : built(programs), block(cut_into), rank(state.rank), state_(state) {}

    /// Carries out this rank's programs. Throws MpiError.
    void run(mpi::BlockData& data) const;

    /// All blocks that this rank's programs deal with, and `own`, lie in this range.
    [[nodiscard]] schedule::BlockRange touched(schedule::BlockRange own) const;

    /// Whether this rank receives anything.
    [[nodiscard]] bool receives() const;

    [[nodiscard]] MPI_Comm comm() const { return state_.executor->comm(); }
    [[nodiscard]] mpi::Scratch& scratch() const { return state_.executor->scratch(); }
    [[nodiscard]] int size() const { return state_.placement.num_processes(); }

    const collective::Built& built;
    Bytes block;  ///< what the data is cut into: a whole number of elements
    int rank;

private:
    CommunicatorState& state_;
};

/// What to plan for; nothing: the call is for the MPI library. Decided alike on every rank, before any message.
using Ask = base::FunctionRef<std::optional<Asked>(const CommunicatorState&)>;

/// Carries the call out by plan, or by `native`. Collective over `comm`. Never throws.
int carry_out(collective::Operation operation, MPI_Comm comm, NativeCall native, Ask ask,
              base::FunctionRef<void(const Execution&)> execute) noexcept;

/// Calls `call`, which returns a code of MPI; what it throws goes to the communicator's error handler as such a code.
int guarded(MPI_Comm comm, base::FunctionRef<int()> call) noexcept;

}  // namespace causeway::interpose::planned
