/// causeway bench for every other collective than broadcast: what the preloaded library would do, against the MPI
/// library's own.
#pragma once

#include "session.hpp"

#include "causeway/base/units.hpp"
#include "causeway/collective/scheme.hpp"
#include "causeway/report/document.hpp"

#include <string>
#include <vector>

namespace causeway::app {

struct CollectiveBench {
    collective::Operation operation = collective::Operation::kBarrier;
    /// Of the vector of a reduction; of what each process has (for each other one, of an all-to-all).
    std::vector<Bytes> sizes;
    int root = 0;
    int repetitions = 5;
    std::string platform = {};  ///< file; empty: as the preloaded library finds it
    std::string scheme = {};    ///< forced; empty: the planner's choice
    std::string plan = {};      ///< file of the plan that runs; empty: none
};

/// Both in turn, size by size. Collective over MPI_COMM_WORLD. Throws InputError on every rank alike.
[[nodiscard]] report::Document bench_collective(const CollectiveBench& bench, const MpiSession& session);

}  // namespace causeway::app
