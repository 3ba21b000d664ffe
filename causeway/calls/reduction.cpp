#include "causeway/calls/reduction.hpp"

#include "causeway/mpi/gathered_operands.hpp"
#include "causeway/mpi/payload.hpp"
#include "causeway/mpi/predefined_operators.hpp"

#include <climits>
#include <memory>
#include <utility>

namespace causeway::calls {

bool is_plain_reduction(MPI_Count count, MPI_Datatype datatype, MPI_Op op, const Calling& calling) {
    return count > 0 && count <= INT_MAX && datatype != MPI_DATATYPE_NULL && op != MPI_OP_NULL &&
           mpi::may_be_applied(op, datatype) &&
           (calling.nonblocking == nullptr || mpi::is_predefined(op));  // the program may free its own before the end
}

bool commutes(MPI_Op op) {
    int result = 0;
    return PMPI_Op_commutative(op, &result) == MPI_SUCCESS && result != 0;
}

std::optional<Asked> asked_of_reduction(const CommunicatorState& state, MPI_Count count, MPI_Datatype datatype,
                                        MPI_Op op, int root) {
    if (root >= state.group->placement.num_processes()) {
        return std::nullopt;
    }
    const Bytes element = mpi::packed_size({nullptr, 1, datatype});
    if (element.value() <= 0) {
        return std::nullopt;
    }
    return Asked{.root = root,
                 .message = count * element,
                 .element = element,
                 .may_be_cut = true,
                 .is_exact = mpi::is_exact(op, datatype),
                 .in_rank_order = !commutes(op)};
}

std::optional<int> rank_in_order(MPI_Op op, const Execution& execution) {
    return commutes(op) ? std::nullopt : std::optional(execution.rank);
}

Work gathered_reduction(const Execution& execution, const mpi::ReductionArguments& arguments, int last) {
    auto data = std::make_unique<mpi::GatheredOperands>(
        arguments, execution.built.of_process, execution.rank,
        mpi::equal_runs(arguments.count, elements_per_block(execution, arguments.datatype)), execution.scratch);
    mpi::GatheredOperands& operands = *data;
    return {std::move(data), [&operands, last] {
                operands.combine_up_to(last);
                return Work();
            }};
}

std::int64_t elements_per_block(const Execution& execution, MPI_Datatype datatype) {
    return execution.block.value() / mpi::packed_size({nullptr, 1, datatype}).value();
}

}  // namespace causeway::calls
