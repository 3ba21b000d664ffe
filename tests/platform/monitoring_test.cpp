/// Files of monitoring systems: matrices and records, their units, several files as one, and what is refused.
#include "causeway/platform/monitoring.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/random.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace causeway::platform {
namespace {

using base::InputError;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

MonitoringData parsed(const std::vector<std::string>& texts, std::string_view unit = "") {
    std::vector<MonitoringFile> files;
    for (std::size_t f = 0; f < texts.size(); ++f) {
        files.push_back({std::string(1, static_cast<char>('a' + f)) + ".csv", texts[f]});
    }
    return parse_monitoring(files, unit);
}

TEST(Monitoring, RecordsKeepTheirDirections) {
    const MonitoringData data = parsed({"src,dst,latency_ms\nx,y,10\ny,x,14\nz,x,3\n"});
    EXPECT_THAT(data.names, ElementsAre("x", "y", "z"));
    EXPECT_TRUE(data.has_unit);
    EXPECT_DOUBLE_EQ(*data.latencies(0, 1), 0.010);
    EXPECT_DOUBLE_EQ(*data.latencies(1, 0), 0.014);
    EXPECT_DOUBLE_EQ(*data.latencies(2, 0), 0.003);
    EXPECT_EQ(data.latencies(0, 2), std::nullopt) << "the other way was not measured";
    EXPECT_EQ(data.bandwidths.size(), 0);
    EXPECT_DOUBLE_EQ(*data.distances().between(0, 1), 0.012);
}

TEST(Monitoring, ColumnsComeInAnyOrderAndBySeveralNames) {
    const MonitoringData data = parsed(
        {"time,bandwidth [Mbit/s],to,from,RTT (us)\n2024-03-03T10:00:00Z,8,b,a,200\n2024-03-03 11:00:00,,a,b,100\n"});
    EXPECT_THAT(data.names, ElementsAre("a", "b"));
    EXPECT_DOUBLE_EQ(*data.latencies(0, 1), 1e-4) << "half a round trip";
    EXPECT_DOUBLE_EQ(*data.latencies(1, 0), 5e-5);
    EXPECT_DOUBLE_EQ(data.bandwidths(0, 1)->value(), 1e6);
    EXPECT_EQ(data.bandwidths(1, 0), std::nullopt);
}

TEST(Monitoring, EveryUnitIsInSecondsAndBytesPerSecond) {
    for (const auto& [unit, seconds] : std::vector<std::pair<std::string, double>>{
             {"s", 1.0}, {"ms", 1e-3}, {"us", 1e-6}, {"µs", 1e-6}, {"ns", 1e-9}}) {
        EXPECT_DOUBLE_EQ(*parsed({"src,dst,latency_" + unit + "\na,b,3\n"}).latencies(0, 1), 3 * seconds) << unit;
    }
    for (const auto& [unit, rate] : std::vector<std::pair<std::string, double>>{
             {"_bps", 0.125}, {"_gbps", 1.25e8}, {" [kbit/s]", 125.0}, {" (MB/s)", 1e6}, {"", 1.0}}) {
        EXPECT_DOUBLE_EQ(parsed({"src,dst,latency,bandwidth" + unit + "\na,b,3,1\n"}).bandwidths(0, 1)->value(), rate)
            << unit;
    }
}

TEST(Monitoring, OfSeveralTimesTheMedianCounts) {
    const MonitoringData data =
        parsed({"src,dst,latency_s,bandwidth,time\na,b,0.9,10,100\na,b,0.1,30,200\na,b,0.2,20,300\n"});
    EXPECT_DOUBLE_EQ(*data.latencies(0, 1), 0.2);
    EXPECT_DOUBLE_EQ(data.bandwidths(0, 1)->value(), 20.0);
}

TEST(Monitoring, AMatrixMayDeclareItsUnitInItsCorner) {
    const MonitoringData data = parsed({"latency_us,a,b\na,,40\nb,60,\n"});
    EXPECT_TRUE(data.has_unit);
    EXPECT_DOUBLE_EQ(*data.latencies(0, 1), 4e-5);
    EXPECT_DOUBLE_EQ(*data.latencies(1, 0), 6e-5);
    EXPECT_DOUBLE_EQ(*parsed({"rtt [ms],a,b\na,,40\nb,60,\n"}).latencies(0, 1), 0.02);
    EXPECT_FALSE(parsed({"zone,a,b\na,,40\nb,60,\n"}).has_unit);
    EXPECT_DOUBLE_EQ(*parsed({"zone,a,b\na,,40\nb,60,\n"}, "ms").latencies(0, 1), 0.04);
}

TEST(Monitoring, FilesOfSeveralSitesAreOne) {
    const MonitoringData data = parsed({"latency_us,a,b\na,,40\nb,60,\n", "src,dst,latency_ms\nc,d,0.05\nc,a,7\n",
                                        "src,dst,latency_s,bandwidth\nc,a,0.007,1e6\n"});
    EXPECT_THAT(data.names, ElementsAre("a", "b", "c", "d"));
    EXPECT_DOUBLE_EQ(*data.latencies(0, 1), 4e-5);
    EXPECT_DOUBLE_EQ(*data.latencies(2, 3), 5e-5);
    EXPECT_DOUBLE_EQ(*data.latencies(2, 0), 7e-3);
    EXPECT_DOUBLE_EQ(data.bandwidths(2, 0)->value(), 1e6);
    EXPECT_EQ(data.latencies(1, 2), std::nullopt);
}

TEST(Monitoring, WhatAWindowsProgramWritesIsReadToo) {
    const MonitoringData data = parsed({"\xEF\xBB\xBFsrc,dst,latency_ms\r\na,b,1\r\n\r\n# later\r\nb,a,2"});
    EXPECT_DOUBLE_EQ(*data.latencies(1, 0), 2e-3);
}

TEST(Monitoring, AHostsDistanceToItselfIsIgnored) {
    const MonitoringData data = parsed({"src,dst,latency_ms\na,a,0\na,b,1\na,a,5\n"});
    EXPECT_EQ(data.latencies(0, 0), std::nullopt);
}

struct BadMonitoring {
    std::vector<std::string> texts;
    std::string source;
    std::string place;
    std::vector<std::string> found;

