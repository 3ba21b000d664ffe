/// What is told of progress where the standard error is no terminal.
#include "causeway/report/progress.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace causeway::report {
namespace {

TEST(Progress, IsSilentWhenTheStandardErrorIsNotATerminal) {
    testing::internal::CaptureStderr();
    {
        Progress progress;
        const auto begin = Progress::Clock::now();
        progress.show(0.5, "measuring", begin + std::chrono::seconds(10));
        progress.show(7.0, "beyond the end", begin + std::chrono::seconds(20));
    }
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(Progress, IsToldInALineEveryFiveSecondsWhereThatIsWanted) {
    testing::internal::CaptureStderr();
    {
        Progress progress(WithoutTerminal::kLines);
        const auto begin = Progress::Clock::now();
        for (const int second : {0, 1, 4, 6, 7, 10, 12, 13}) {
            progress.show(0.05 * second, "measuring", begin + std::chrono::seconds(second));
        }
        progress.show(7.0, "beyond the end", begin + std::chrono::seconds(20));
    }
    EXPECT_EQ(testing::internal::GetCapturedStderr(),
              "causeway:  30 % measuring\ncauseway:  60 % measuring\ncauseway: 100 % beyond the end\n");
}

}  // namespace
}  // namespace causeway::report
