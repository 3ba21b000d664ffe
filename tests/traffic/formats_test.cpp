/// Every format of communication tables.
#include "causeway/traffic/format/format.hpp"

#include "causeway/base/error.hpp"
#include "tests/support/source_folder.hpp"

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace causeway::traffic {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr const char* kTrace =
    "causeway trace 1\n"
    "processes 3\n"
    "program ./halo 2 2\n"
    "host 0 a0\n"
    "host 2 b0\n"
    "host 1 a0\n"
    "# what they sent\n"
    "message 2 0 7 700\n"
    "message 0 1 10 1000\n"
    "message 0 0 1 0\n"
    "collective 0 MPI_Barrier 3 0\n"
    "collective-message 0 1 5 40\n"
    "end\n";

Recording parsed(const std::string& text, const ReadOptions& options = {}) {
    const std::vector<NamedText> files{{"table", text}};
    return parse_recording(files, options);
}

/// The message that refuses the text.
std::string refusal(const std::string& text, const ReadOptions& options = {}) {
    try {
        parsed(text, options);
    } catch (const base::InputError& error) {
        return error.what();
    }
    return "it was accepted";
}

std::vector<std::string> paths_of(const std::string& folder, const std::vector<std::string>& names) {
    std::vector<std::string> paths;
    for (const std::string& name : names) {
        paths.push_back(test::source_folder() + "/tests/data/" + folder + "/" + name);
    }
    return paths;
}

TEST(CommunicationTable, AddsUpPairsAndDropsZeros) {
    const CommunicationTable table(3, {{2, 0, {1.0, 8.0}}, {0, 1, {}}, {2, 0, {2.0, 8.0}}, {0, 2, {0.0, 1.0}}});
    EXPECT_THAT(table.flows(), ElementsAre(Flow{0, 2, {0.0, 1.0}}, Flow{2, 0, {3.0, 16.0}}));
    EXPECT_EQ(table.total(), (Volume{3.0, 17.0}));
    EXPECT_EQ(table.volume(2, 0), (Volume{3.0, 16.0}));
    EXPECT_EQ(table.volume(0, 1), Volume{});
    EXPECT_THAT(table.flows_from(1), IsEmpty());
}

TEST(Formats, EveryOneHasANameASummaryAndASource) {
    for (const Format* format : formats().members()) {
        EXPECT_EQ(&formats().at(format->name, "test"), format);
        EXPECT_FALSE(format->summary.empty());
        EXPECT_FALSE(format->source.empty());
    }
}

TEST(Trace, IsReadWithHostsAndProgram) {
    const Recording recording = parsed(kTrace);
    EXPECT_EQ(recording.format, "trace");
    EXPECT_EQ(recording.program, "./halo 2 2");
    EXPECT_THAT(recording.hosts, ElementsAre("a0", "a0", "b0"));
    EXPECT_EQ(recording.table.num_processes(), 3);
    EXPECT_THAT(recording.table.flows(),
                ElementsAre(Flow{0, 0, {1.0, 0.0}}, Flow{0, 1, {10.0, 1000.0}}, Flow{2, 0, {7.0, 700.0}}));
}

TEST(Trace, CountsWhatCollectivesCausedIfAskedFor) {
    EXPECT_EQ(parsed(kTrace, {.with_collectives = true}).table.volume(0, 1), (Volume{15.0, 1040.0}));
}

TEST(Trace, WithoutHostsAndMessagesIsATableOfZeros) {
    const Recording recording = parsed("causeway trace 1\nprocesses 4\nend\n");
    EXPECT_EQ(recording.table.num_processes(), 4);
    EXPECT_THAT(recording.table.flows(), IsEmpty());
    EXPECT_THAT(recording.hosts, IsEmpty());
}

TEST(Trace, ThatIsMalformedIsRefusedWithItsLine) {
    const std::string head = "causeway trace 1\nprocesses 2\n";
    EXPECT_THAT(refusal("causeway trace 2\n"), HasSubstr("table: line 1: found "));
    EXPECT_THAT(refusal(head + "message 0 2 1 1\nend\n"), HasSubstr("line 3: found '2' for the number of a process"));
    EXPECT_THAT(refusal(head + "message 0 1 1\nend\n"), HasSubstr("line 3: found 4 words"));
    EXPECT_THAT(refusal(head + "message 0 1 -1 1\nend\n"), HasSubstr("line 3: found '-1' for messages"));
    EXPECT_THAT(refusal(head + "message 0 1 1 nan\nend\n"), HasSubstr("line 3: found 'nan' for bytes"));
    EXPECT_THAT(refusal(head + "message 0 1 1 1\n\nmessage 0 1 1 1\nend\n"), HasSubstr("line 5: found the pair 0 1"));
    EXPECT_THAT(refusal(head + "mesage 0 1 1 1\nend\n"), HasSubstr("line 3: found 'mesage'"));
    EXPECT_THAT(refusal(head + "message 0 1 1 1\n"),
                HasSubstr("line 3: found the end of the file without the line 'end'"));
    EXPECT_THAT(refusal(head + "end\nend\n"), HasSubstr("line 4: found 'end' after the end"));
    EXPECT_THAT(refusal(head + "host 0 a\nend\n"), HasSubstr("line 4: found hosts for 1 of 2 processes"));
    EXPECT_THAT(refusal(head + "host 0 a\nhost 0 b\nend\n"), HasSubstr("line 4: found the host of process 0"));
    EXPECT_THAT(refusal(head + "processes 2\nend\n"), HasSubstr("line 3: found 'processes' a second time"));
    EXPECT_THAT(refusal("causeway trace 1\nmessage 0 0 1 1\nend\n"),
                HasSubstr("line 2: found 'message' before the number"));
    EXPECT_THAT(refusal("causeway trace 1\nprocesses 0\nend\n"),
                HasSubstr("line 2: found '0' for the number of processes"));
    EXPECT_THAT(refusal("causeway trace 1\nend\n"), HasSubstr("no line 'processes'"));
}

TEST(PairList, IsReadWhateverTheOrderOfItsColumns) {
    const Recording recording = parsed("msgs, dst,src ,bytes\n3,1,0,300\n4,0,2,80\n");
    EXPECT_EQ(recording.format, "pair_list");
    EXPECT_EQ(recording.only, std::nullopt);
    EXPECT_EQ(recording.table.num_processes(), 3);
    EXPECT_THAT(recording.table.flows(), ElementsAre(Flow{0, 1, {3.0, 300.0}}, Flow{2, 0, {4.0, 80.0}}));
}

TEST(PairList, MayHoldOneQuantityAndMayBeToldTheNumberOfProcesses) {
    EXPECT_EQ(parsed("from to bytes\r\n0 1 5\r\n").only, Quantity::kBytes);
    EXPECT_EQ(parsed("src,dst,msgs\n0,1,5\n").only, Quantity::kMessages);
    ReadOptions options;
    options.num_processes = 9;
    EXPECT_EQ(parsed("src,dst,bytes\n0,1,5\n", options).table.num_processes(), 9);
    EXPECT_EQ(parsed("src,dst,bytes\n", options).table.num_processes(), 9);
    EXPECT_THAT(refusal("src,dst,bytes\n0,9,5\n", options), HasSubstr("line 2: found '9' for the number of a process"));
}

TEST(PairList, OfTheBenchmarksHasSixtyFourProcesses) {
    for (const char* name : {"cg.csv", "lu.csv", "lulesh2.csv", "mg.csv"}) {
        const Recording recording = read_recording(paths_of("communication", {name}), {});
        EXPECT_EQ(recording.format, "pair_list");
        EXPECT_EQ(recording.table.num_processes(), 64);
        EXPECT_GT(recording.table.total().bytes, recording.table.total().messages);
    }
    const Recording cg = read_recording(paths_of("communication", {"cg.csv"}), {});
    EXPECT_EQ(cg.table.volume(0, 1), (Volume{6005.0, 296432836.0}));
}

TEST(PairList, ThatIsMalformedIsRefusedWithItsLine) {
    const std::string head = "src,dst,bytes,msgs\n";
    EXPECT_THAT(refusal(head + "0,1,5\n"), HasSubstr("table: line 2: found 3 cells"));
    EXPECT_THAT(refusal(head + "0,1,5,6,7\n"), HasSubstr("line 2: found 5 cells"));
    EXPECT_THAT(refusal(head + "0,1,-5,1\n"), HasSubstr("line 2: found '-5' for bytes"));
    EXPECT_THAT(refusal(head + "0,1,5,1\n0,x,5,1\n"), HasSubstr("line 3: found 'x' for the number of a process"));
    EXPECT_THAT(refusal(head + "0,1,5,\n"), HasSubstr("line 2: found '' for messages"));
    EXPECT_THAT(refusal(head + "0,1,1e999,1\n"), HasSubstr("line 2: found '1e999' for bytes"));
    EXPECT_THAT(refusal(head + "0,1.5,1,1\n"), HasSubstr("line 2: found '1.5' for the number of a process"));
    EXPECT_THAT(refusal(head + "0,999999999999,1,1\n"), HasSubstr("line 2: found "));
    EXPECT_THAT(refusal(head + "0,1,5,1\n1,0,5,1\n0,1,5,1\n"), HasSubstr("line 4: found the pair 0, 1 a second time"));
    EXPECT_THAT(refusal(head), HasSubstr("line 1: found no line below the head"));
    EXPECT_THAT(refusal("src,dst\n0,1\n"), HasSubstr("line 1: found a head that lacks some"));
    EXPECT_THAT(refusal("src,dst,bytes,bytes\n"), HasSubstr("line 1: found the column 'bytes' a second time"));
    EXPECT_THAT(refusal("src,dst,bytes,weight\n"), HasSubstr("line 1: found the unknown column 'weight'"));
}

TEST(SquareMatrix, IsReadAtCommasOrAtBlanksWithOrWithoutAHead) {
    for (const char* text : {"0 1 2\n3 4 5\n6 7 8\n", "0,1,2\n3,4,5\n6,7,8", "\t0  1 2\r\n\r\n3 4\t5\n# end\n6 7 8\n",
                             "No. 0 1 2\n0 0 1 2\n1 3 4 5\n2 6 7 8\n", ",0,1,2\n0,0,1,2\n1,3,4,5\n2,6,7,8\n"}) {
        const Recording recording = parsed(text);
        EXPECT_EQ(recording.format, "square_matrix");
        EXPECT_EQ(recording.only, Quantity::kBytes);
        EXPECT_EQ(recording.table.num_processes(), 3);
        EXPECT_THAT(recording.table.flows(), SizeIs(8));
        EXPECT_EQ(recording.table.volume(2, 1).bytes, 7.0);
    }
}

TEST(SquareMatrix, HoldsMessagesIfThatIsSaid) {
    const Recording recording = parsed("0 2.5\n0 0\n", {.single_quantity = Quantity::kMessages});
    EXPECT_EQ(recording.only, Quantity::kMessages);
    EXPECT_EQ(recording.table.volume(0, 1), (Volume{2.5, 0.0}));
}

TEST(SquareMatrix, OfOneProcessOrOfZerosIsATable) {
    EXPECT_EQ(parsed("7\n").table.num_processes(), 1);
    EXPECT_EQ(parsed("7\n").table.volume(0, 0).bytes, 7.0);
    EXPECT_THAT(parsed("0 0\n0 0\n").table.flows(), IsEmpty());
    EXPECT_EQ(parsed("0 0\n0 0\n").table.num_processes(), 2);
}

TEST(SquareMatrix, ThatIsMalformedIsRefusedWithItsLine) {
    EXPECT_THAT(refusal("0 1 2\n3 4\n6 7 8\n"), HasSubstr("table: line 2: found 2 numbers"));
    EXPECT_THAT(refusal("0 1\n2 3 4\n"), HasSubstr("line 2: found 3 numbers"));
    EXPECT_THAT(refusal("0 1 2\n3 4 5\n"), HasSubstr("line 2: found the end after 2 rows of 3 numbers"));
    EXPECT_THAT(refusal("0 1\n2 3\n4 5\n"), HasSubstr("line 3: found a row more than the 2"));
    EXPECT_THAT(refusal("0 1\n2 -3\n"), HasSubstr("line 2: found '-3' for what 1 sent to 1"));
    EXPECT_THAT(refusal("0 x\n2 3\n"), HasSubstr("line 1: found 'x' for what 0 sent to 1"));
    EXPECT_THAT(refusal("0,1\n,3\n"), HasSubstr("line 2: found '' for what 1 sent to 0"));
    EXPECT_THAT(refusal("- 0 1\n0 1 2\n5 1 2\n"), HasSubstr("line 3: found the row of '5'"));
}

TEST(OpenMpiMonitoring, FilesOfAllProcessesMakeOneTable) {
    // A ring of 4 processes, 7 messages of 4096 bytes each, an MPI_Allreduce, an MPI_Barrier: Open MPI 4.1.4.
    const std::vector<std::string> paths =
        paths_of("open-mpi-monitoring", {"ring.0.prof", "ring.1.prof", "ring.2.prof", "ring.3.prof"});
    const Recording recording = read_recording(paths, {});
    EXPECT_EQ(recording.format, "open_mpi_monitoring");
    EXPECT_THAT(recording.table.flows(), ElementsAre(Flow{0, 1, {7.0, 28672.0}}, Flow{1, 2, {7.0, 28672.0}},
                                                     Flow{2, 3, {7.0, 28672.0}}, Flow{3, 0, {7.0, 28672.0}}));
    const Recording with_collectives = read_recording(paths, {.with_collectives = true});
    EXPECT_EQ(with_collectives.table.volume(0, 2), (Volume{2.0, 8.0}));
    EXPECT_EQ(with_collectives.table.volume(0, 1), (Volume{9.0, 28680.0}));
    const Recording swapped = read_recording(paths, {.swapped_kinds = true});
    EXPECT_EQ(swapped.table.volume(0, 1), (Volume{2.0, 8.0}));
    // One file alone knows from its communicators how many processes there are.
    EXPECT_EQ(read_recording(std::vector<std::string>{paths[1]}, {}).table.num_processes(), 4);
}

TEST(OpenMpiMonitoring, CountsOneSidedTrafficTheWayTheDataGoes) {
    const Recording recording =
        parsed("# OSC\nS\t0\t1\t10 bytes\t1 msgs sent\nR\t0\t2\t20 bytes\t2 msgs sent\nD\ta name\tprocs: 0,1,2,3,4\n");
    EXPECT_THAT(recording.table.flows(), ElementsAre(Flow{0, 1, {1.0, 10.0}}, Flow{2, 0, {2.0, 20.0}}));
    EXPECT_EQ(recording.table.num_processes(), 5);
}

TEST(OpenMpiMonitoring, ThatIsMalformedIsRefusedWithItsLine) {
    const std::string head = "# POINT TO POINT\n";
    EXPECT_THAT(refusal(head + "E\t0\t1\t10 bytes\n"), HasSubstr("table: line 2: found 'E 0 1 10 bytes'"));
    EXPECT_THAT(refusal(head + "E\t0\t1\tx bytes\t1 msgs sent\n"), HasSubstr("line 2: found 'x' for bytes"));
    EXPECT_THAT(refusal(head + "E\t0\t-1\t1 bytes\t1 msgs sent\n"), HasSubstr("line 2: found '-1' for the number"));
    EXPECT_THAT(refusal(head + "Z\t0\t1\t1 bytes\t1 msgs sent\n"), HasSubstr("line 2: found 'Z 0 1"));
    EXPECT_THAT(refusal(head), HasSubstr("no message and no communicator"));
}

TEST(Formats, WhatNoneRecognisesIsRefused) {
    EXPECT_THAT(refusal(""), HasSubstr("table: found no line"));
    EXPECT_THAT(refusal("\n# only a comment\n"), HasSubstr("table: found no line"));
    EXPECT_THAT(refusal("hello world\n"), HasSubstr("table: line 1: found a first line that begins with 'hello'"));
    EXPECT_THAT(refusal("{\"causeway\": \"platform\"}\n"), HasSubstr("line 1"));
}

TEST(Formats, OnlyOpenMpisMonitoringTakesSeveralFiles) {
    const std::vector<NamedText> two{{"one", "0 1\n1 0\n"}, {"two", "0 1\n1 0\n"}};
    EXPECT_THROW(static_cast<void>(parse_recording(two, {})), base::InputError);
    const std::vector<NamedText> mixed{{"one", "# POINT TO POINT\nE 0 1 1 bytes 1 msgs sent\n"}, {"two", "0 1\n1 0\n"}};
    EXPECT_THROW(static_cast<void>(parse_recording(mixed, {})), base::InputError);
}

}  // namespace
}  // namespace causeway::traffic
