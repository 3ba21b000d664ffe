/// Who is on the roll of a job, and what people are told of it.
#include "causeway/job/roll.hpp"

#include "causeway/base/build.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace causeway::job {
namespace {

using ::testing::ElementsAre;
using ::testing::MatchesRegex;
using ::testing::StartsWith;

/// What was put there, of all ranks, and who was asked for.
struct Board {
    std::vector<std::optional<std::string>> texts;
    std::string own;
    std::vector<int> asked;
};

class SpaceInMemory final : public launcher::KeyValueSpace {
public:
    explicit SpaceInMemory(Board& board) : board_(board) {}

    void put(const std::string& text) override { board_.own = text; }

    std::vector<std::optional<std::string>> get(const std::vector<int>& ranks) override {
        std::vector<std::optional<std::string>> found;
        for (const int rank : ranks) {
            board_.asked.push_back(rank);
            found.push_back(board_.texts[static_cast<std::size_t>(rank)]);
        }
        return found;
    }

private:
    Board& board_;
};

/// Of a job in which each rank has this build (a), another one (b) or none (-).
class RollOfAJob : public ::testing::Test {
protected:
    KeptRoll& roll(const std::string& ranks) {
        for (const char rank : ranks) {
            board_.texts.push_back(rank == '-'   ? std::nullopt
                                   : rank == 'a' ? std::optional(base::build())
                                                 : std::optional<std::string>("0.1.0-0123456789abcdef"));
        }
        return roll_.emplace(std::make_unique<SpaceInMemory>(board_));
    }

    Board board_;
    std::optional<KeptRoll> roll_;
};

TEST_F(RollOfAJob, SaysWhichBuildThisIs) {
    roll("a");
    EXPECT_EQ(board_.own, base::build());
    EXPECT_THAT(board_.own, MatchesRegex("[0-9.]+-[0-9a-f]*"));
}

TEST_F(RollOfAJob, TellsTheSameBuildFromAnotherAndFromNone) {
    EXPECT_THAT(roll("aab-a").same_as_own({4, 3, 2, 0}), ElementsAre(true, false, false, true));
}

TEST_F(RollOfAJob, AsksForEachRankOnce) {
    KeptRoll& asked = roll("a-ba");
    (void)asked.builds_of({1, 3});
    (void)asked.builds_of({3, 1, 2});
    EXPECT_THAT(asked.builds_of({}), ElementsAre());
    EXPECT_THAT(board_.asked, ElementsAre(1, 3, 2));
}

TEST_F(RollOfAJob, HasTheLowestRankWithAnyBuildSpeak) {
    KeptRoll& asked = roll("--ba");
    EXPECT_TRUE(is_first_on(asked, 2));
    EXPECT_FALSE(is_first_on(asked, 3));
    EXPECT_TRUE(is_first_on(asked, 0));
}

TEST_F(RollOfAJob, NamesThoseWithoutTheLibrary) {
    EXPECT_EQ(who_is_missing(roll("a--a"), 0, 4), "2 of 4 ranks run without libcauseway.so (1, 2)");
}

TEST_F(RollOfAJob, NamesTheFirstOfMany) {
    EXPECT_EQ(who_is_missing(roll("a" + std::string(99, '-')), 0, 100),
              "99 of 100 ranks run without libcauseway.so (1, 2, 3, 4, 5, 6, 7, 8, ...)");
}

TEST_F(RollOfAJob, NamesThoseWithAnotherBuild) {
    EXPECT_THAT(who_is_missing(roll("aab-"), 1, 4),
                MatchesRegex("1 of 4 ranks run without libcauseway.so .3.; 1 of 4 ranks run another build of "
                             "libcauseway.so than rank 1, which has [0-9.]+-[0-9a-f]* .2: 0.1.0-01234567."));
    EXPECT_THAT(who_is_missing(*roll_, 1, 3), StartsWith("1 of 3 ranks run another build"));
}

}  // namespace
}  // namespace causeway::job
