/// What the planned reductions share.
#pragma once

#include "causeway/calls/scheme_call.hpp"

#include <mpi.h>

#include <cstdint>
#include <optional>

namespace causeway::calls {

/// In which order operands are combined.
enum class OperandOrder {
    kAny,      ///< of operators that commute
    kOfRanks,  ///< whatever the operator
};

/// Whether these arguments of a reduction are valid and ask for something that is planned at all. The same on every
/// rank of a correct program, which gives all the same operator and datatypes of the same signature.
[[nodiscard]] bool is_plain_reduction(MPI_Count count, MPI_Datatype datatype, MPI_Op op, const Calling& calling,
                                      OperandOrder order = OperandOrder::kAny);

/// What to plan a reduction of `count` elements for.
[[nodiscard]] std::optional<Asked> asked_of_reduction(const CommunicatorState& state, MPI_Count count,
                                                      MPI_Datatype datatype, MPI_Op op, int root);

[[nodiscard]] std::int64_t elements_per_block(const Execution& execution, MPI_Datatype datatype);

}  // namespace causeway::calls
