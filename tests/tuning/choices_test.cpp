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

TEST(Choices, the_fastest_counts) {
    EXPECT_EQ(best_of(std::vector<Measured>{{kOwn, 3.0}, {kChain, 2.0}, {kBinomial, 1.0}}), 2U);
    EXPECT_EQ(best_of(std::vector<Measured>{{kChain, 2.0}, {kBinomial, 2.5}}), 0U);
}

TEST(Choices, the_librarys_own_decision_stays_where_little_is_gained) {
    EXPECT_EQ(best_of(std::vector<Measured>{{kChain, 1.0}, {kOwn, 1.019}}), 1U);
    EXPECT_EQ(best_of(std::vector<Measured>{{kChain, 1.0}, {kOwn, 1.03}}), 0U);
}

TEST(Choices, messages_are_cut_only_where_that_gains) {
    const Choice cut{.algorithm = 2, .name = "chain", .segment = Bytes(8192)};
    EXPECT_EQ(best_of(std::vector<Measured>{{kOwn, 3.0}, {cut, 1.0}, {kBinomial, 1.0}, {kChain, 1.01}}), 3U);
    EXPECT_EQ(best_of(std::vector<Measured>{{kOwn, 3.0}, {cut, 1.0}, {kBinomial, 1.0}, {kChain, 1.1}}), 1U);
}

TEST(Choices, a_size_between_two_goes_with_the_nearer_one_by_ratio) {
    const std::vector<ChosenAt> chosen{
        {Bytes(1000), kOwn}, {Bytes(4000), kChain}, {Bytes(16000), kChain}, {Bytes(64000), kBinomial}};
    EXPECT_THAT(for_all_sizes(chosen), ElementsAre(SizeChoice{Bytes(0), kOwn}, SizeChoice{Bytes(2000), kChain},
                                                   SizeChoice{Bytes(32000), kBinomial}));
}

TEST(Choices, one_size_stands_for_all) {
    const std::vector<ChosenAt> chosen{{Bytes(0), kChain}};
    EXPECT_THAT(for_all_sizes(chosen), ElementsAre(SizeChoice{Bytes(0), kChain}));
}

}  // namespace
}  // namespace causeway::tuning
