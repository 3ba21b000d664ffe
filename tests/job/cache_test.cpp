/// Which cached platform serves which job.
#include "causeway/job/cache.hpp"
#include "two_sites.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/files.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <string>
#include <vector>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace causeway::job {
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

TEST_F(Cache, ServesAJobOnSomeOfTheHosts) {
    keep_in_cache(folder_, four_, two_sites());
    EXPECT_TRUE(serves(job_on({"b1", "a1"})));
    EXPECT_TRUE(serves(job_on({"b1", "a1", "a0"})));
    EXPECT_TRUE(serves(job_on({"a0", "a1"})));
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

TEST_F(Cache, IsMadeForItsUserAloneWhateverTheUmask) {
    const mode_t before = ::umask(0);
    const std::string file = keep_in_cache(folder_, four_, two_sites());
    ::umask(before);
    EXPECT_EQ(base::foreign_hand(file), std::nullopt);
    EXPECT_EQ(std::filesystem::status(folder_).permissions(), std::filesystem::perms(0700));
}

TEST_F(Cache, IsNotTrustedWhereOthersMayWrite) {
    const std::string file = keep_in_cache(folder_, four_, two_sites());
    std::filesystem::permissions(file, std::filesystem::perms(0666));
    EXPECT_FALSE(serves(four_));
    EXPECT_FALSE(serves(job_on({"a0", "b0"})));
    std::filesystem::permissions(file, std::filesystem::perms(0644));
    EXPECT_TRUE(serves(four_));
    std::filesystem::permissions(folder_, std::filesystem::perms(0777));
    EXPECT_FALSE(serves(four_));
    EXPECT_FALSE(serves(job_on({"a0", "b0"})));
    EXPECT_THROW(keep_in_cache(folder_, four_, two_sites()), base::Error);
}

TEST_F(Cache, ReplacesALinkThatSomebodyHasPutInTheWay) {
    const std::string file = keep_in_cache(folder_, four_, two_sites());
    const std::string victim = folder_ + "/victim";
    base::write_file(victim, "precious");
    std::filesystem::remove(file);
    std::filesystem::create_symlink(victim, file);
    keep_in_cache(folder_, four_, two_sites());
    EXPECT_EQ(base::read_file(victim), "precious");
    EXPECT_TRUE(serves(four_));
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
    keep_renewed(job, now, "measured again: a > b 4 times slower");
    const auto found = find_cached(folder_, four_);
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(found->platform.clusters[0].uplink_capacity, BytesPerSecond(5e6));
    ASSERT_FALSE(found->platform.provenance.remarks.empty());
    EXPECT_THAT(found->platform.provenance.remarks.back(), EndsWith("measured again: a > b 4 times slower"));
}

/// A job on hosts that no other job has.
CachedJob job_number(int number) {
    return job_on({"a0", "b0", fmt::format("c{}", number)});
}

/// Of a platform that was kept so many hours ago.
void make_older(const std::string& file, int hours) {
    const auto time = std::filesystem::file_time_type::clock::now() - std::chrono::hours(hours);
    for (const std::string suffix : {".json", ".hosts"}) {
        std::filesystem::last_write_time(std::filesystem::path(file).replace_extension(suffix), time);
    }
}

int number_of_files(const std::string& folder) {
    return static_cast<int>(std::distance(std::filesystem::directory_iterator(folder), {}));
}

TEST_F(Cache, ServesByAnOlderFileWhereTheNewestIsNotWhole) {
    make_older(keep_in_cache(folder_, four_, two_sites()), 24);
    const std::string file = keep_in_cache(folder_, job_on({"a0", "a1", "b0", "b1", "b2"}), two_sites());
    base::write_file(file, "{");
    EXPECT_TRUE(serves(job_on({"a0", "b0"})));
}

TEST_F(Cache, HoldsSoManyPlatformsAndTheOldestMakeRoom) {
    const CacheBound bound{.platforms = 3};
    std::vector<std::string> files;
    for (int number = 0; number < 5; ++number) {
        files.push_back(keep_in_cache(folder_, job_number(number), two_sites(), bound));
        make_older(files.back(), number == 3 ? 48 : 24 - number);  // the last but one is the oldest
    }
    EXPECT_EQ(number_of_files(folder_), 6);
    EXPECT_FALSE(std::filesystem::exists(files[0]));
    EXPECT_TRUE(std::filesystem::exists(files[1]));
    EXPECT_TRUE(std::filesystem::exists(files[2]));
    EXPECT_FALSE(std::filesystem::exists(files[3]));
    EXPECT_TRUE(std::filesystem::exists(files[4]));
}

TEST_F(Cache, HoldsSoManyBytesAndAtLeastWhatWasJustMeasured) {
    const std::string first = keep_in_cache(folder_, job_number(0), two_sites());
    make_older(first, 2);
    std::uintmax_t size = 0;
    for (const auto& file : std::filesystem::directory_iterator(folder_)) {
        size += file.file_size();
    }
    const CacheBound two{.size = Bytes(static_cast<std::int64_t>(size) * 5 / 2)};
    const std::string second = keep_in_cache(folder_, job_number(1), two_sites(), two);
    make_older(second, 1);
    const std::string third = keep_in_cache(folder_, job_number(2), two_sites(), two);
    EXPECT_FALSE(std::filesystem::exists(first));
    EXPECT_TRUE(std::filesystem::exists(second));
    keep_in_cache(folder_, job_number(3), two_sites(), {.size = Bytes(1)});
    EXPECT_EQ(number_of_files(folder_), 2);
}

TEST_F(Cache, LeavesFilesThatAreNotItsOwn) {
    std::filesystem::create_directories(folder_);
    base::write_file(folder_ + "/notes.json", "{}");
    base::write_file(folder_ + "/platform-x.txt", "");
    for (int number = 0; number < 3; ++number) {
        keep_in_cache(folder_, job_number(number), two_sites(), {.platforms = 1});
    }
    EXPECT_EQ(number_of_files(folder_), 4);
}

// A job that is killed, or that another one overtakes, leaves one of two files.
TEST_F(Cache, TakesHalfOfAnEntryForNone) {
    const std::string file = keep_in_cache(folder_, four_, two_sites());
    std::filesystem::remove(file);
    EXPECT_FALSE(serves(four_));
    EXPECT_FALSE(serves(job_on({"a0", "b1"})));
    keep_in_cache(folder_, four_, two_sites());
    std::filesystem::remove(std::filesystem::path(file).replace_extension(".hosts"));
    EXPECT_TRUE(serves(four_));
    EXPECT_FALSE(serves(job_on({"a0", "b1"})));
    make_older(keep_in_cache(folder_, four_, two_sites()), 1);
    std::filesystem::remove(std::filesystem::path(file).replace_extension(".hosts"));
    keep_in_cache(folder_, job_number(1), two_sites(), {.platforms = 1});
    EXPECT_EQ(number_of_files(folder_), 2);
}

// Jobs that start at the same time, each with a platform of its own, in a folder that has room for a few.
TEST_F(Cache, IsSharedByJobsThatRemoveWhatOthersLookFor) {
    constexpr int kJobs = 4;
    constexpr int kRounds = 40;
    std::vector<pid_t> jobs;
    for (int job = 0; job < kJobs; ++job) {
        const pid_t child = ::fork();
        if (child == 0) {
            int code = 0;
            try {
                for (int round = 0; round < kRounds; ++round) {
                    keep_in_cache(folder_, job_number(job * kRounds + round), two_sites(), {.platforms = 2});
                    (void)find_cached(folder_, job_on({"a0", "b0"}));
                    (void)find_cached(folder_, job_number((job * kRounds + round + 1) % (kJobs * kRounds)));
                }
            } catch (...) {
                code = 1;
            }
            ::_exit(code);
        }
        jobs.push_back(child);
    }
    for (const pid_t job : jobs) {
        int status = 0;
        ASSERT_EQ(::waitpid(job, &status, 0), job);
        EXPECT_EQ(status, 0);
    }
    EXPECT_LE(number_of_files(folder_), 2 * kJobs);
}

}  // namespace
}  // namespace causeway::job
