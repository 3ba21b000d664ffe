/// Which cached platform serves which job.
#include "causeway/interpose/cache.hpp"
#include "two_sites.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/files.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include <unistd.h>

namespace causeway::interpose {
namespace {

using ::testing::EndsWith;

/// With an interface each, whose address is the host's number in the list of all.
CachedJob job_on(const std::vector<std::string>& hosts) {
    CachedJob job{.host_names = hosts, .interfaces = {}, .library = "Some MPI v1"};
    for (const std::string& host : hosts) {
        job.interfaces.push_back("eth0=10.0.0." + host);
    }
    return job;
}

class Cache : public ::testing::Test {
protected:
    Cache() { std::filesystem::remove_all(folder_); }
    ~Cache() override { std::filesystem::remove_all(folder_); }

    [[nodiscard]] bool serves(const CachedJob& job) const { return find_cached(folder_, job).has_value(); }

    std::string folder_ = ::testing::TempDir() + "/causeway-cache-" + std::to_string(::getpid());
    CachedJob four_ = job_on({"a0", "a1", "b0", "b1"});
};

TEST_F(Cache, ServesAJobOnTheSameHosts) {
    EXPECT_FALSE(serves(four_));
    const std::string file = keep_in_cache(folder_, four_, two_sites());
    const auto found = find_cached(folder_, four_);
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(found->file, file);
    EXPECT_EQ(found->platform, two_sites());
    EXPECT_TRUE(serves(job_on({"b1", "a0", "b0", "a1"})));
}

TEST_F(Cache, ServesAJobOnSomeOfTheHostsInSeveralClusters) {
    keep_in_cache(folder_, four_, two_sites());
    EXPECT_TRUE(serves(job_on({"b1", "a1"})));
    EXPECT_TRUE(serves(job_on({"b1", "a1", "a0"})));
    EXPECT_FALSE(serves(job_on({"a0", "a1"})));
    EXPECT_FALSE(serves(job_on({"a0", "b0", "c0"})));
}

TEST_F(Cache, ServesSeveralProcessesOfAHostOnlyIfItIsKnownWhatIsInside) {
    const CachedJob twice = job_on({"a0", "a0", "b1"});
    keep_in_cache(folder_, four_, two_sites());
    EXPECT_FALSE(serves(twice));
    platform::Platform platform = two_sites();
    platform.clusters[0].within_host = platform.clusters[0].plogp;
    keep_in_cache(folder_, four_, platform);
    EXPECT_TRUE(serves(twice));
    EXPECT_FALSE(serves(job_on({"a0", "b1", "b1"})));
}

TEST_F(Cache, DoesNotServeOtherInterfacesOrAnotherLibrary) {
    keep_in_cache(folder_, four_, two_sites());
    CachedJob moved = job_on({"a0", "b0"});
    moved.interfaces[1] = "eth0=10.0.0.7";
    EXPECT_FALSE(serves(moved));
    CachedJob other = job_on({"a0", "b0"});
    other.library = "Some MPI v2";
    EXPECT_FALSE(serves(other));
}

TEST_F(Cache, TellsOfAFileThatIsNotWhole) {
    const std::string file = keep_in_cache(folder_, four_, two_sites());
    const std::string text = base::read_file(file);
    base::write_file(file, text.substr(0, text.size() / 2));
    EXPECT_THROW((void)find_cached(folder_, four_), base::InputError);
    EXPECT_THROW((void)find_cached(folder_, job_on({"a0", "b0"})), base::InputError);
}

TEST_F(Cache, IsReplacedByWhatWasMeasuredAgain) {
    Job job;
    job.cached_file = keep_in_cache(folder_, four_, two_sites());
    platform::Platform now = two_sites();
    now.clusters[0].uplink_capacity = BytesPerSecond(5e6);
    keep_renewed(job, now, "a > b 4 times slower");
    const auto found = find_cached(folder_, four_);
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(found->platform.clusters[0].uplink_capacity, BytesPerSecond(5e6));
    ASSERT_FALSE(found->platform.provenance.remarks.empty());
    EXPECT_THAT(found->platform.provenance.remarks.back(), EndsWith("measured again: a > b 4 times slower"));
}

}  // namespace
}  // namespace causeway::interpose
