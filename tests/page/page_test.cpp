/// The page of a report: what it has, what it cannot be made to do, how large it gets.
#include "causeway/page/page.hpp"
#include "causeway/page/html.hpp"
#include "causeway/page/section.hpp"
#include "causeway/page/time_lines.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/json_output.hpp"
#include "causeway/plan/plan_json.hpp"
#include "causeway/planner/planner.hpp"
#include "causeway/platform/platform_json.hpp"

#include <fmt/format.h>

#include <gmock/gmock.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

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

JsonOutput kind(const std::string& plan, int number) {
    JsonOutput entry = {{"processes", fmt::format("12 processes, {}", number)},
                        {"collective", "broadcast"},
                        {"root", 0},
                        {"bytes_up_to", 1 << (number % 24)},
                        {"calls", 40},
                        {"regret_seconds", 0.25},
                        {"won_seconds", 3.5}};
    entry["ways"] = JsonOutput::array({way(plan, 0.01, true), way("native", 0.1, false)});
    return entry;
}

JsonOutput plan_entry(const std::string& plan, int number) {
    return {{"communicator", "12 processes, of the world"},
            {"processes", fmt::format("12 processes, {}", number)},
            {"collective", "broadcast"},
            {"nonblocking", false},
            {"root", 0},
            {"bytes_up_to", 1 << (number % 24)},
            {"plan", plan},
            {"digest", "a digest"},
            {"reason", "because"},
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
        written["experience"].push_back(kind(plan, i));
        written["plans"].push_back(plan_entry(plan, i));
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
        for (int host = 0; host < 4; ++host) {
            platform.clusters.back().hosts.push_back(fmt::format("{}{}-{}", name, cluster, host));
            platform.hosts.push_back({.name = platform.clusters.back().hosts.back(), .cluster = cluster});
        }
        platform::Plogp inside;
        inside.latency = Seconds(5e-5);
        inside.gap = statistics::PiecewiseLinear({{0.0, 1e-6}, {1e9, 10.0}});
        platform.clusters.back().plogp = inside;
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

Subject subject(const JsonOutput& written, std::optional<platform::Platform> platform = {}) {
    return subject_of(run_from(JsonInput::parse(written.dump(1), "report.json")), std::move(platform));
}

/// A run in which every host of the platform had a process that took part in `calls` broadcasts of 1 MiB by plan, each
/// of half that; with all that its reader needs.
JsonOutput run_on(const platform::Platform& platform, std::int64_t calls) {
    const platform::Placement placement = platform::full_placement(platform);
    planner::Request request;
    request.message = Bytes(1 << 20);
    request.least_gain = 0.0;
    const plan::Plan plan = planner::decide(platform, placement, request).choice().plan;
    const std::string digest = plan::digest_text(plan, platform);
    JsonOutput written = report("two-level", 0);
    written["network"] = JsonOutput::parse(platform::to_json_text(platform));
    written["rank_hosts"] = platform::host_names_of(platform, placement);
    JsonOutput members = JsonOutput::array();
    for (int rank = 0; rank < placement.num_processes(); ++rank) {
        members.push_back(rank);
    }
    written["communicators"]["12 processes, of the world"] = std::move(members);
    written["plan_files"][digest] = plan::to_json(plan, platform);
    JsonOutput entry = plan_entry(plan::describe(plan, platform), 20);
    entry["digest"] = digest;
    entry["calls"] = calls;
    entry["bytes"] = calls << 19U;
    written["plans"].push_back(entry);
    entry["digest"] = "native";
    entry["calls"] = 7;
    entry["plan"] = "native";
    entry["reason"] = "nothing is faster";
    entry["collective"] = "reduce";
    written["plans"].push_back(std::move(entry));
    written["passed"].push_back({{"collective", "scan"}, {"why", "there is no data"}, {"calls", 3}});
    return written;
}

TEST(Page, HasEverySectionThatHasSomethingToSay) {
    JsonOutput written = run_on(platform_with("site", 3), 39);
    written["experience"].push_back(kind("two-level", 20));
    const std::string page = html_page(subject(written), "run.json");
    for (const Section* section : sections().members()) {
        EXPECT_THAT(page, HasSubstr("<section id=\"" + std::string(section->name) + "\""));
    }
    written["started_by"] = {{"processes", 3}, {"report", "parents.json"}};
    EXPECT_THAT(html_page(subject(written), "run.json"), HasSubstr("3 processes of parents.json"));
    for (const char* words : {"two-level is late", "while it ran links changed: a to b", ">39<", "10.00x", "<svg",
                              "1.00 ms", "10.0 ms", "aria-label=\"map of 3 clusters"}) {
        EXPECT_THAT(page, HasSubstr(words));
    }
    const std::string platform_alone = html_page(subject_of({}, platform_with("site", 1)), "p.json");
    EXPECT_THAT(platform_alone, HasSubstr("site: 4 hosts in 1 cluster<"));
    EXPECT_THAT(platform_alone, Not(HasSubstr("id=\"calls\"")));
}

// A link may be known in one direction alone, whichever.
TEST(Page, DrawsLinksThatAreKnownOneWay) {
    for (const bool is_turned : {false, true}) {
        platform::Platform one_way = platform_with("site", 3);
        for (platform::Link& link : one_way.links) {
            link.symmetric = false;
            if (is_turned) {
                std::swap(link.from, link.to);
            }
        }
        const std::string page = html_page(subject_of({}, one_way), "p.json");
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
    JsonOutput written = run_on(platform_with(kHostile, 3), 5);
    written.update({{"experience", report(kHostile, 1)["experience"]}, {"noticed", report(kHostile, 1)["noticed"]}});
    written["plans"].append(report(kHostile, 1)["plans"]);
    written["passed"].push_back({{"collective", kHostile}, {"why", kHostile}, {"calls", 3}});
    const std::string page = html_page(subject(written), kHostile);
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
    const Subject large = subject(report(std::string(300, 'x'), 200), platform_with("site", 64));
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
    EXPECT_THROW((void)subject({{"causeway", "report"}, {"version", 1}}), base::InputError);
    EXPECT_THROW((void)subject({{"causeway", "platform"}, {"version", 1}}), base::InputError);
}

// Every process of the two other clusters gets the data once; between clusters it goes as often as the plan says.
TEST(Retraced, CountsWhatPlansSendBetweenClusters) {
    const platform::Platform platform = platform_with("site", 3);
    const Subject run = subject(run_on(platform, 40));
    ASSERT_TRUE(run.retraced);
    EXPECT_EQ(run.retraced->calls_counted, 40);
    EXPECT_EQ(run.retraced->calls_native, 7);
    EXPECT_EQ(run.retraced->calls_unknown, 0);
    double into_others = 0.0;
    for (int from = 0; from < 3; ++from) {
        for (int to = 1; to < 3; ++to) {
            into_others += from == to ? 0.0 : run.retraced->loads(from, to).bytes;
        }
        EXPECT_EQ(run.retraced->loads(from, 0).bytes, 0.0) << "nothing comes back to the root's cluster";
    }
    EXPECT_EQ(into_others, 40.0 * (1 << 19) * 2) << "each cluster's share comes once, whatever way it takes";
    ASSERT_EQ(run.retraced->bounds.size(), run.run->kinds.size());
    ASSERT_EQ(run.retraced->calls.size(), 1U);
    ASSERT_TRUE(run.retraced->bounds[0]);
    EXPECT_GT(run.retraced->bounds[0]->time, Seconds(0.0));
    EXPECT_LT(run.retraced->bounds[0]->time, run.retraced->calls[0].duration);
}

/// A call of the only kind of run_on(), from rank 0 over 4 to 8.
JsonOutput observed_call(const JsonOutput& plan) {
    JsonOutput call = {{"communicator", "12 processes, of the world"},
                       {"processes", "12 processes, 20"},
                       {"collective", "broadcast"},
                       {"root", 0},
                       {"bytes_up_to", 1 << 20},
                       {"plan", plan}};
    call["messages"] = JsonOutput::array(
        {JsonOutput::array({0, 4, 1 << 20, 0.0, 0.05}), JsonOutput::array({4, 8, 1 << 20, 0.05, 0.15})});
    return call;
}

TEST(Page, ShowsWhatWasObservedBelowWhatIsSimulated) {
    JsonOutput written = run_on(platform_with("site", 3), 40);
    written["observed_clock"] = "the only clock there is";
    written["observed_calls"].push_back(observed_call(written["plans"][0UL]["plan"]));
    const Subject run = subject(written);
    ASSERT_EQ(run.retraced->observed.size(), 1U);
    const std::string page = html_page(run, "run.json");
    EXPECT_THAT(page, HasSubstr("Observed in one call, by the only clock there is: over by 150 ms"));
    EXPECT_THAT(page, HasSubstr("timeline-0"));
    EXPECT_THAT(page, Not(HasSubstr("timeline-1"))) << "both are pictures of one call";
    EXPECT_THAT(trace_of(run.retraced->observed, *run.platform).front().name, HasSubstr("(observed)"));
    written["observed_calls"][0UL]["plan"] = "another";
    EXPECT_THAT(html_page(subject(written), "run.json"), HasSubstr("timeline-1"));
    written["observed_calls"][0UL]["messages"].push_back(JsonOutput::array({0, 12, 1, 0.0, 0.1}));
    EXPECT_THROW((void)subject(written), base::InputError) << "there is no rank 12";
}

TEST(Retraced, IsOfThePlatformThatPlansAreFor) {
    const Subject other = subject(run_on(platform_with("site", 3), 40), platform_with("site", 4));
    EXPECT_EQ(other.retraced->calls_counted, 0);
    EXPECT_EQ(other.retraced->calls_unknown, 40);
    EXPECT_TRUE(other.retraced->calls.empty());
    EXPECT_THAT(html_page(other, "run.json"), HasSubstr("for another platform"));
    const Subject elsewhere = subject(run_on(platform_with("site", 3), 40), platform_with("place", 3));
    EXPECT_TRUE(elsewhere.retraced->calls.empty());
    EXPECT_FALSE(elsewhere.retraced->bounds[0]);
}

TEST(Traces, HaveEveryMessageInATrackOfItsOwnTime) {
    const Subject run = subject(run_on(platform_with("site", 2), 1));
    const std::vector<report::TraceGroup> groups = trace_of(run.retraced->calls, *run.platform);
    ASSERT_EQ(groups.size(), 1U);
    EXPECT_EQ(groups[0].rows.size(), 8U);
    EXPECT_EQ(groups[0].slices.size(), run.retraced->calls[0].messages.size());
    const JsonInput trace = JsonInput::parse(report::chrome_trace(groups), "trace.json");
    std::map<std::int64_t, double> free_from;
    std::size_t slices = 0;
    for (const JsonInput event : trace.member("traceEvents").elements()) {
        if (event.member("ph").string() == "X") {
            double& free = free_from[event.member("tid").integer(0, 1000)];
            EXPECT_GE(event.member("ts").number(), free);
            free = event.member("ts").number() + event.member("dur").number();
            ++slices;
        }
    }
    EXPECT_EQ(slices, groups[0].slices.size());
}

TEST(Tables, CanBeSortedByWhatIsShown) {
    const std::string html = html_of({.caption = "c",
                                      .columns = {"n", "t"},
                                      .rows = {{text_cell("a<b"), seconds_cell(Seconds(0.0125))}},
                                      .has_row_headings = true,
                                      .can_be_sorted = true});
    EXPECT_THAT(html, HasSubstr("<table class=\"sortable\"><caption><span>c</span></caption>"));
    EXPECT_THAT(html,
                HasSubstr("<th scope=\"row\">a&lt;b</th><td class=\"number\" data-order=\"0.0125\">12.5 ms</td>"));
}

}  // namespace
}  // namespace causeway::page
