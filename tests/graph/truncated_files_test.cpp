/// A file that was cut off, or in which one byte went wrong, is refused or read: never a crash, never an invalid graph.
#include "causeway/base/error.hpp"
#include "causeway/base/files.hpp"
#include "causeway/base/random.hpp"
#include "causeway/graph/graph_file.hpp"
#include "causeway/graph/validate.hpp"
#include "tests/support/source_folder.hpp"

#include <gtest/gtest.h>

#include <ostream>
#include <string>

namespace causeway::graph {

void PrintTo(const Format* format, std::ostream* stream) {
    *stream << format->name;
}

namespace {

/// A whole file of each format.
std::string sample_of(const Format& format) {
    const std::string folder = test::source_folder() + "/tests/graph/data/";
    if (format.name == "json") {
        return base::read_file(folder + "every_key.json");
    }
    if (format.name == "graphml") {
        return base::read_file(folder + "five_cities.graphml");
    }
    if (format.name == "tiers") {
        return base::read_file(folder + "three_levels.tiers");
    }
    return base::read_file(folder + "three_hosts.xml");
}

#ifdef CAUSEWAY_WITH_SIMGRID_FILES
constexpr bool kWithSimGrid = true;
#else
constexpr bool kWithSimGrid = false;
#endif

/// Every how many bytes a file is cut or changed: of a format that is read by a program of its own, fewer.
std::size_t step_for(const Format& format) {
    return kWithSimGrid && format.name == "simgrid" ? 23 : 1;
}

/// Whether `text` is read; what is read must be valid, what is not must be refused with a place to look at.
bool is_read(const std::string& text) {
    try {
        validate(parse_graph(text, "file").graph, "the graph that was read");
        return true;
    } catch (const base::InputError& error) {
        EXPECT_EQ(error.fault().source, "file") << error.what();
        EXPECT_FALSE(error.fault().found.empty());
        EXPECT_FALSE(error.fault().accepted.empty());
        return false;
    }
}

class EveryFormat : public testing::TestWithParam<const Format*> {};

TEST_P(EveryFormat, IsReadWholeAndRefusedOrReadWhenCutOffAtAnyByte) {
    const std::string whole = sample_of(*GetParam());
    EXPECT_EQ(is_read(whole), kWithSimGrid || GetParam()->name != "simgrid");
    EXPECT_TRUE(GetParam()->recognises(whole));
    std::size_t refused = 0;
    for (std::size_t length = 0; length < whole.size(); length += step_for(*GetParam())) {
        refused += is_read(whole.substr(0, length)) ? 0 : 1;
    }
    EXPECT_GT(refused, whole.size() / step_for(*GetParam()) / 2);
}

TEST_P(EveryFormat, IsRefusedOrReadWithAnyByteChanged) {
    const std::string whole = sample_of(*GetParam());
    base::Random random(7);
    for (std::size_t at = 0; at < whole.size(); at += step_for(*GetParam())) {
        std::string changed = whole;
        changed[at] = static_cast<char>(random.below(256));
        (void)is_read(changed);
    }
}

TEST_P(EveryFormat, IsRecognisedByNoOther) {
    const std::string whole = sample_of(*GetParam());
    for (const Format* format : formats().members()) {
        EXPECT_EQ(format->recognises(whole), format == GetParam()) << format->name;
    }
}

INSTANTIATE_TEST_SUITE_P(Formats, EveryFormat,
                         testing::ValuesIn(formats().members().begin(), formats().members().end()),
                         [](const auto& format) { return std::string(format.param->name); });

}  // namespace
}  // namespace causeway::graph
