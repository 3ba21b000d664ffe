/// Digests are compared between machines and kept in files: their values are fixed.
#include "causeway/base/digest.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace causeway::base {
namespace {

TEST(Digest, ValuesNeverChange) {
    EXPECT_EQ(digest("").hexadecimal(), "f52a15e9a9b5e89b");
    EXPECT_EQ(digest("causeway").hexadecimal(), "21761b31662ab574");
    EXPECT_EQ(digest(digest("cause"), "way").hexadecimal(), "2715976a55ea6fa0");
}

TEST(Digest, IsSixteenDigitsAlsoWhenItIsSmall) {
    EXPECT_EQ(Digest{0x1f}.hexadecimal(), "000000000000001f");
}

TEST(Digest, BytesAboveAsciiAndZerosCount) {
    const std::set<std::string> digests{digest(std::string("\0", 1)).hexadecimal(),
                                        digest(std::string("\0\0", 2)).hexadecimal(), digest("\xff").hexadecimal(),
                                        digest("").hexadecimal()};
    EXPECT_EQ(digests.size(), 4U);
}

TEST(Digest, AContinuedDigestDependsOnOrderAndOnWhereTheBorderIs) {
    EXPECT_NE(digest(digest("a"), "b"), digest(digest("b"), "a"));
    EXPECT_NE(digest(digest("ab"), "c"), digest(digest("a"), "bc"));
    EXPECT_EQ(digest(digest("a"), "b"), digest(digest("a"), "b"));
}

}  // namespace
}  // namespace causeway::base
