/// Programs that say something, fail, and are not there.
#include "causeway/base/program_output.hpp"

#include <gtest/gtest.h>

namespace causeway::base {
namespace {

std::optional<ProgramOutput> said_by_shell(const std::string& script, Streams streams) {
    return output_of("sh", {"-c", script}, streams);
}

TEST(ProgramOutput, IsTheWholeOfWhatTheProgramSays) {
    const auto output = output_of("printf", {"%s|", "one", "two words", ""}, Streams::kOutput);
    ASSERT_TRUE(output);
    EXPECT_EQ(output->text, "one|two words||");
    EXPECT_TRUE(output->succeeded);
    const auto much = said_by_shell("head -c 1000000 /dev/zero", Streams::kOutput);
    ASSERT_TRUE(much);
    EXPECT_EQ(much->text.size(), 1000000U);
}

TEST(ProgramOutput, HasTheErrorsIfTheyAreListenedTo) {
    const std::string script = "echo said; echo complained >&2";
    EXPECT_EQ(said_by_shell(script, Streams::kOutputAndErrors)->text, "said\ncomplained\n");
    testing::internal::CaptureStderr();
    EXPECT_EQ(said_by_shell(script, Streams::kOutput)->text, "said\n");
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "complained\n");
}

TEST(ProgramOutput, KnowsHowTheProgramEnded) {
    EXPECT_FALSE(said_by_shell("exit 3", Streams::kOutput)->succeeded);
    EXPECT_FALSE(said_by_shell("kill -9 $$", Streams::kOutput)->succeeded);
}

TEST(ProgramOutput, TheProgramHasNothingToRead) {
    EXPECT_EQ(output_of("cat", {}, Streams::kOutput)->text, "");
}

TEST(ProgramOutput, ThereIsNoneOfAProgramThatCannotBeStarted) {
    EXPECT_FALSE(output_of("there-is-no-such-program", {}, Streams::kOutput));
    EXPECT_FALSE(output_of("/etc/passwd", {}, Streams::kOutput)) << "a file that is no program";
}

}  // namespace
}  // namespace causeway::base
