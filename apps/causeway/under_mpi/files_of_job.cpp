#include "files_of_job.hpp"

#include "causeway/base/function_ref.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/plan/plan_files.hpp"
#include "causeway/plan/plan_json.hpp"
#include "causeway/platform/platform_json.hpp"

#include <mpi.h>

namespace causeway::app {

namespace {

/// What `read` returns on rank 0, on every rank.
std::string text_of_job(const MpiSession& session, const std::string& path, base::FunctionRef<std::string()> read) {
    return mpi::broadcast_text(MPI_COMM_WORLD, read_on_first_rank(session, path, read), 0);
}

}  // namespace

platform::Platform platform_of_job(const MpiSession& session, const std::string& path) {
    return platform::parse_platform(
        text_of_job(session, path, [&] { return platform::to_json_text(platform::read_platform(path)); }), path);
}

plan::Plan plan_of_job(const MpiSession& session, const std::string& path, const platform::Platform& platform,
                       const platform::Placement& placement) {
    return plan::parse_plan(
        text_of_job(session, path, [&] { return plan::read_plan_files(path, platform, placement).front().text; }), path,
        platform);
}

}  // namespace causeway::app
