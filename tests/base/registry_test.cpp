/// Families looked up by name.
#include "causeway/base/registry.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string_view>

namespace causeway::base {
namespace {

struct Fruit {
    std::string_view name;
};

constexpr Fruit kApple{"apple"};
constexpr Fruit kPear{"pear"};
constexpr std::array kMembers{&kApple, &kPear};
constexpr Registry<Fruit> kFruits("fruit", kMembers);

TEST(Registry, MembersAreFoundByName) {
    static_assert(kFruits.find("pear") == &kPear);
    EXPECT_EQ(&kFruits.at("apple", "--fruit"), &kApple);
    EXPECT_EQ(kFruits.find("app"), nullptr);
    EXPECT_EQ(kFruits.find(""), nullptr);
    EXPECT_THAT(kFruits.names(), ::testing::ElementsAre("apple", "pear"));
}

TEST(Registry, AnUnknownNameIsAnsweredWithTheKnownOnes) {
    try {
        (void)kFruits.at("plum", "--fruit");
        FAIL() << "found";
    } catch (const InputError& error) {
        EXPECT_STREQ(error.what(), "--fruit: found the unknown fruit 'plum'; accepted: apple, pear");
    }
}

}  // namespace
}  // namespace causeway::base
