#include "causeway/probe/job_placement.hpp"

#include "causeway/base/error.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/probe/processor_place.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace causeway::probe {

platform::Placement placement_of_job(MPI_Comm comm, const platform::Platform& platform, const std::string& source) {
    const std::vector<std::string> host_names = mpi::host_names(comm);
    if (auto placement = platform::placement_of(platform, host_names)) {
        placement->node_of = nodes_of_ranks(comm, platform, host_names);
        return std::move(*placement);
    }
    const auto unknown = std::find_if(host_names.begin(), host_names.end(), [&](const std::string& name) {
        return !platform::placement_of(platform, {name});
    });
    throw base::InputError({.source = source,
                            .place = "hosts",
                            .found = fmt::format("no host '{}', which this job runs on", *unknown),
                            .accepted = "a platform with every host of the job ('causeway discover' measures one)"});
}

}  // namespace causeway::probe
