/// What iperf3 and fping print, as monitoring files.
#include "causeway/platform/monitoring_tool/tool.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/files.hpp"
#include "causeway/platform/monitoring.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include <unistd.h>

namespace causeway::platform {
namespace {

using base::InputError;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// The parts of what iperf3 3.12 prints that count, and some that do not. `more`: in the test's head.
std::string iperf3_text(const std::string& more = "", const std::string& sum = "sum_received") {
    return R"({"start": {"connected": [{"socket": 5, "local_host": "10.1.1.1", "remote_host": "10.1.1.2"}],
        "version": "iperf 3.12", "system_info": "Linux n0.site.org 6.1.0-18-amd64 #1 SMP Debian x86_64",
        "timestamp": {"time": "Sun, 03 Mar 2024 10:00:00 GMT", "timesecs": 1709460000},
        "connecting_to": {"host": "n1", "port": 5201},
        "test_start": {"protocol": "TCP", "num_streams": 1, "duration": 10)" +
           more + R"(}},
        "intervals": [], "end": {"sum_sent": {"bits_per_second": 990000000.0},
        ")" +
           sum + R"(": {"bits_per_second": 800000000.0}}})";
}

MonitoringData read_as(const std::vector<MonitoringFile>& files) {
    return parse_monitoring(files, "");
}

TEST(Iperf3, SaysWhatArrivesFromWhereItRanAtWhomItCalls) {
    const MonitoringData data = read_as({{"x.json", iperf3_text()}});
    EXPECT_THAT(data.names, ElementsAre("n0.site.org", "n1"));
    EXPECT_TRUE(data.has_unit);
    EXPECT_DOUBLE_EQ(data.bandwidths(0, 1)->value(), 1e8);
    EXPECT_FALSE(data.bandwidths(1, 0));
    EXPECT_FALSE(data.latencies(0, 1)) << "a link that is filled shows none";
}

TEST(Iperf3, MeasuresTheOtherWayIfAsked) {
    const MonitoringData data = read_as({{"x.json", iperf3_text(", \"reverse\": 1")}});
    EXPECT_THAT(data.names, ElementsAre("n1", "n0.site.org"));
    EXPECT_DOUBLE_EQ(data.bandwidths(0, 1)->value(), 1e8);
}

TEST(Iperf3, KnowsOneSumWithUdp) {
    EXPECT_DOUBLE_EQ(read_as({{"x.json", iperf3_text("", "sum")}}).bandwidths(0, 1)->value(), 1e8);
}

struct BadTool {
    std::string file;
    std::string text;
    std::string says;
};

TEST(MonitoringTools, WhatIsWrongIsRefusedWithTheFile) {
    for (const BadTool& bad : std::vector<BadTool>{
             {"x.json", R"({"start": {}, "end": {}, "error": "unable to connect to server"})", "unable to connect"},
             {"x.json", R"({"start": {"accepted_connection": {}}, "end": {}})", "connecting_to"},
             {"x.json", R"({"start": {"connecting_to": {"host": "n1"}, "system_info": "Linux"}})", "Linux"},
             {"x.json", iperf3_text("", "sum_lost"), "sum"},
             {"fping.log", "n1 : 0.91 0.85\n", "HOST.fping"},
             {"n0.fping", "n1 : 0.91 0.85\nICMP Host Unreachable from 10.0.0.1\n", "line 2"},
             {"n0.fping", "n1 : 0.91 -0.85\n", "-0.85"},
             {"n0.fping", "n1 : 0.91 nan\n", "nan"},
             {"n0.fping", "n1 : 900000 900000\n", "450 s"}}) {
        try {
            (void)read_as({{bad.file, bad.text}});
            ADD_FAILURE() << "accepted: " << bad.text;
        } catch (const InputError& error) {
            EXPECT_EQ(error.fault().source, bad.file);
            EXPECT_THAT(error.what(), HasSubstr(bad.says));
            EXPECT_FALSE(error.fault().accepted.empty());
        }
    }
}

