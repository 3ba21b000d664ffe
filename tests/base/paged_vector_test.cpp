/// A vector of which most is never touched.
#include "causeway/base/paged_vector.hpp"

#include <gtest/gtest.h>

#include <cstddef>

namespace causeway::base {
namespace {

TEST(PagedVector, IsAsAVectorOfValuesThatNobodyTouched) {
    constexpr std::size_t kSize = 1000;
    PagedVector<double> values(kSize);
    EXPECT_EQ(values.size(), kSize);
    EXPECT_EQ(values.largest(), 0.0);
    for (std::size_t i = 0; i < kSize; i += 97) {
        values[i] += static_cast<double>(i);
    }
    const PagedVector<double>& kept = values;
    for (std::size_t i = 0; i < kSize; ++i) {
        EXPECT_EQ(kept[i], i % 97 == 0 ? static_cast<double>(i) : 0.0) << i;
    }
    EXPECT_EQ(kept.largest(), 970.0);
}

TEST(PagedVector, TakesNoMemoryForWhatIsNotTouched) {
    PagedVector<double> values(std::size_t{1} << 30U);
    values[(std::size_t{1} << 30U) - 1] = 1.0;
    EXPECT_EQ(values.largest(), 1.0);
}

}  // namespace
}  // namespace causeway::base
