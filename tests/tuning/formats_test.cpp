/// What the files say. That the libraries read them so is tested under MPI (tests/command_line/tune_test.py).
#include "causeway/base/error.hpp"
#include "causeway/base/json_output.hpp"
#include "causeway/tuning/format.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace causeway::tuning {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

const Choice kCutChain{.algorithm = 2, .name = "chain", .segment = Bytes(8192), .fanout = 4};

std::string file_of(std::string_view format, const std::vector<CollectiveChoices>& choices, std::string_view own = {}) {
    return formats().at(format, "test").file(choices, own);
}

const std::vector<CollectiveChoices> kSome{
    {"bcast", {{8, {{Bytes(0), Choice{}}, {Bytes(2048), kCutChain}}}}},
    {"allgather", {{8, {{Bytes(0), Choice{}}, {Bytes(2048), kCutChain}}}, {9, {{Bytes(0), kCutChain}}}}}};

TEST(Formats, OpenMpiLeavesCommunicatorsAloneThatWereNotMeasured) {
    EXPECT_EQ(file_of("open-mpi", kSome),
              "2 # collectives, measured by causeway tune\n"
              "7 # bcast\n"
              "3 # sizes of communicators\n"
              "0 # processes and more\n"
              "1 # sizes of messages\n"
              "0 0 0 0 # as Open MPI decides\n"
              "8 # processes and more\n"
              "2 # sizes of messages\n"
              "0 0 0 0 # as Open MPI decides\n"
              "2048 2 4 8192 # chain\n"
              "9 # processes and more\n"
              "1 # sizes of messages\n"
              "0 0 0 0 # as Open MPI decides\n"
              "0 # allgather\n"
              "4 # sizes of communicators\n"
              "0 # processes and more\n"
              "1 # sizes of messages\n"
              "0 0 0 0 # as Open MPI decides\n"
              "8 # processes and more\n"
              "2 # sizes of messages\n"
              "0 0 0 0 # as Open MPI decides\n"
              "16384 2 4 8192 # chain\n"
              "9 # processes and more\n"
              "1 # sizes of messages\n"
              "0 2 4 8192 # chain\n"
              "10 # processes and more\n"
              "1 # sizes of messages\n"
              "0 0 0 0 # as Open MPI decides\n");
}

TEST(Formats, Version2OfOpenMpiBeginsWithItsNumberAndLimitsRequests) {
    const std::string text = file_of("open-mpi-2", kSome);
    EXPECT_THAT(text, StartsWith("rule-file-version-2\n2 # collectives"));
    EXPECT_THAT(text, HasSubstr("\n2048 2 4 8192 0 # chain\n"));
}

constexpr std::string_view kOwnSelection = R"({"collective=bcast":{"comm_type=intra":{"algorithm=OWN":{}},)"
                                           R"("comm_type=inter":{"algorithm=INTER":{}}},)"
                                           R"("collective=reduce":{"comm_type=intra":{"algorithm=OWN":{}}},)"
                                           R"("collective=allgather":{"comm_type=intra":{"algorithm=OWN":{}}}})";

TEST(Formats, MpichHasItsOwnSelectionForAllThatWasNotMeasured) {
    EXPECT_EQ(base::JsonOutput::parse(file_of("mpich", kSome, kOwnSelection)).dump(),
              R"({"collective=bcast":{"comm_type=intra":{)"
              R"("comm_size<8":{"algorithm=OWN":{}},)"
              R"("comm_size<=8":{"avg_msg_size<2048":{"algorithm=OWN":{}},"avg_msg_size=any":{"algorithm=chain":{}}},)"
              R"("comm_size=any":{"algorithm=OWN":{}}},)"
              R"("comm_type=inter":{"algorithm=INTER":{}}},)"
              R"("collective=reduce":{"comm_type=intra":{"algorithm=OWN":{}}},)"
              R"("collective=allgather":{"comm_type=intra":{)"
              R"("comm_size<8":{"algorithm=OWN":{}},)"
              R"("comm_size<=8":{"total_msg_size<16384":{"algorithm=OWN":{}},)"
              R"("total_msg_size=any":{"algorithm=chain":{}}},)"
              R"("comm_size<9":{"algorithm=OWN":{}},)"
              R"("comm_size<=9":{"algorithm=chain":{}},)"
              R"("comm_size=any":{"algorithm=OWN":{}}}}})");
}

TEST(Formats, MpichReducesAsItDecidesWhereTheOperatorOrTheCountIsNotWhatWasMeasured) {
    const std::vector<CollectiveChoices> choices{{"reduce", {{4, {{Bytes(0), kCutChain}}}}}};
    EXPECT_THAT(base::JsonOutput::parse(file_of("mpich", choices, kOwnSelection)).dump(),
                HasSubstr(R"({"is_op_built_in=yes":{"count<pow2":{"algorithm=OWN":{}},"count=any":{)"
                          R"("comm_size<4":{"algorithm=OWN":{}},"comm_size<=4":{"algorithm=chain":{}},)"
                          R"("comm_size=any":{"algorithm=OWN":{}}}},"is_op_built_in=no":{"algorithm=OWN":{}}})"));
}

TEST(Formats, WhatMpichSelectsInAnotherWayIsRefused) {
    EXPECT_THROW((void)file_of("mpich", {{"scatter", {{4, {{Bytes(0), kCutChain}}}}}}, kOwnSelection), base::Error);
    EXPECT_THROW((void)file_of("mpich", kSome, "no JSON"), base::Error);
}

TEST(Formats, EachLibraryHasOneAndEachTakesBroadcastsButNoScans) {
    EXPECT_EQ(format_of("Open MPI v4.1.4, package: ...")->name, "open-mpi");
    EXPECT_EQ(format_of("MPICH Version: 4.0.2")->name, "mpich");
    EXPECT_EQ(format_of("Another MPI 1.0"), nullptr);
    for (const Format* format : formats().members()) {
        EXPECT_TRUE(format->takes("bcast")) << format->name;
        EXPECT_FALSE(format->takes("scan")) << format->name;
        EXPECT_THAT(std::string(format->usage), HasSubstr("{}"));
    }
}

}  // namespace
}  // namespace causeway::tuning
