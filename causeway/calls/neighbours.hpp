/// Who the neighbours of a process are in the topology of its communicator. Nobody knows all of it: at the first
/// neighbourhood collective that may wait, all ranks tell each other, and keep it with the communicator.
#pragma once

#include "causeway/calls/collectives.hpp"
#include "causeway/scheme/neighbourhood.hpp"
#include "causeway/scheme/scheme.hpp"

#include <mpi.h>

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace causeway::calls {

/// The functions of MPI whose parts go along edges. Where several edges lead from one process to another, MPI libraries
/// differ in which of them the parts of each take, and so do the functions of one library.
enum class AlongEdges { kAlltoall, kAlltoallv, kAlltoallw };

/// What comes to a place among the sources of a process.
struct Source {
    int from = -1;   ///< whose; -1: nothing comes to this place
    int along = -1;  ///< which of the edges from there to others; of itself, which of its places among the destinations
};

struct Neighbours {
    /// A literal: why there is no plan for these; empty: there may be one. The same on every rank, as the next three.
    std::string_view why_none;
    scheme::Neighbourhood all;
    /// Whether everybody is joined with everybody, along edges one way or the other: what is the same for any two
    /// neighbours is the same for all then.
    bool are_joined = true;

    /// Whether it is known what comes where by MPI_Neighbor_alltoallw.
    bool is_alltoallw_known = true;

    int rank = 0;
    int num_destinations = 0;  ///< places in the buffer that leaves, those of no process and of its own as well
    int num_sources = 0;       ///< and in the one that comes
    std::vector<int> places;   ///< [edge to another process]: its place among the destinations

    static constexpr std::size_t kNumFunctions = 3;
    /// [nonblocking][function][place among the sources]; none: as the first.
    std::array<std::array<std::vector<Source>, kNumFunctions>, 2> by_function;
    std::string digest;  ///< of all edges

    /// [place among the sources], by a function of the MPI library.
    [[nodiscard]] const std::vector<Source>& sources(AlongEdges function, bool is_nonblocking = false) const {
        const std::vector<Source>& own = by_function[is_nonblocking ? 1 : 0][static_cast<std::size_t>(function)];
        return own.empty() ? by_function[0][0] : own;
    }
};

/// Those of `comm`: made if this is a call that may wait, which is collective then. Null if the call is for the MPI
/// library, which is counted. Decided alike on every rank. Throws MpiError.
[[nodiscard]] std::shared_ptr<const Neighbours> neighbours_for(scheme::Operation operation, MPI_Comm comm,
                                                               const Calling& calling);

}  // namespace causeway::calls
