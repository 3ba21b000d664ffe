/// Rules of Open MPI's component coll/tuned in the form that all its versions read.
///
/// Source: Open MPI, "Tuning Collectives", dynamic decision; ompi/mca/coll/tuned.
#include "causeway/tuning/format.hpp"
#include "causeway/tuning/open_mpi_rules.hpp"

namespace causeway::tuning {

extern constexpr Format open_mpi{
    .name = "open-mpi",
    .summary = "dynamic rules of coll/tuned, which every version reads",
    .source = "Open MPI, Tuning Collectives: dynamic decision",
    .library = "Open MPI",
    .usage = kOpenMpiUsage,
    .takes = has_open_mpi_rules,
    .file = [](std::span<const CollectiveChoices> choices, std::string_view) { return open_mpi_rules(choices, 1); },
};

}  // namespace causeway::tuning
