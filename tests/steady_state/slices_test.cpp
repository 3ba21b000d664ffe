/// Weights of trees as whole slices, against all choices.
#include "causeway/steady_state/slices.hpp"

#include "causeway/base/random.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>

namespace causeway::steady_state {
namespace {

using testing::ElementsAre;

TEST(Slices, AreTheWeightsWhereTheseAreSmallRatios) {
    EXPECT_THAT(slices_per_period(std::vector{3.0, 1.0, 2.0}, 12), ElementsAre(3, 1, 2));
    EXPECT_THAT(slices_per_period(std::vector{0.2, 0.2}, 9), ElementsAre(1, 1));
    EXPECT_THAT(slices_per_period(std::vector{7.5}, 100), ElementsAre(1));
    EXPECT_THAT(slices_per_period(std::vector{1.0, 0.0, 1.0}, 5), ElementsAre(1, 0, 1));
}

TEST(Slices, LeaveATreeOutThatIsNotWorthASlice) {
    EXPECT_THAT(slices_per_period(std::vector{1.0, 0.01}, 10), ElementsAre(1, 0));
    EXPECT_DOUBLE_EQ(kept_by_slices(std::vector{1.0, 0.01}, std::vector{1, 0}), 1.0 / 1.01);
    EXPECT_THAT(slices_per_period(std::vector{1.0, 0.5}, 1), ElementsAre(1, 0));
}

/// The best ratio of all ways to choose slices, by trying them.
double best_kept(std::span<const double> weights, int most) {
    double best = 0.0;
    std::vector<int> slices(weights.size(), 0);
    const std::function<void(std::size_t, int)> choose = [&](std::size_t k, int left) {
        if (k == weights.size()) {
            if (left < most) {
                best = std::max(best, kept_by_slices(weights, slices));
            }
            return;
        }
        for (slices[k] = 0; slices[k] <= left; ++slices[k]) {
            choose(k + 1, left - slices[k]);
        }
        slices[k] = 0;
    };
    choose(0, most);
    return best;
}

TEST(Slices, KeepAsMuchAsTheBestChoiceAndNeverLoseMoreThanStated) {
    base::Random random(11);
    for (int i = 0; i < 200; ++i) {
        std::vector<double> weights(static_cast<std::size_t>(1 + random.below(4)));
        for (double& weight : weights) {
            weight = random.between(0.01, 1.0);
        }
        const int most = 1 + random.below(12);
        const std::vector<int> slices = slices_per_period(weights, most);
        EXPECT_LE(std::accumulate(slices.begin(), slices.end(), 0), most);
        const double kept = kept_by_slices(weights, slices);
        EXPECT_NEAR(kept, best_kept(weights, most), 1e-12);
        EXPECT_GE(kept, 1.0 - static_cast<double>(weights.size()) / most);
        EXPECT_LE(kept, 1.0 + 1e-12);
    }
}

}  // namespace
}  // namespace causeway::steady_state
