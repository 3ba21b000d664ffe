/// What the planned reductions share.
#pragma once

#include "causeway/calls/scheme_call.hpp"
#include "causeway/mpi/reduction_blocks.hpp"

#include <mpi.h>

#include <cstdint>
#include <optional>

namespace causeway::calls {

/// Whether these arguments of a reduction are valid and ask for something that is planned at all. The same on every
/// rank of a correct program, which gives all the same operator and datatypes of the same signature.
[[nodiscard]] bool is_plain_reduction(MPI_Count count, MPI_Datatype datatype, MPI_Op op, const Calling& calling);

/// Whether results do not depend on which operand is the left one. Local.
[[nodiscard]] bool commutes(MPI_Op op);

/// What to plan a reduction of `count` elements for.
[[nodiscard]] std::optional<Asked> asked_of_reduction(const CommunicatorState& state, MPI_Count count,
                                                      MPI_Datatype datatype, MPI_Op op, int root);

/// See mpi::ReductionArguments::rank_in_order.
[[nodiscard]] std::optional<int> rank_in_order(MPI_Op op, const Execution& execution);

/// Where every rank gets the operands of all and combines them itself, those of the ranks up to `last`.
[[nodiscard]] Work gathered_reduction(const Execution& execution, const mpi::ReductionArguments& arguments, int last);

[[nodiscard]] std::int64_t elements_per_block(const Execution& execution, MPI_Datatype datatype);

}  // namespace causeway::calls
