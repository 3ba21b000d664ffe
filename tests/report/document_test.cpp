/// Results as text, CSV and JSON, to files and to the standard output.
#include "causeway/report/document.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/files.hpp"
#include "causeway/base/json_input.hpp"
#include "causeway/base/json_output.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include <unistd.h>

namespace causeway::report {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

Document sample() {
    Document document;
    document.conclusion = "chain is the best";
    document.table.columns = {"strategy", "time", "note"};
    document.table.rows = {{cell("chain"), cell(Seconds(0.0123)), cell("a, \"b\"")},
                           {cell("binomial"), cell(Seconds(1.5)), cell("")}};
    document.notes = {"simulated"};
    document.json()["time"] = 0.0123;
    document.json()["best"] = "chain";
    return document;
}

TEST(Document, TextIsTheConclusionAnAlignedTableAndNotes) {
    EXPECT_EQ(sample().rendered(Format::kText),
              "chain is the best\n"
              "\n"
              "strategy     time  note\n"
              "chain     12.3 ms  a, \"b\"\n"
              "binomial   1.50 s\n"
              "\n"
              "simulated\n");
}

TEST(Document, TextOfNothingButAConclusionIsOneLine) {
    Document document;
    document.conclusion = "done";
    EXPECT_EQ(document.rendered(Format::kText), "done\n");
}

TEST(Document, ATableWithoutRowsIsItsHeader) {
    Document document;
    document.table.columns = {"a", "b"};
    EXPECT_EQ(document.rendered(Format::kText), "\na  b\n");
    EXPECT_EQ(document.rendered(Format::kCsv), "a,b\n");
}

TEST(Document, CsvHasExactValuesAndQuotesWhereNeeded) {
    EXPECT_EQ(sample().rendered(Format::kCsv),
              "strategy,time,note\n"
              "chain,0.0123,\"a, \"\"b\"\"\"\n"
              "binomial,1.5,\n");
}

TEST(Document, CsvQuotesEveryKindOfLineEnd) {
    Document document;
    document.table.columns = {"a,b"};
    document.table.rows = {{cell("x\ny")}, {cell("x\ry")}, {cell("x;y z")}};
    EXPECT_EQ(document.rendered(Format::kCsv), "\"a,b\"\n\"x\ny\"\n\"x\ry\"\nx;y z\n");
}

TEST(Document, JsonKeepsItsOrderAndEndsWithALine) {
    const std::string text = sample().rendered(Format::kJson);
    EXPECT_EQ(text.back(), '\n');
    EXPECT_LT(text.find("time"), text.find("best"));
    EXPECT_EQ(base::JsonOutput::parse(text).dump(), R"({"time":0.0123,"best":"chain"})");
    EXPECT_EQ(Document().rendered(Format::kJson), "{}\n");
}

TEST(Document, JsonOfTextThatIsNotUtf8IsStillJson) {
    Document document;
    document.json()["name"] = "caf\xe9";
    EXPECT_EQ(base::JsonInput::parse(document.rendered(Format::kJson), "").member("name").string(), "caf\xef\xbf\xbd");
}

TEST(Document, ColumnsOfLettersBeyondAsciiStayAligned) {
    Document document;
    document.table.columns = {"name", "x"};
    document.table.rows = {{cell("Orléans"), cell("1")}, {cell("Orleans"), cell("2")}};
    EXPECT_EQ(document.rendered(Format::kText), "\nname     x\nOrléans  1\nOrleans  2\n");
}

TEST(Cells, ShowForPeopleAndKeepForPrograms) {
    EXPECT_EQ(cell(Seconds(1.0 / 3.0)).shown, "333 ms");
    EXPECT_EQ(std::stod(cell(Seconds(1.0 / 3.0)).exact), 1.0 / 3.0);
    EXPECT_EQ(cell(Bytes(4 << 20)).shown, "4 MiB");
    EXPECT_EQ(cell(Bytes(4 << 20)).exact, "4194304");
    EXPECT_EQ(number_cell(2.0 / 3.0, 2).shown, "0.67");
    EXPECT_EQ(std::stod(number_cell(2.0 / 3.0, 2).exact), 2.0 / 3.0);
    EXPECT_TRUE(cell(Bytes(1)).align_right);
    EXPECT_FALSE(cell("1").align_right);
}

TEST(Formats, AreThreeWordsAndNothingElse) {
    EXPECT_EQ(format_named("text"), Format::kText);
    EXPECT_EQ(format_named("json"), Format::kJson);
    EXPECT_EQ(format_named("csv"), Format::kCsv);
    try {
        (void)format_named("yaml");
        FAIL() << "accepted";
    } catch (const base::InputError& error) {
        EXPECT_THAT(error.what(), AllOf(HasSubstr("--format"), HasSubstr("'yaml'"), HasSubstr("text, json, csv")));
    }
}

TEST(Deliver, WritesToTheStandardOutputWithoutAPath) {
    testing::internal::CaptureStdout();
    deliver(sample(), Format::kCsv, "");
    EXPECT_EQ(testing::internal::GetCapturedStdout(), sample().rendered(Format::kCsv));
}

TEST(Deliver, ReplacesAFileAsAWhole) {
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("causeway-document-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder);
    const std::string path = folder / "out.json";
    deliver(sample(), Format::kText, path);
    testing::internal::CaptureStdout();
    deliver(sample(), Format::kJson, path);
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
    EXPECT_EQ(base::read_file(path), sample().rendered(Format::kJson));
    const auto files =
        std::distance(std::filesystem::directory_iterator(folder), std::filesystem::directory_iterator());
    EXPECT_EQ(files, 1);  // nothing temporary stays behind
    std::filesystem::remove_all(folder);
}

TEST(Deliver, ThrowsWhereNothingCanBeWritten) {
    EXPECT_THROW(deliver(sample(), Format::kJson, "/nowhere/out.json"), base::Error);
}

}  // namespace
}  // namespace causeway::report
