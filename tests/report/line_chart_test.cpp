/// Figures: every curve and word is there, points lie where their values are.
#include "causeway/report/line_chart.hpp"

#include "causeway/report/svg.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

namespace causeway::report {
namespace {

using testing::HasSubstr;
using testing::Not;

int count(const std::string& text, const std::string& what) {
    int result = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) {
        ++result;
    }
    return result;
}

std::vector<std::string> labels(const Axis& axis, int wanted) {
    std::vector<std::string> result;
    for (const Tick& tick : axis.ticks(wanted)) {
        result.push_back(tick.label);
    }
    return result;
}

TEST(Axis, TicksAreRoundNumbersWithinTheSpan) {
    EXPECT_THAT(labels(Axis({0.0, 1.0}, 0.0, 100.0), 5),
                testing::ElementsAre("0.0", "0.2", "0.4", "0.6", "0.8", "1.0"));
    EXPECT_THAT(labels(Axis({10.0, 50.0}, 0.0, 100.0), 4), testing::ElementsAre("10", "20", "30", "40", "50"));
    EXPECT_THAT(labels(Axis({0.04, 0.2}, 0.0, 100.0), 8),
                testing::ElementsAre("0.04", "0.06", "0.08", "0.10", "0.12", "0.14", "0.16", "0.18", "0.20"));
    EXPECT_THAT(labels(Axis({-3.0, 4030.0}, 0.0, 100.0), 4), testing::ElementsAre("0", "2000", "4000"));
}

TEST(Axis, PutsTheEndsOfItsSpanOnItsEndPixels) {
    const Axis axis({2.0, 6.0}, 400.0, 100.0);
    EXPECT_EQ(axis.pixel(2.0), 400.0);
    EXPECT_EQ(axis.pixel(6.0), 100.0);
    EXPECT_EQ(axis.pixel(3.0), 325.0);
}

TEST(Axis, RoundsASpanOutToTicks) {
    const Span span = rounded_out({0.37, 0.93}, 5);
    EXPECT_NEAR(span.least, 0.2, 1e-12);
    EXPECT_NEAR(span.most, 1.0, 1e-12);
}

TEST(Axis, ASpanIsNeverEmpty) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (const std::vector<double>& values : {std::vector<double>{}, {0.0}, {3.0, 3.0}, {nan}, {-2.0}}) {
        const Span span = span_of(values);
        EXPECT_LT(span.least, span.most);
    }
    EXPECT_EQ(span_of(std::vector<double>{4.0, nan, 1.0}).least, 1.0);
}

TEST(LineChart, ShowsEveryCurveWithItsPointsAndItsName) {
    const LineChart chart{.title = "a title",
                          .x_label = "nodes",
                          .y_label = "ratio",
                          .curves = {{"first", {{0.0, 0.0}, {1.0, 1.0}, {2.0, 0.5}}}, {"second", {{0.0, 1.0}}}},
                          .y_covers = Span{0.0, 1.0}};
    const std::string svg = svg_of(chart);
    EXPECT_THAT(svg, testing::StartsWith("<svg xmlns="));
    EXPECT_THAT(svg, testing::EndsWith("</svg>\n"));
    for (const char* word : {">a title<", ">nodes<", ">ratio<", ">first<", ">second<"}) {
        EXPECT_THAT(svg, HasSubstr(word));
    }
    EXPECT_EQ(count(svg, "<polyline"), 1 + 2) << "one curve of several points, two samples in the key";
    EXPECT_EQ(count(svg, "<circle"), 3 + 1) << "marks of the first kind: three points and the key";
    EXPECT_THAT(svg, HasSubstr("points=\"70.0,420.0 ")) << "the first point lies where the axes meet";
    EXPECT_THAT(svg, Not(HasSubstr("nan")));
}

TEST(LineChart, LeavesAGapWhereAPointIsNotKnown) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const std::string svg = svg_of({.title = {},
                                    .x_label = {},
                                    .y_label = {},
                                    .curves = {{"", {{0.0, 1.0}, {1.0, 2.0}, {2.0, nan}, {3.0, 1.0}, {4.0, 2.0}}}},
                                    .y_covers = {}});
    EXPECT_EQ(count(svg, "<polyline"), 2 + 1);
    EXPECT_THAT(svg, Not(HasSubstr("nan")));
}

TEST(LineChart, WithoutPointsIsAnEmptyFrame) {
    EXPECT_THAT(svg_of({}), HasSubstr("</svg>"));
}

TEST(Svg, WritesCharactersThatXmlReservesAsEntities) {
    Svg svg(10.0, 10.0);
    svg.text({1.0, 2.0}, "a < b & \"c\"", {});
    EXPECT_THAT(svg.str(), HasSubstr(">a &lt; b &amp; &quot;c&quot;</text>"));
}

TEST(CurveStyle, EightColoursThenDashed) {
    EXPECT_NE(CurveStyle{0}.color(), CurveStyle{7}.color());
    EXPECT_EQ(CurveStyle{0}.color(), CurveStyle{8}.color());
    EXPECT_FALSE(CurveStyle{7}.is_dashed());
    EXPECT_TRUE(CurveStyle{8}.is_dashed());
}

}  // namespace
}  // namespace causeway::report
