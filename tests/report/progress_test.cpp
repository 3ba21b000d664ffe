/// The progress bar keeps quiet where nobody watches.
#include "causeway/report/progress.hpp"

#include <gtest/gtest.h>

namespace causeway::report {
namespace {

TEST(Progress, IsSilentWhenTheStandardErrorIsNotATerminal) {
    testing::internal::CaptureStderr();
    {
        Progress progress;
        progress.show(0.5, "measuring");
        progress.show(7.0, "beyond the end");
    }
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace causeway::report
