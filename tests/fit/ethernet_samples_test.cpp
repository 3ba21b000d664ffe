/// The samples file: read back as written, and refused at the line that is wrong.
#include "causeway/fit/ethernet_samples.hpp"
#include "causeway/base/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace causeway::fit {
namespace {

using ::testing::HasSubstr;

const std::string kHeader = "experiment,from,to,bytes,seconds\n";

TEST(EthernetSamples, AreReadBackAsWritten) {
    EthernetSamples samples;
    samples.hosts = {"a", "b", "c", "d"};
    samples.samples = {
        {EthernetExperiment::kRoundTrip, {0}, {1}, Bytes(0), Seconds(1.0 / 3.0)},
        {EthernetExperiment::kOneToTwo, {0}, {1, 2}, Bytes(1024), Seconds(1e-4)},
        {EthernetExperiment::kOneToMany, {0}, {2, 1, 3}, Bytes(70000), Seconds(2e-3)},
        {EthernetExperiment::kBroadcast, {3}, {0, 1, 2}, Bytes(1), Seconds(3e-3)},
        {EthernetExperiment::kDisjointPairs, {0, 2}, {1, 3}, Bytes(8), Seconds(5e-5)},
        {EthernetExperiment::kManyToOne, {0, 2, 3}, {1}, Bytes(8), Seconds(5e-5)},
        {EthernetExperiment::kLateSend, {0}, {1}, Bytes(8), Seconds(5e-6)},
    };
    EXPECT_EQ(parse_ethernet_samples(to_csv_text(samples), "samples.csv"), samples);
}

TEST(EthernetSamples, BadRowsAreRefusedWithFileAndLine) {
    const struct {
        std::string text;
        std::string complaint;
    } kCases[] = {
        {"", "the header experiment,from,to,bytes,seconds"},
        {"from,to\n", "'from,to'"},
        {kHeader + "roundtrip,a,b,1\n", "4 cells"},
        {kHeader + "roundtrip,a,b,1,0.1,\n", "6 cells"},
        {kHeader + "# a comment\n\nping,a,b,1,0.1\n", "line 4"},
        {kHeader + "ping,a,b,1,0.1\n", "roundtrip, one_to_two, one_to_many, broadcast, disjoint_pairs"},
        {kHeader + "roundtrip,a,a,1,0.1\n", "host 'a' twice"},
        {kHeader + "roundtrip,a,b c,1,0.1\n", "2 hosts in 'to'"},
        {kHeader + "roundtrip,,b,1,0.1\n", "0 hosts in 'from'"},
        {kHeader + "one_to_two,a,b,1,0.1\n", "1 hosts in 'to'"},
        {kHeader + "one_to_many,a,,1,0.1\n", "0 hosts in 'to'"},
        {kHeader + "broadcast,a b,c,1,0.1\n", "2 hosts in 'from'"},
        {kHeader + "disjoint_pairs,a b,c,1,0.1\n", "1 hosts in 'to'"},
        {kHeader + "disjoint_pairs,a b,c a,1,0.1\n", "host 'a' twice"},
        {kHeader + "many_to_one,a b,c d,1,0.1\n", "2 hosts in 'to'"},
        {kHeader + "late_send,a b,c,1,0.1\n", "2 hosts in 'from'"},
        {kHeader + "roundtrip,a,b,-1,0.1\n", "'-1' as bytes"},
        {kHeader + "roundtrip,a,b,1.5,0.1\n", "'1.5' as bytes"},
        {kHeader + "roundtrip,a,b,1,0\n", "'0' as seconds"},
        {kHeader + "roundtrip,a,b,1,nan\n", "'nan' as seconds"},
        {kHeader + "roundtrip,a,b,1,soon\n", "'soon' as seconds"},
    };
    for (const auto& one : kCases) {
        try {
            (void)parse_ethernet_samples(one.text, "samples.csv");
            ADD_FAILURE() << "accepted: " << one.text;
        } catch (const base::InputError& error) {
            EXPECT_THAT(error.what(), HasSubstr("samples.csv"));
            EXPECT_THAT(error.what(), HasSubstr("line "));
            EXPECT_THAT(error.what(), HasSubstr(one.complaint));
        }
    }
}

}  // namespace
}  // namespace causeway::fit