    friend std::ostream& operator<<(std::ostream& stream, const BadMonitoring& bad) {
        return stream << bad.texts.back();
    }
};

class BadMonitoringFile : public ::testing::TestWithParam<BadMonitoring> {};

TEST_P(BadMonitoringFile, IsRefusedWithFileAndLine) {
    try {
        (void)parsed(GetParam().texts);
        FAIL() << "accepted:\n" << GetParam().texts.back();
    } catch (const InputError& error) {
        EXPECT_EQ(error.fault().source, GetParam().source) << error.what();
        EXPECT_EQ(error.fault().place, GetParam().place) << error.what();
        for (const std::string& words : GetParam().found) {
            EXPECT_THAT(error.fault().found, HasSubstr(words));
        }
        EXPECT_FALSE(error.fault().accepted.empty());
    }
}

const std::string kHead = "src,dst,latency_ms\n";

INSTANTIATE_TEST_SUITE_P(
    Truncated, BadMonitoringFile,
    ::testing::Values(BadMonitoring{{""}, "a.csv", "", {"no line"}},
                      BadMonitoring{{kHead}, "a.csv", "line 1", {"no record"}},
                      BadMonitoring{{kHead + "a,b,1\nb,c"}, "a.csv", "line 3", {"2 cells"}},
                      BadMonitoring{{kHead + "a,b,1\nb,c,"}, "a.csv", "line 3", {"the latency ''"}},
                      BadMonitoring{{kHead + "a,b,1\n\"b"}, "a.csv", "line 3", {"quotation"}},
                      BadMonitoring{{kHead + "a,b,1\n", "latency_ms,a,b\na,,1\n"}, "b.csv", "line 2", {"1 rows"}},
                      BadMonitoring{{"latency_ms,a,b\na,,1\nb,"}, "a.csv", "line 3", {"1 cells"}},
                      BadMonitoring{{"latency_ms,a,b\na,,1\nb"}, "a.csv", "line 3", {"0 cells"}}));

INSTANTIATE_TEST_SUITE_P(
    Contradictory, BadMonitoringFile,
    ::testing::Values(
        BadMonitoring{
            {kHead + "a,b,1\nb,a,3\na,b,2\n"}, "a.csv", "line 4", {"0.002 s", "'a' to 'b'", "0.001 s at line 2"}},
        BadMonitoring{{kHead + "a,b,1\n", kHead + "b,a,1\na,b,2\n"}, "b.csv", "line 3", {"line 2 of a.csv"}},
        BadMonitoring{{kHead + "a,b,2\n", "latency_ms,a,b\na,,1\nb,1,\n"}, "b.csv", "line 2", {"'a' to 'b'"}},
        BadMonitoring{{"src,dst,latency_ms,time\na,b,1,7\na,b,2,8\na,b,3,7\n"}, "a.csv", "line 4", {"at line 2"}},
        BadMonitoring{{"src,dst,latency_ms,time\na,b,1,7\na,b,2,\n"}, "a.csv", "line 3", {"at line 2"}},
        BadMonitoring{
            {"src,dst,latency_ms,bandwidth\na,b,1,5\na,b,1,6\n"}, "a.csv", "line 3", {"a bandwidth of 6.00 B/s"}},
        BadMonitoring{{kHead + "a,b,1\n", "src,dst,latency\nc,d,1\n"}, "b.csv", "line 1", {"no unit", "a.csv"}},
        BadMonitoring{{"z,a,b\na,,1\nb,1,\n", kHead + "c,d,1\n"}, "b.csv", "line 1", {"a unit", "a.csv"}},
        BadMonitoring{{"src,dst,latency_ms,rtt_ms\na,b,1,2\n"}, "a.csv", "line 1", {"second column", "rtt_ms"}}));

INSTANTIATE_TEST_SUITE_P(
    Absurd, BadMonitoringFile,
    ::testing::Values(BadMonitoring{{kHead + "a,b,-1\n"}, "a.csv", "line 2", {"'-1'"}},
                      BadMonitoring{{kHead + "a,b,nan\n"}, "a.csv", "line 2", {"'nan'"}},
                      BadMonitoring{{kHead + "a,b,inf\n"}, "a.csv", "line 2", {"'inf'"}},
                      BadMonitoring{{kHead + "a,b,fast\n"}, "a.csv", "line 2", {"'fast'"}},
                      BadMonitoring{{kHead + "a,b,1 ms\n"}, "a.csv", "line 2", {"'1 ms'"}},
                      BadMonitoring{{kHead + "a,,1\n"}, "a.csv", "line 2", {"without a name"}},
                      BadMonitoring{{"src,dst,latency_s\na,b,120\n"}, "a.csv", "line 2", {"120 s"}},
                      BadMonitoring{{"src,dst,latency\na,b,1e300\n"}, "a.csv", "line 2", {"1e+300"}},
                      BadMonitoring{{"latency_s,a,b\na,,1\nb,61,\n"}, "a.csv", "line 3", {"61 s"}},
                      BadMonitoring{{"src,dst,latency_ms,bandwidth\na,b,1,0\n"}, "a.csv", "line 2", {"'0'"}},
                      BadMonitoring{{"src,dst,latency_ms,bandwidth_gbps\na,b,1,1e8\n"}, "a.csv", "line 2", {"'1e8'"}},
                      BadMonitoring{{"src,dst,latency_ms,time\na,b,1,noon\n"}, "a.csv", "line 2", {"'noon'"}},
                      BadMonitoring{{"src,dst,latency_hours\na,b,1\n"}, "a.csv", "line 1", {"'hours'"}},
                      BadMonitoring{{"src,dst,latency_ms,bandwidth_miles\na,b,1,1\n"}, "a.csv", "line 1", {"'miles'"}},
                      BadMonitoring{{"latency_weeks,a,b\na,,1\nb,1,\n"}, "a.csv", "line 1", {"'weeks'"}},
                      BadMonitoring{{"src,dst,latency,colour\na,b,1,red\n"}, "a.csv", "line 1", {"'colour'"}},
                      BadMonitoring{{"src,dst,bandwidth\na,b,1\n"}, "a.csv", "line 1", {"no column of latencies"}}));

INSTANTIATE_TEST_SUITE_P(
    SelfContradictory, BadMonitoringFile,
    ::testing::Values(
        BadMonitoring{{"latency_ms,a,b,a\na,,1,1\nb,1,,1\na,1,1,\n"}, "a.csv", "line 1", {"'a' a second"}},
        BadMonitoring{{"latency_ms,a,b\na,,1\nb,1,\na,,1\n"}, "a.csv", "line 4", {"3 rows"}},
        BadMonitoring{{"latency_ms,a,b\na,,1\nc,1,\n"}, "a.csv", "line 3", {"the row of 'c'"}},
        BadMonitoring{{"latency_ms,a,b\na,,1,2\nb,1,,2\n"}, "a.csv", "line 2", {"3 cells"}},
        BadMonitoring{{"src,src,dst,latency_ms\na,b,c,1\n"}, "a.csv", "line 1", {"second column", "src"}}));

INSTANTIATE_TEST_SUITE_P(
    OfAnotherKind, BadMonitoringFile,
    ::testing::Values(BadMonitoring{{"\n \n\r\n"}, "a.csv", "", {"no line"}},
                      BadMonitoring{{"\xEF\xBB\xBF"}, "a.csv", "", {"no line"}},
                      BadMonitoring{{std::string("\x7f"
                                                 "ELF\x02\x01\x01\0",
                                                 8)},
                                    "a.csv",
                                    "line 1",
                                    {"the byte 0x7f"}},
                      BadMonitoring{{kHead + std::string("a,b,1\0\n", 7)}, "a.csv", "line 2", {"the byte 0x00"}},
                      BadMonitoring{{std::string("\xff\xfes\0r\0c\0", 8)}, "a.csv", "line 1", {"the byte 0x00"}},
                      BadMonitoring{{std::string(1'000'000, 'x')}, "a.csv", "line 1", {"a cell of 1000000 bytes"}},
                      BadMonitoring{
                          {kHead + "a,b,1" + std::string(5000, '0') + "\n"}, "a.csv", "line 2", {"5001 bytes"}},
                      BadMonitoring{{"{\"latency\": 1}"}, "a.csv", "", {"start"}},
                      BadMonitoring{{"<html><body>404, not found</body></html>\n"}, "a.csv", "line 1", {"0 rows"}}));

/// Whatever bytes a file has: it is read, or refused in one short line of text.
TEST(Monitoring, RandomBytesAreRefusedInAFewWords) {
    base::Random random(7);
    for (int file = 0; file < 500; ++file) {
        std::string text;
        // Half of them begin as a file should.
        if (file % 2 == 0) {
            text = file % 4 == 0 ? kHead : "latency_ms,a,b\n";
        }
        const int length = 1 + random.below(400);
        for (int i = 0; i < length; ++i) {
            text += static_cast<char>(random.below(256));
        }
        try {
            (void)parsed({text});
            ADD_FAILURE() << "accepted: random bytes " << file;
        } catch (const InputError& error) {
            const std::string_view words = error.what();
            EXPECT_EQ(error.fault().source, "a.csv");
            EXPECT_LT(words.size(), 1500U);
            EXPECT_TRUE(std::none_of(words.begin(), words.end(), [](char c) {
                return std::iscntrl(static_cast<unsigned char>(c)) != 0;
            })) << file;
        }
    }
}

TEST(Monitoring, AFileOfTooManyHostsIsRefusedBeforeItFillsTheMemory) {
    std::string text = kHead;
    for (int h = 0; h < 20'000; ++h) {
        text += "x,h" + std::to_string(h) + ",1\n";
    }
    EXPECT_THROW((void)parsed({text}), InputError);
}

TEST(Monitoring, AnUnknownUnitIsRefusedByTheOptionsName) {
    try {
        (void)parsed({"src,dst,latency\na,b,1\n"}, "fortnights");
        FAIL();
    } catch (const InputError& error) {
        EXPECT_EQ(error.fault().source, "--latency-unit");
    }
}

/// Cut anywhere, a file is read or refused with its name; never anything else.
TEST(Monitoring, AFileCutAnywhereIsReadOrRefused) {
    for (const std::string& text :
         {std::string("latency_ms,a,b,c\na,0,1,2\nb,1,0,3.5\nc,2,3.5,0\n"),
          std::string("src,dst,latency_ms,bandwidth_mbps,time\na,b,1.5,100,2024-03-03T10:00:00Z\nb,a,1.25,90,5\n")}) {
        int refused = 0;
        for (std::size_t length = 0; length < text.size(); ++length) {
            try {
                (void)parsed({text.substr(0, length)});
            } catch (const InputError& error) {
                EXPECT_EQ(error.fault().source, "a.csv");
                ++refused;
            }
        }
        EXPECT_GT(refused, static_cast<int>(text.size() / 2));
    }
}

}  // namespace
}  // namespace causeway::platform
