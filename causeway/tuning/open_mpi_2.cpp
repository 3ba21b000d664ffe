/// Rules of Open MPI's component coll/tuned, version 2: each may limit the requests at a time. Open MPI 4.1 does not
/// read it, and says nothing.
///
/// Source: Open MPI 5, "Tuning Collectives", dynamic decision; ompi/mca/coll/tuned.
#include "causeway/tuning/format.hpp"
#include "causeway/tuning/open_mpi_rules.hpp"

namespace causeway::tuning {

extern constexpr Format open_mpi_2{
    .name = "open-mpi-2",
    .summary = "dynamic rules of coll/tuned, version 2, for Open MPI 5",
    .source = "Open MPI 5, Tuning Collectives: dynamic decision",
    .library = "Open MPI",
    .usage = kOpenMpiUsage,
    .takes = has_open_mpi_rules,
    .file = [](std::span<const CollectiveChoices> choices, std::string_view) { return open_mpi_rules(choices, 2); },
};

}  // namespace causeway::tuning