TEST(Fping, GivesHalfTheMedianRoundTripFromTheHostOfTheFilesName) {
    const MonitoringData data =
        read_as({{"smoke/n0.site.org.fping", "n1     : 0.90 - 1.10 1.00\nn2.org : - -\n\nn1 : 0.80 1.30\n"}});
    EXPECT_THAT(data.names, ElementsAre("n0.site.org", "n1", "n2.org"));
    EXPECT_DOUBLE_EQ(*data.latencies(0, 1), 5e-4) << "of all five";
    EXPECT_FALSE(data.latencies(0, 2)) << "all probes were lost";
    EXPECT_TRUE(data.has_unit);
}

TEST(MonitoringTools, FilesOfBothAndRecordsAreOne) {
    const MonitoringData data = read_as(
        {{"n0.fping", "n1 : 1.00 1.00\n"}, {"1.json", iperf3_text()}, {"a.csv", "src,dst,latency_ms\nn1,n0,0.7\n"}});
    EXPECT_THAT(data.names, ElementsAre("n0", "n1", "n0.site.org"));
    EXPECT_DOUBLE_EQ(*data.latencies(0, 1), 5e-4);
    EXPECT_DOUBLE_EQ(*data.latencies(1, 0), 7e-4);
    EXPECT_DOUBLE_EQ(data.bandwidths(2, 1)->value(), 1e8);
    EXPECT_THROW((void)read_as({{"n0.fping", "n1 : 1.00\n"}, {"a.csv", "src,dst,latency\nn1,n0,0.7\n"}}), InputError)
        << "a file without a unit";
}

TEST(MonitoringTools, LatencyAndBandwidthOfOnePairAreBothKept) {
    std::string text = iperf3_text();
    text.replace(text.find("n0.site.org"), std::string("n0.site.org").size(), "n0");
    std::string later = text;
    later.replace(later.find("1709460000"), 10, "1709463600");
    later.replace(later.find("800000000"), 9, "600000000");
    const MonitoringData data = read_as({{"n0.fping", "n1 : 1.00 1.00\n"}, {"1.json", text}, {"2.json", later}});
    EXPECT_THAT(data.names, ElementsAre("n0", "n1"));
    EXPECT_DOUBLE_EQ(*data.latencies(0, 1), 5e-4);
    EXPECT_DOUBLE_EQ(data.bandwidths(0, 1)->value(), 8.75e7) << "the median of two times";
}

TEST(MonitoringTools, AFolderStandsForTheFilesInIt) {
    const std::string folder = ::testing::TempDir() + "/causeway-monitoring-" + std::to_string(::getpid());
    std::filesystem::create_directories(folder);
    EXPECT_THROW((void)read_monitoring(std::vector{folder}, ""), InputError) << "it is empty";
    base::write_file(folder + "/n0.fping", "n1 : 1.00 1.00\n");
    base::write_file(folder + "/n1.fping", "n0 : 1.20 1.20\n");
    base::write_file(folder + "/.hidden", "not read");
    const MonitoringData data = read_monitoring(std::vector{folder}, "");
    EXPECT_THAT(data.names, ElementsAre("n0", "n1"));
    EXPECT_DOUBLE_EQ(*data.latencies(1, 0), 6e-4);
    std::filesystem::remove_all(folder);
}

TEST(MonitoringTools, EachSaysHowItsFilesAreMade) {
    for (const MonitoringTool* tool : monitoring_tools().members()) {
        EXPECT_FALSE(tool->summary.empty()) << tool->name;
        EXPECT_FALSE(tool->source.empty()) << tool->name;
        EXPECT_FALSE(tool->recognises("")) << tool->name;
        EXPECT_FALSE(tool->recognises("src,dst,latency_ms\n")) << tool->name;
        EXPECT_FALSE(tool->recognises("latency_ms,a,b\n")) << tool->name;
    }
}

}  // namespace
}  // namespace causeway::platform
