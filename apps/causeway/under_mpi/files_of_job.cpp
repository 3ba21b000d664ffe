#include "files_of_job.hpp"

#include "causeway/mpi/communicator.hpp"
#include "causeway/plan/plan_files.hpp"
#include "causeway/plan/plan_json.hpp"
#include "causeway/platform/platform_json.hpp"

#include <mpi.h>

namespace causeway::app {

platform::Platform platform_of_job(const MpiSession& session, const std::string& path) {
    const std::string text =
        read_on_first_rank(session, path, [&] { return platform::to_json_text(platform::read_platform(path)); });
    return platform::parse_platform(mpi::broadcast_text(MPI_COMM_WORLD, text, 0), path);
}

plan::Plan plan_of_job(const MpiSession& session, const std::string& path, const platform::Platform& platform,
                       const platform::Placement& placement) {
    const std::string text = read_on_first_rank(
        session, path, [&] { return plan::read_plan_files(path, platform, placement).front().text; });
    return plan::parse_plan(mpi::broadcast_text(MPI_COMM_WORLD, text, 0), path, platform);
}

}  // namespace causeway::app
