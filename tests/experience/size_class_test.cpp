/// Which sizes share a plan.
#include "causeway/experience/size_class.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>

namespace causeway::experience {
namespace {

int num_classes(std::int64_t first, std::int64_t last, std::int64_t step) {
    std::set<SizeClass> classes;
    for (std::int64_t size = first; size <= last; size += step) {
        classes.insert(size_class_of(Bytes(size)));
    }
    return static_cast<int>(classes.size());
}

TEST(SizeClass, IsOneForWhatSolversAddUp) {
    EXPECT_EQ(num_classes(1, 256, 1), 1);
    EXPECT_EQ(num_classes(8, 4096, 8), 5) << "GMRES adds up one number more with each step";
}

TEST(SizeClass, IsFineWhereBytesDecide) {
    EXPECT_EQ(num_classes(4097, 8192, 1), 8);
    EXPECT_EQ(num_classes((1 << 20) + 1, 2 << 20, 1001), 8);
}

TEST(SizeClass, HasItsLargestSizeAndNothingIsOneOfItsOwn) {
    EXPECT_EQ(size_class_of(Bytes(0)).largest, Bytes(0));
    SizeClass before{Bytes(0)};
    for (std::int64_t size = 1; size < 100'000; size += 7) {
        const SizeClass own = size_class_of(Bytes(size));
        EXPECT_GE(own.largest, Bytes(size));
        EXPECT_GE(own, before);
        EXPECT_EQ(size_class_of(own.largest), own);
        before = own;
    }
    EXPECT_GE(size_class_of(Bytes(INT64_MAX >> 4)).largest, Bytes(INT64_MAX >> 4));
}

}  // namespace
}  // namespace causeway::experience
