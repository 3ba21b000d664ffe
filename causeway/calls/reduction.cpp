#include "causeway/calls/reduction.hpp"

#include "causeway/mpi/payload.hpp"
#include "causeway/mpi/predefined_operators.hpp"

#include <climits>

namespace causeway::calls {

bool is_plain_reduction(MPI_Count count, MPI_Datatype datatype, MPI_Op op, const Calling& calling, OperandOrder order) {
    if (count <= 0 || count > INT_MAX || datatype == MPI_DATATYPE_NULL || op == MPI_OP_NULL ||
        !mpi::may_be_applied(op, datatype) || (calling.nonblocking != nullptr && !mpi::is_predefined(op))) {
        return false;  // the program may free an operator of its own before the end
    }
    int commutes = 0;
    return PMPI_Op_commutative(op, &commutes) == MPI_SUCCESS && (commutes != 0 || order == OperandOrder::kOfRanks);
}

std::optional<Asked> asked_of_reduction(const CommunicatorState& state, MPI_Count count, MPI_Datatype datatype,
                                        MPI_Op op, int root) {
    if (root >= state.placement.num_processes()) {
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
                 .is_exact = mpi::is_exact(op, datatype)};
}

std::int64_t elements_per_block(const Execution& execution, MPI_Datatype datatype) {
    return execution.block.value() / mpi::packed_size({nullptr, 1, datatype}).value();
}

}  // namespace causeway::calls
