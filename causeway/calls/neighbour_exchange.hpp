/// Neighbourhood collectives as work on blocks.
///
/// The two ends of an edge know how much goes along it, and nobody else does, unless it is the same for all. So a plan
/// says who sends what to whom in which order, and in how large messages; each process cuts what it sends, and what it
/// gets, by itself.
#pragma once

#include "causeway/calls/neighbours.hpp"
#include "causeway/calls/scheme_call.hpp"
#include "causeway/mpi/payload.hpp"

#include <mpi.h>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace causeway::calls {

/// What to plan for where every part is as large as these, of which the one that leaves matters where there are
/// destinations, and the one that comes where there are sources; nothing for arguments that the MPI library must see.
[[nodiscard]] std::optional<Asked> asked_among_neighbours(const CommunicatorState& state, scheme::Operation operation,
                                                          const Neighbours& neighbours,
                                                          const mpi::BufferDescription& leaving,
                                                          const mpi::BufferDescription& coming);

/// The part at a place among the destinations, or among the sources.
using PartAtPlace = std::function<mpi::BufferDescription(int place)>;

/// What to plan for where nobody knows all sizes: what parts usually are. `leaving`: this rank's.
[[nodiscard]] Asked asked_of_uneven_neighbours(const CommunicatorState& state, scheme::Operation operation,
                                               const Neighbours& neighbours, const PartAtPlace& leaving);

/// All parts, for HostCopies.
[[nodiscard]] std::vector<mpi::BufferDescription> parts_at(int num_places, const PartAtPlace& part);

/// What of each process goes to all its neighbours. What goes to itself is copied at once. Throws MpiError.
[[nodiscard]] Work gather_from_neighbours(const Execution& execution, const Neighbours& neighbours,
                                          const mpi::BufferDescription& own, const PartAtPlace& coming);

/// What goes along each edge; `sources`: Neighbours::sources(). Likewise.
[[nodiscard]] Work exchange_with_neighbours(const Execution& execution, const Neighbours& neighbours,
                                            const std::vector<Source>& sources, const PartAtPlace& leaving,
                                            const PartAtPlace& coming);

}  // namespace causeway::calls
