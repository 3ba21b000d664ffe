/// A vector of which most is never touched.
#include "causeway/base/paged_vector.hpp"

#include <gtest/gtest.h>

#include <cstddef>

namespace causeway::base {
namespace {

TEST(PagedVector, IsAsAVectorOfValuesThatNobodyTouched) {
    for (const std::size_t size : {std::size_t{0}, std::size_t{98}, std::size_t{1024}, std::size_t{50000}}) {
        PagedVector<double> values(size);
        EXPECT_EQ(values.size(), size);
        EXPECT_EQ(values.largest(), 0.0);
        double largest = 0.0;
        for (std::size_t i = 0; i < size; i += 97) {
            values[i] += static_cast<double>(i);
            largest = static_cast<double>(i);
        }
        const PagedVector<double>& kept = values;
        for (std::size_t i = 0; i < size; ++i) {
            EXPECT_EQ(kept[i], i % 97 == 0 ? static_cast<double>(i) : 0.0) << i << " of " << size;
        }
        EXPECT_EQ(kept.largest(), largest);
    }
}

TEST(PagedVector, TakesNoMemoryForWhatIsNotTouched) {
    PagedVector<double> values(std::size_t{1} << 30U);
    values[(std::size_t{1} << 30U) - 1] = 1.0;
    EXPECT_EQ(values.largest(), 1.0);
}

}  // namespace
}  // namespace causeway::base
