/// Time lines: what is drawn, and what trace viewers get.
#include "causeway/report/time_line.hpp"
#include "causeway/base/json_input.hpp"
#include "causeway/report/chrome_trace.hpp"

#include <gmock/gmock.h>

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace causeway::report {
namespace {

using testing::HasSubstr;

std::size_t number_of(std::string_view part, std::string_view text) {
    std::size_t number = 0;
    for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) {
        ++number;
    }
    return number;
}

TEST(TimeLine, DrawsWhatTouchesAsOneBar) {
    TimeLine line{.description = "a <call>", .end = 0.1, .lanes = {}};
    const std::string empty = svg_of(line);
    line.lanes.push_back({.name = "a to b", .bars = {{0.0, 0.01}, {0.05, 0.06}, {0.005, 0.02}}, .stands_out = true});
    line.lanes.push_back({.name = "inside a", .bars = {{0.0, 0.1}}});
    const std::string svg = svg_of(line);
    EXPECT_EQ(number_of("<rect", svg) - number_of("<rect", empty), 3U);
    for (const char* part : {"aria-label=\"a &lt;call&gt;\"", ">a to b<", ">inside a<", "since the call [ms]"}) {
        EXPECT_THAT(svg, HasSubstr(part));
    }
}

TEST(TimeLine, StaysSmallHoweverManyBarsThereAre) {
    TimeLine line{.description = "a call", .end = 1.0, .lanes = {{.name = "a", .bars = {}}}};
    for (int i = 0; i < 100'000; ++i) {
        line.lanes[0].bars.push_back({1e-5 * i, 1e-5 * i + 1e-6});
    }
    EXPECT_LT(svg_of(line).size(), 5000U);
}

TEST(ChromeTrace, ShowsWhatOverlapsInTracksOfItsOwn) {
    const TraceGroup group{
        .name = "a \"call\"",
        .rows = {"rank 0", "rank 1"},
        .slices = {{.row = 0, .name = "x", .category = "c", .begin = Seconds(0.0), .end = Seconds(2e-3)},
                   {.row = 0, .name = "y", .category = "c", .begin = Seconds(1e-3), .end = Seconds(3e-3)},
                   {.row = 0, .name = "z", .category = "c", .begin = Seconds(2e-3), .end = Seconds(3e-3)},
                   {.row = 1, .name = "w", .category = "c", .begin = Seconds(0.0), .end = Seconds(1e-3)}}};
    const base::JsonInput trace = base::JsonInput::parse(chrome_trace({group}), "trace.json");
    std::vector<std::string> tracks;
    std::set<std::string> where;
    for (const base::JsonInput event : trace.member("traceEvents").elements()) {
        if (event.member("name").string() == "thread_name") {
            tracks.push_back(event.member("args").member("name").string());
        }
        if (event.member("ph").string() == "X") {
            where.insert(event.member("name").string() + std::to_string(event.member("tid").integer(0, 10)));
        }
    }
    EXPECT_THAT(tracks, testing::ElementsAre("rank 0", "rank 0", "rank 1"));
    EXPECT_THAT(where, testing::ElementsAre("w2", "x0", "y1", "z0"));
}

}  // namespace
}  // namespace causeway::report
