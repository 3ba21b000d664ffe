/// Grids by name.
#include "testbed/ready_made.hpp"

#include "testbed/grid.hpp"

#include "causeway/base/error.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include <unistd.h>

namespace causeway::testbed {
namespace {

TEST(ReadyMade, AreFoundByName) {
    EXPECT_EQ(read_grid(grid_file("three-sites")).name, "three-sites");
    EXPECT_EQ(read_grid(grid_file("one-lan")).sites.size(), 1U);
}

TEST(ReadyMade, PathsAndFilesThatAreThereAreTheUsers) {
    const std::string own = "ready-made-test-" + std::to_string(::getpid());
    std::ofstream(own) << "{}";
    EXPECT_EQ(grid_file(own), own);
    std::filesystem::remove(own);
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
