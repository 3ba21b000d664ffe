/// The page of a report: what it has, what it cannot be made to do, how large it gets.
#include "causeway/page/page.hpp"
#include "causeway/page/html.hpp"
#include "causeway/page/run_summary.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/json_output.hpp"

#include <gmock/gmock.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace causeway::page {
namespace {

using base::JsonInput;
using base::JsonOutput;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kHostile = "<script>alert('\"&')</script>";

JsonOutput way(const std::string& plan, double median, bool is_chosen) {
    return {{"plan", plan == "native" ? "native" : "digest"},
            {"description", plan},
            {"chosen", is_chosen},
            {"promised_seconds", 0.5},
            {"calls", 3},
            {"median_seconds", median},
            {"low_seconds", 0.9 * median},
            {"high_seconds", 1.1 * median}};
}

JsonOutput kind(const std::string& plan, std::int64_t bytes) {
    JsonOutput entry = {
        {"processes", "12 processes"}, {"collective", "broadcast"}, {"root", 0}, {"bytes_up_to", bytes}, {"calls", 40},
        {"regret_seconds", 0.25},      {"won_seconds", 3.5}};
    entry["ways"] = JsonOutput::array({way(plan, 0.01, true), way("native", 0.1, false)});
    return entry;
}

JsonOutput plan_entry(const std::string& plan, std::int64_t bytes) {
    return {{"communicator", "12 processes"},
            {"collective", "broadcast"},
            {"nonblocking", false},
            {"root", nullptr},
            {"bytes_up_to", bytes},
            {"plan", plan},
            {"calls", 39},
            {"predicted_seconds", nullptr},
            {"observed_seconds", 0.011}};
}

JsonOutput report(const std::string& plan, int kinds) {
    JsonOutput written = {{"causeway", "report"}, {"version", 1},
                          {"by", "causeway"},     {"mpi", "Some MPI 1.0, of today"},
                          {"processes", 12},      {"passes_through", nullptr},
                          {"platform_from", plan}};
    for (const char* key : {"plans", "experience", "noticed", "drift", "reorderings"}) {
        written[key] = JsonOutput::array();
    }
    for (int i = 0; i < kinds; ++i) {
        written["experience"].push_back(kind(plan, 1 << (i % 24)));
        written["plans"].push_back(plan_entry(plan, 1 << (i % 24)));
    }
    written["noticed"].push_back({{"check", "late_ranks"},
                                  {"text", plan + " is late"},
                                  {"ranks", JsonOutput::array({7})},
                                  {"places", JsonOutput::array()},
                                  {"seconds", 0.02}});
    written["drift"].push_back({{"communicator", "12 processes"},
                                {"call", 20},
                                {"reason", "slower"},
                                {"found", "a to b " + plan},
                                {"changed", true},
                                {"seconds", 0.2}});
    written["reorderings"].push_back({{"topology", plan},
                                      {"processes", 12},
                                      {"moved", 3},
                                      {"predicted_seconds_before", 0.2},
                                      {"predicted_seconds_after", 0.1}});
    return written;
}

platform::Platform platform_with(const std::string& name, int clusters) {
    platform::Platform platform;
    platform.name = name;
    for (int cluster = 0; cluster < clusters; ++cluster) {
        platform.clusters.emplace_back();
        platform.clusters.back().name = name + std::to_string(cluster);
        platform.clusters.back().num_hosts = 4;
        for (int peer = 0; peer < cluster; ++peer) {
            platform::Plogp plogp;
            plogp.latency = Seconds(0.001 * (1 + peer));
            plogp.gap = statistics::PiecewiseLinear({{0.0, 1e-6}, {1e9, 1e9 / (1e6 * (1 + cluster))}});
            platform.links.emplace_back();
            platform.links.back().from = cluster;
            platform.links.back().to = peer;
            platform.links.back().symmetric = true;
            platform.links.back().plogp = plogp;
        }
    }
    return platform;
}

Subject subject(const JsonOutput& written) {
    return {.report = JsonInput::parse(written.dump(1), "report.json"), .platform = {}};
}

TEST(Page, HasEverySectionThatHasSomethingToSay) {
    Subject both = subject(report("two-level", 2));
    both.platform = platform_with("site", 3);
    const std::string page = html_page(both, "run.json");
    for (const Section* section : sections().members()) {
        EXPECT_THAT(page, HasSubstr("<section id=\"" + std::string(section->name) + "\""));
    }
    for (const char* words : {"two-level is late", "while it ran links changed: a to b", ">39<", "10.00x", "<svg",
                              "1.00 ms", "10.0 ms", "aria-label=\"map of 3 clusters"}) {
        EXPECT_THAT(page, HasSubstr(words));
    }
    const std::string platform_alone = html_page({.report = {}, .platform = platform_with("site", 1)}, "p.json");
    EXPECT_THAT(platform_alone, HasSubstr("site: 4 hosts in 1 clusters"));
    EXPECT_THAT(platform_alone, Not(HasSubstr("id=\"calls\"")));
}

// A link may be known in one direction alone, whichever.
TEST(Page, DrawsLinksThatAreKnownOneWay) {
    for (const bool is_turned : {false, true}) {
        Subject one_way{.report = {}, .platform = platform_with("site", 3)};
        for (platform::Link& link : one_way.platform->links) {
            link.symmetric = false;
            if (is_turned) {
                std::swap(link.from, link.to);
            }
        }
        const std::string page = html_page(one_way, "p.json");
        std::size_t lines = 0;
        for (std::size_t at = page.find("<line"); at != std::string::npos; at = page.find("<line", at + 1)) {
            ++lines;
        }
        EXPECT_EQ(lines, 3U) << is_turned;
    }
}

TEST(Page, SaysNothingOfWhatWasNotLookedFor) {
    JsonOutput written = report("two-level", 0);
    written["noticed"] = nullptr;
    written["drift"] = JsonOutput::array();
    EXPECT_THAT(html_page(subject(written), "run.json"), Not(HasSubstr("id=\"noticed\"")));
}

TEST(Page, ShowsWhatFilesSayAsText) {
    Subject hostile = subject(report(kHostile, 1));
    hostile.platform = platform_with(kHostile, 3);
    const std::string page = html_page(hostile, kHostile);
    EXPECT_THAT(page, Not(HasSubstr("<script>alert")));
    EXPECT_THAT(page, Not(HasSubstr("alert('\"")));
    EXPECT_THAT(page, HasSubstr("&lt;script&gt;alert("));
}

TEST(Page, NeedsNothingElse) {
    const std::string page = html_page(subject(report("two-level", 1)), "run.json");
    for (const char* reference : {"src=", "@import", "<link", "url("}) {
        EXPECT_THAT(page, Not(HasSubstr(reference)));
    }
    EXPECT_THAT(page, HasSubstr("default-src 'none'"));
}

// Two hundred kinds of calls, tried and planned, and as many clusters as are shown in full.
TEST(Page, StaysSmall) {
    Subject large = subject(report(std::string(300, 'x'), 200));
    large.platform = platform_with("site", 64);
    EXPECT_LT(html_page(large, "run.json").size(), std::size_t{2} << 20U);
}

TEST(Page, OfAJobThatPassedEverythingThroughSaysWhy) {
    JsonOutput written = report("two-level", 0);
    written["passes_through"] = "all processes share one host";
    const std::string page = html_page(subject(written), "run.json");
    EXPECT_THAT(page, HasSubstr("nothing was gained: all processes share one host"));
    EXPECT_THAT(page, Not(HasSubstr("id=\"noticed\"")));
}

TEST(Page, IsOfReportsAlone) {
    EXPECT_THROW((void)html_page(subject({{"causeway", "report"}, {"version", 1}}), "run.json"), base::InputError);
    EXPECT_THROW((void)html_page(subject({{"causeway", "platform"}, {"version", 1}}), "run.json"), base::InputError);
}

TEST(Tables, CanBeSortedByWhatIsShown) {
    const std::string html = html_of({.caption = "c",
                                      .columns = {"n", "t"},
                                      .rows = {{text_cell("a<b"), seconds_cell(0.0125)}},
                                      .has_row_headings = true,
                                      .can_be_sorted = true});
    EXPECT_THAT(html, HasSubstr("<table class=\"sortable\"><caption>c</caption>"));
    EXPECT_THAT(html,
                HasSubstr("<th scope=\"row\">a&lt;b</th><td class=\"number\" data-order=\"0.0125\">12.5 ms</td>"));
}

}  // namespace
}  // namespace causeway::page
