/// A job's processes on the hosts of a platform.
#include "causeway/probe/job_placement.hpp"

#include "causeway/base/error.hpp"
#include "causeway/mpi/communicator.hpp"

#include <gtest/gtest.h>

#include <string>

namespace causeway::probe {
namespace {

platform::Platform one_host(const std::string& name) {
    platform::Platform platform;
    platform.clusters.push_back({});
    platform.clusters.front().name = "here";
    platform.clusters.front().hosts = {name};
    platform.clusters.front().num_hosts = 1;
    return platform;
}

TEST(JobPlacement, FindsTheProcessesOnTheirHost) {
    const platform::Platform platform = one_host(mpi::host_names(MPI_COMM_WORLD).front());
    const platform::Placement placement = placement_of_job(MPI_COMM_WORLD, platform, "platform.json");
    EXPECT_EQ(placement.num_processes(), mpi::size_of(MPI_COMM_WORLD));
    EXPECT_EQ(placement.num_hosts(), 1);
}

TEST(JobPlacement, AnUnknownHostIsNamed) {
    try {
        (void)placement_of_job(MPI_COMM_WORLD, one_host("elsewhere"), "platform.json");
        FAIL() << "a job on unknown hosts was taken";
    } catch (const base::InputError& error) {
        EXPECT_NE(std::string(error.what()).find(mpi::host_names(MPI_COMM_WORLD).front()), std::string::npos);
        EXPECT_EQ(error.fault().source, "platform.json");
    }
}

}  // namespace
}  // namespace causeway::probe
