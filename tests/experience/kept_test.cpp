/// Experience in a folder: found again, never half written, by one process at a time.
#include "causeway/experience/kept.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/file_lock.hpp"
#include "causeway/base/files.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

namespace causeway::experience {
namespace {

namespace fs = std::filesystem;

const Conditions kConditions{.platform = "ab", .library = "Some MPI v1", .build = "1"};

/// A kind for each number, called so often.
Experience some_experience(const Conditions& conditions, int number, std::int64_t calls = 1) {
    Experience result{.conditions = conditions, .kinds = {}};
    const TriedWay way{.plan = "5f", .description = "some", .promised = Seconds(1.0), .seconds = {1.0, 1.0}};
    TriedWay native = way;
    native.plan = kNative;
    result.kinds.emplace(
        Kind{.processes = "2 processes", .collective = "broadcast", .root = number, .up_to = Bytes(1024)},
        TriedKind{.least = Seconds(0.0),
                  .calls = calls,
                  .renewed = 0,
                  .since = "then",
                  .last_called = "now",
                  .ways = {way, native}});
    return result;
}

class Kept : public testing::Test {
protected:
    ~Kept() override { fs::remove_all(folder_); }

    const std::string folder_ = fs::temp_directory_path() / ("kept-" + std::to_string(::getpid()));
};

TEST_F(Kept, IsFoundForItsConditionsAlone) {
    EXPECT_FALSE(find_kept(folder_, kConditions));
    keep(folder_, some_experience(kConditions, 0), "now");
    EXPECT_EQ(find_kept(folder_, kConditions), some_experience(kConditions, 0));
    for (const Conditions& other : {Conditions{"ac", "Some MPI v1", "1"}, Conditions{"ab", "Some MPI v2", "1"},
                                    Conditions{"ab", "Some MPI v1", "2"}}) {
        EXPECT_FALSE(find_kept(folder_, other));
    }
}

TEST_F(Kept, IsMergedWithWhatIsThere) {
    keep(folder_, some_experience(kConditions, 0), "now");
    keep(folder_, some_experience(kConditions, 1), "now");
    keep(folder_, some_experience(kConditions, 1), "now");
    const auto found = find_kept(folder_, kConditions);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->kinds.size(), 2U);
    EXPECT_EQ(found->kinds.rbegin()->second.calls, 2);
}

TEST_F(Kept, AClockThatIsAheadKeepsNobodyOut) {
    Experience ahead = some_experience(kConditions, 0);
    ahead.kinds.begin()->second.last_called = "zzz";
    keep(folder_, ahead, "now");
    keep(folder_, some_experience(kConditions, 1), "now", {.kinds = 1, .files = 1});
    const auto found = find_kept(folder_, kConditions);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->kinds.begin()->second.last_called, "now");
}

TEST_F(Kept, WhatIsNotWholeIsRefusedAndReplaced) {
    keep(folder_, some_experience(kConditions, 0), "now");
    base::write_file(file_for(folder_, kConditions), "{\"causeway\": \"exper");
    EXPECT_THROW((void)find_kept(folder_, kConditions), base::InputError);
    keep(folder_, some_experience(kConditions, 1), "now");
    EXPECT_EQ(find_kept(folder_, kConditions), some_experience(kConditions, 1));
}

TEST_F(Kept, WhatOthersMayHaveWrittenIsNotBelieved) {
    keep(folder_, some_experience(kConditions, 0), "now");
    fs::permissions(file_for(folder_, kConditions), fs::perms::others_write, fs::perm_options::add);
    EXPECT_FALSE(find_kept(folder_, kConditions));
}

TEST_F(Kept, TheFilesWrittenLongestAgoGo) {
    for (int i = 0; i < 4; ++i) {
        const Conditions conditions{"platform " + std::to_string(i), "Some MPI v1", "1"};
        keep(folder_, some_experience(conditions, 0), "now", {.kinds = 8, .files = 2});
        fs::last_write_time(file_for(folder_, conditions),
                            fs::file_time_type::clock::now() - std::chrono::hours(9 - i));
    }
    EXPECT_FALSE(find_kept(folder_, {"platform 1", "Some MPI v1", "1"}));
    EXPECT_TRUE(find_kept(folder_, {"platform 2", "Some MPI v1", "1"}));
    EXPECT_TRUE(find_kept(folder_, {"platform 3", "Some MPI v1", "1"}));
}

TEST_F(Kept, WaitsForWhoeverHoldsTheLockAndNotForEver) {
    fs::create_directories(folder_);
    const std::string file = folder_ + "/lock";
    const base::FileLock held(file, Seconds(0.0));
    EXPECT_THROW(base::FileLock(file, Seconds(0.05)), base::Error);
}

/// Processes that keep experience until they are killed.
pid_t start_keeper(const std::string& folder, int number) {
    const pid_t child = ::fork();
    if (child == 0) {
        try {
            while (true) {
                keep(folder, some_experience(kConditions, number), "now");
            }
        } catch (...) {
            std::_Exit(1);  // another one held the lock for too long
        }
    }
    return child;
}

TEST_F(Kept, WhoeverIsKilledLeavesItWholeAndNoLock) {
    constexpr int kTimes = 200;
    std::mt19937_64 random(3);
    keep(folder_, some_experience(kConditions, 0), "now");
    for (int i = 0; i < kTimes; ++i) {
        const std::vector<pid_t> keepers{start_keeper(folder_, 1), start_keeper(folder_, 2)};
        std::this_thread::sleep_for(std::chrono::microseconds(random() % 8000));
        for (const pid_t keeper : keepers) {
            ::kill(keeper, SIGKILL);
            ::waitpid(keeper, nullptr, 0);
        }
        ASSERT_TRUE(find_kept(folder_, kConditions)) << i;
    }
    for (const int number : {1, 2, 3}) {  // a machine may be too busy for the two to have come so far
        keep(folder_, some_experience(kConditions, number), "now");
    }
    const auto found = find_kept(folder_, kConditions);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->kinds.size(), 4U);
}

}  // namespace
}  // namespace causeway::experience
