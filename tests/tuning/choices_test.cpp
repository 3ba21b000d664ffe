/// From times to choices.
#include "causeway/tuning/choices.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace causeway::tuning {
namespace {

using ::testing::ElementsAre;

const Choice kOwn{};
const Choice kChain{.algorithm = 2, .name = "chain"};
const Choice kBinomial{.algorithm = 6, .name = "binomial"};

TEST(Choices, TheFastestCounts) {
    EXPECT_EQ(best_of(std::vector<Measured>{{kOwn, Seconds(3.0)}, {kChain, Seconds(2.0)}, {kBinomial, Seconds(1.0)}}),
              2U);
    EXPECT_EQ(best_of(std::vector<Measured>{{kChain, Seconds(2.0)}, {kBinomial, Seconds(2.5)}}), 0U);
}

TEST(Choices, TheLibrarysOwnDecisionStaysWhereLittleIsGained) {
    EXPECT_EQ(best_of(std::vector<Measured>{{kChain, Seconds(1.0)}, {kOwn, Seconds(1.019)}}), 1U);
    EXPECT_EQ(best_of(std::vector<Measured>{{kChain, Seconds(1.0)}, {kOwn, Seconds(1.03)}}), 0U);
}

TEST(Choices, MessagesAreCutOnlyWhereThatGains) {
    const Choice cut{.algorithm = 2, .name = "chain", .segment = Bytes(8192)};
    EXPECT_EQ(best_of(std::vector<Measured>{
                  {kOwn, Seconds(3.0)}, {cut, Seconds(1.0)}, {kBinomial, Seconds(1.0)}, {kChain, Seconds(1.01)}}),
              3U);
    EXPECT_EQ(best_of(std::vector<Measured>{
                  {kOwn, Seconds(3.0)}, {cut, Seconds(1.0)}, {kBinomial, Seconds(1.0)}, {kChain, Seconds(1.1)}}),
              1U);
}

TEST(Choices, ASizeBetweenTwoGoesWithTheNearerOneByRatio) {
    const std::vector<ChosenAt> chosen{
        {Bytes(1000), kOwn}, {Bytes(4000), kChain}, {Bytes(16000), kChain}, {Bytes(64000), kBinomial}};
    EXPECT_THAT(for_all_sizes(chosen), ElementsAre(SizeChoice{Bytes(0), kOwn}, SizeChoice{Bytes(2000), kChain},
                                                   SizeChoice{Bytes(32000), kBinomial}));
}

TEST(Choices, OneSizeStandsForAll) {
    const std::vector<ChosenAt> chosen{{Bytes(0), kChain}};
    EXPECT_THAT(for_all_sizes(chosen), ElementsAre(SizeChoice{Bytes(0), kChain}));
}

}  // namespace
}  // namespace causeway::tuning
