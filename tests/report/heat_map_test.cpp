/// Heat maps, by the elements of their SVG.
#include "causeway/report/heat_map.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace causeway::report {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// The elements of a kind, "<line" say, each up to its end.
std::vector<std::string> elements(const std::string& svg, std::string_view beginning) {
    std::vector<std::string> result;
    for (std::size_t at = svg.find(beginning); at != std::string::npos; at = svg.find(beginning, at + 1)) {
        result.push_back(svg.substr(at, svg.find('>', at) - at));
    }
    return result;
}

/// What a rectangle is filled with, by the order of drawing; the background left out.
std::vector<std::string> fills(const std::string& svg) {
    constexpr std::string_view kFill = "fill=\"";
    constexpr std::size_t kColor = 7;  // #RRGGBB
    std::vector<std::string> result;
    for (const std::string& rectangle : elements(svg, "<rect")) {
        result.push_back(rectangle.substr(rectangle.find(kFill) + kFill.size(), kColor));
    }
    return result;
}

bool is_darker(const std::string& a, const std::string& b) {
    const auto light = [](const std::string& color) { return std::stol(color.substr(1, 2), nullptr, 16); };
    return light(a) < light(b);
}

HeatMap three_cells() {
    HeatMap map;
    map.title = "sent & received";
    map.row_label = "sender";
    map.column_label = "receiver";
    map.value_label = "bytes";
    map.size = 3;
    map.cells = {{0, 0, 1.0}, {1, 2, 100.0}, {2, 1, 10000.0}};
    map.borders = {2};
    map.names = {"0", "2", "1"};
    return map;
}

TEST(HeatMap, ShowsGreaterValuesDarkerAndSaysWhatTheyAre) {
    const std::string svg = svg_of(three_cells());
    const std::vector<std::string> colors = fills(svg);
    ASSERT_GE(colors.size(), 3U);
    const std::size_t first = colors.size() - 64 - 3;  // then the scale
    EXPECT_TRUE(is_darker(colors[first + 1], colors[first]));
    EXPECT_TRUE(is_darker(colors[first + 2], colors[first + 1]));
    EXPECT_THAT(svg, AllOf(HasSubstr("sender"), HasSubstr("receiver"), HasSubstr("sent &amp; received"),
                           HasSubstr("bytes"), HasSubstr(">1e+04<")));
    EXPECT_THAT(svg, Not(HasSubstr("nan")));
}

TEST(HeatMap, DrawsALineEachWayBeforeEveryBorder) {
    HeatMap map = three_cells();
    const auto lines = [&] {
        const std::string svg = svg_of(map);
        const std::vector<std::string> all = elements(svg, "<line");
        return std::count_if(all.begin(), all.end(),
                             [](const std::string& line) { return line.find("#D55E00") != std::string::npos; });
    };
    EXPECT_EQ(lines(), 2);
    map.borders = {1, 2};
    EXPECT_EQ(lines(), 4);
}

TEST(HeatMap, OfEqualValuesOrOfNoneIsAFigureToo) {
    HeatMap map = three_cells();
    map.cells = {{0, 0, 5.0}, {1, 1, 5.0}};
    EXPECT_THAT(svg_of(map), Not(HasSubstr("nan")));
    map.cells.clear();
    EXPECT_THAT(svg_of(map), AllOf(HasSubstr("<svg"), Not(HasSubstr("nan"))));
}

TEST(HeatMap, OfManyRowsDrawsTheMeanOfSeveral) {
    HeatMap map;
    map.size = 2000;
    for (int i = 0; i < map.size; ++i) {
        map.cells.push_back({i, i, 1.0});
    }
    EXPECT_LT(svg_of(map).size(), 200000U);
}

}  // namespace
}  // namespace causeway::report
