/// Pairs that come out slower than a way over a third host.
#include "causeway/discovery/latency_matrix.hpp"

#include <gtest/gtest.h>

namespace causeway::discovery {
namespace {

base::SquareMatrix<double> distances(double ab, double ac, double bc) {
    base::SquareMatrix<double> result(3, 0.0);
    result(0, 1) = result(1, 0) = ab;
    result(0, 2) = result(2, 0) = ac;
    result(1, 2) = result(2, 1) = bc;
    return result;
}

TEST(Detour, IsNoticedWhenAPairOfOneSiteLooksDistant) {
    const auto matrix = distances(1.0, 40.0, 1.0);
    EXPECT_TRUE(slower_than_a_detour(matrix, 0, 2));
    EXPECT_TRUE(slower_than_a_detour(matrix, 2, 0));
    EXPECT_FALSE(slower_than_a_detour(matrix, 0, 1));
}

TEST(Detour, MayBeALittleFasterInARealNetwork) {
    EXPECT_FALSE(slower_than_a_detour(distances(5.0, 12.0, 5.4), 0, 2));
}

TEST(Detour, NeedsAThirdHost) {
    base::SquareMatrix<double> two(2, 0.0);
    two(0, 1) = two(1, 0) = 7.0;
    EXPECT_FALSE(slower_than_a_detour(two, 0, 1));
}

}  // namespace
}  // namespace causeway::discovery
