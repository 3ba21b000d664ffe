/// All-to-alls of parts that differ in size. What one process has for another, these two know, and nobody else does: it
/// goes straight from the one to the other, as a scheme for equal parts orders the messages that passes nothing on.
/// Where it is nothing, there is no message.
#pragma once

#include "causeway/base/function_ref.hpp"
#include "causeway/calls/scheme_call.hpp"
#include "causeway/mpi/payload.hpp"

#include <optional>

namespace causeway::calls {

/// Whether the MPI library must see these arguments. Local.
[[nodiscard]] bool are_refused(const Counts& counts, const Displacements& displacements, MPI_Comm comm);

/// What to plan for, as nobody knows all sizes.
[[nodiscard]] std::optional<Asked> asked_of_uneven_exchange();

/// The part of a rank: what this process has for it, or where what comes from it goes.
using PartOfRank = base::FunctionRef<mpi::BufferDescription(int rank)>;

/// This process's own part is copied at once, unlike the others. Throws MpiError.
[[nodiscard]] Work exchange_uneven(const Execution& execution, PartOfRank to, PartOfRank from);

}  // namespace causeway::calls
