/// What is planned for where parts differ in size.
#include "causeway/calls/usual_part.hpp"
#include "causeway/policy/choice.hpp"

#include <gtest/gtest.h>

namespace causeway::calls {
namespace {

TEST(UsualPart, IsSupposedUntilCallsHaveShownAnother) {
    UsualPart part;
    EXPECT_EQ(part.size(), policy::kSupposedPart);
    EXPECT_TRUE(part.confirms(Bytes(40 << 10)));
    EXPECT_EQ(part.size(), policy::kSupposedPart);
    EXPECT_FALSE(part.confirms(Bytes(1000)));
    EXPECT_EQ(part.size(), Bytes(1024));
}

TEST(UsualPart, StaysWhereCallsDifferALittle) {
    UsualPart part(Bytes(1024));
    EXPECT_TRUE(part.confirms(Bytes(700)));
    EXPECT_TRUE(part.confirms(Bytes(1500)));
    EXPECT_EQ(part.size(), Bytes(1024));
}

TEST(UsualPart, IsSomethingWhereNothingWasMoved) {
    UsualPart part;
    EXPECT_FALSE(part.confirms(Bytes(0)));
    EXPECT_GT(part.size(), Bytes(0));
    EXPECT_TRUE(part.confirms(Bytes(0)));
}

TEST(UsualPart, ChangesAFewTimesOnly) {
    UsualPart part;
    int changes = 0;
    for (int call = 0; call < 100; ++call) {
        changes += part.confirms(Bytes(call % 2 == 0 ? 100 : 1 << 20)) ? 0 : 1;
    }
    EXPECT_EQ(changes, 8);
}

}  // namespace
}  // namespace causeway::calls
