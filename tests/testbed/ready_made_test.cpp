/// Grids by name.
#include "testbed/ready_made.hpp"

#include "testbed/grid.hpp"

#include "causeway/base/error.hpp"

#include <gtest/gtest.h>

#include <string>

namespace causeway::testbed {
namespace {

TEST(ReadyMade, AreFoundByName) {
    EXPECT_EQ(read_grid(grid_file("three-sites")).name, "three-sites");
    EXPECT_EQ(read_grid(grid_file("one-lan")).sites.size(), 1U);
}

TEST(ReadyMade, PathsAndFilesThatAreThereAreTheUsers) {
    EXPECT_EQ(grid_file("./three-sites"), "./three-sites");
    EXPECT_EQ(grid_file("/nowhere/three-sites"), "/nowhere/three-sites");
}

TEST(ReadyMade, OfAnUnknownNameTheKnownOnesAreTold) {
    try {
        (void)grid_file("three-sights");
        FAIL() << "accepted";
    } catch (const base::InputError& error) {
        const std::string text = error.what();
        EXPECT_NE(text.find("three-sights"), std::string::npos) << text;
        EXPECT_NE(text.find("four-unequal"), std::string::npos) << text;
    }
}

}  // namespace
}  // namespace causeway::testbed
