/// How many bytes a process hands in when it calls a collective operation. Functions that take a communicator are local
/// and throw MpiError.
#pragma once

#include <mpi.h>

#include <cstdint>

namespace causeway::tracing {

/// Elements of one type.
struct Part {
    std::int64_t count;
    MPI_Datatype datatype;
};

/// Its bytes without holes; 0 for no elements, whatever their type. Local. Throws MpiError.
[[nodiscard]] std::int64_t bytes_of(const Part& part);

/// The processes with which each exchanges: those of `comm`, or of the remote group of an intercommunicator.
[[nodiscard]] int num_peers(MPI_Comm comm);
/// The processes to which this one sends in neighbourhood collectives over `comm`.
[[nodiscard]] int num_neighbours(MPI_Comm comm);
/// Whether this process is the root that hands in: the one of that rank, or of an intercommunicator the one that says
/// MPI_ROOT.
[[nodiscard]] bool hands_in_as_root(int root, MPI_Comm comm);

/// What the root hands in, `parts` times `part`: 0 on other processes, whose arguments need not be valid.
[[nodiscard]] std::int64_t handed_in_by_root(const Part& part, int parts, int root, MPI_Comm comm);
/// What a process hands in to a root: 0 on the root's side of an intercommunicator, where arguments need not be valid.
[[nodiscard]] std::int64_t handed_to_root(const Part& part, int root);

/// The bytes of `num_counts` counts of elements of one type.
template <typename Count>
[[nodiscard]] std::int64_t total_bytes(const Count* counts, int num_counts, MPI_Datatype datatype) {
    std::int64_t elements = 0;
    for (int i = 0; i < num_counts; ++i) {
        elements += counts[i];
    }
    return bytes_of({elements, datatype});
}

/// The bytes of `num_counts` counts of elements, each of a type of its own: datatype_at(types, i).
template <typename Count, typename Types, typename DatatypeAt>
[[nodiscard]] std::int64_t total_bytes_by_type(const Count* counts, int num_counts, const Types* types,
                                               DatatypeAt datatype_at) {
    std::int64_t bytes = 0;
    for (int i = 0; i < num_counts; ++i) {
        bytes += bytes_of({counts[i], datatype_at(types, i)});
    }
    return bytes;
}

}  // namespace causeway::tracing
