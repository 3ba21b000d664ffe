/// Lines as words.
#include "causeway/base/words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace causeway::base {
namespace {

std::vector<std::string> words_of(std::string_view line) {
    std::vector<std::string> words;
    for_each_word(line, [&](std::string_view word) { words.emplace_back(word); });
    return words;
}

TEST(Words, ArePartedByAnyNumberOfBlanksAndTabs) {
    EXPECT_THAT(words_of("a bc\td"), testing::ElementsAre("a", "bc", "d"));
    EXPECT_THAT(words_of("  a \t b  "), testing::ElementsAre("a", "b"));
    EXPECT_THAT(words_of("a,b"), testing::ElementsAre("a,b"));
}

TEST(Words, AreNoneInABlankLine) {
    EXPECT_THAT(words_of(""), testing::IsEmpty());
    EXPECT_THAT(words_of(" \t "), testing::IsEmpty());
}

}  // namespace
}  // namespace causeway::base
