/// The folders of grids: claimed by one, removed only when nobody holds them, and only if ours.
#include "testbed/state.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/files.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace causeway::testbed {
namespace {

namespace fs = std::filesystem;

class StateTest : public testing::Test {
protected:
    StateTest() {
        std::string pattern = testing::TempDir() + "causeway-state-XXXXXX";
        path_ = ::mkdtemp(pattern.data());
    }
    ~StateTest() override { fs::remove_all(path_); }

    [[nodiscard]] StateRoot root() const { return {path_}; }

private:
    std::string path_;
};

TEST_F(StateTest, gives_a_name_to_one_grid_at_a_time) {
    const StateFolder folder = folder_of(root(), "g");
    const std::optional<Descriptor> first = claim(folder);
    ASSERT_TRUE(first.has_value());
    EXPECT_FALSE(claim(folder).has_value());
    EXPECT_FALSE(remove_if_dead(folder));
    EXPECT_TRUE(fs::exists(folder.path));
}

TEST_F(StateTest, clears_what_a_dead_router_left) {
    const StateFolder folder = folder_of(root(), "g");
    {
        const std::optional<Descriptor> dead = claim(folder);
        base::write_file(folder.control(), "left over");
    }
    EXPECT_TRUE(grids_up(root()).empty());
    EXPECT_FALSE(fs::exists(folder.path));
    {
        const std::optional<Descriptor> dead = claim(folder);
        base::write_file(folder.control(), "left over");
    }
    EXPECT_TRUE(claim(folder).has_value());
    EXPECT_FALSE(fs::exists(folder.control()));
}

TEST_F(StateTest, never_touches_a_folder_that_is_not_a_grids) {
    const StateFolder folder = folder_of(root(), "documents");
    fs::create_directory(folder.path);
    base::write_file(folder.path + "/letter", "dear");
    EXPECT_TRUE(grids_up(root()).empty());
    EXPECT_FALSE(remove_if_dead(folder));
    EXPECT_THROW(static_cast<void>(claim(folder)), base::Error);
    EXPECT_TRUE(fs::exists(folder.path + "/letter"));
}

TEST_F(StateTest, refuses_names_that_lead_elsewhere) {
    for (const char* const name : {"", "..", "../g", "a/b"}) {
        EXPECT_THROW(static_cast<void>(folder_of(root(), name)), base::InputError) << name;
    }
}

TEST_F(StateTest, says_which_grids_there_are_when_the_choice_is_open) {
    EXPECT_THROW(static_cast<void>(chosen_grid(root(), "")), base::Error);
    const auto one = claim(folder_of(root(), "one"));
    base::write_file(folder_of(root(), "one").control(), "");
    EXPECT_EQ(chosen_grid(root(), ""), "one");
    const auto two = claim(folder_of(root(), "two"));
    base::write_file(folder_of(root(), "two").control(), "");
    EXPECT_THROW(static_cast<void>(chosen_grid(root(), "")), base::InputError);
    EXPECT_EQ(chosen_grid(root(), "two"), "two");
    EXPECT_THROW(static_cast<void>(chosen_grid(root(), "three")), base::Error);
}

}  // namespace
}  // namespace causeway::testbed
