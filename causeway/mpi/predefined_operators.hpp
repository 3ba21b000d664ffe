/// What MPI's own operators are defined for.
#pragma once

#include <mpi.h>

namespace causeway::mpi {

/// Whether the operator may be applied by us: it is the program's, or one of MPI's with a datatype for which MPI
/// defines it (MPI 3.1, section 5.9.2) and which we know. Anything else is for the MPI library, to apply or to complain
/// about. Neither argument is null. Local; the same on every rank that is given the same.
[[nodiscard]] bool may_be_applied(MPI_Op op, MPI_Datatype datatype);

/// Whether it is one of MPI's own.
[[nodiscard]] bool is_predefined(MPI_Op op);

/// Whether the result is the same in whatever order elements are combined: one of MPI's operators that does not round.
[[nodiscard]] bool is_exact(MPI_Op op, MPI_Datatype datatype);

}  // namespace causeway::mpi
