/// Comma-separated values.
#include "causeway/base/csv_input.hpp"

#include "causeway/base/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace causeway::base {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<CsvRow> parse_csv(const std::string& text, const std::string& source) {
    std::vector<CsvRow> rows;
    CsvInput input(text, source);
    while (const CsvRow* row = input.next()) {
        rows.push_back(*row);
    }
    return rows;
}

TEST(ParseCsv, CellsLoseTheirSurroundingBlanks) {
    const auto rows = parse_csv("a, b ,\tc\n1,,3\n", "m.csv");
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_THAT(rows[0].cells, ElementsAre("a", "b", "c"));
    EXPECT_THAT(rows[1].cells, ElementsAre("1", "", "3"));
}

TEST(ParseCsv, LineNumbersCountSkippedLines) {
    const auto rows = parse_csv("# measured\n\na,b\n   \n1,2", "m.csv");
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0].line, 3);
    EXPECT_EQ(rows[1].line, 5);
}

TEST(ParseCsv, LinesMayEndInCarriageReturns) {
    const auto rows = parse_csv("a,b\r\n1,2\r\n", "m.csv");
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_THAT(rows[0].cells, ElementsAre("a", "b"));
    EXPECT_THAT(rows[1].cells, ElementsAre("1", "2"));
}

TEST(ParseCsv, ACommaAtTheEndMakesAnEmptyCell) {
    EXPECT_THAT(parse_csv("a,", "m.csv")[0].cells, ElementsAre("a", ""));
    EXPECT_THAT(parse_csv(",", "m.csv")[0].cells, ElementsAre("", ""));
}

TEST(ParseCsv, QuotedCellsMayHoldCommasBlanksAndQuotationMarks) {
    EXPECT_THAT(parse_csv(R"("a,b", " c " ,"say ""d""","")", "m.csv")[0].cells,
                ElementsAre("a,b", " c ", "say \"d\"", ""));
}

TEST(ParseCsv, AQuotationThatDoesNotEndIsRefusedWithItsLine) {
    try {
        (void)parse_csv("a,b\n\"c,d\n", "m.csv");
        FAIL() << "accepted";
    } catch (const InputError& error) {
        EXPECT_EQ(error.fault().source, "m.csv");
        EXPECT_EQ(error.fault().place, "line 2");
        EXPECT_THAT(error.fault().found, HasSubstr("quotation"));
    }
}

TEST(ParseCsv, TextBehindAQuotationIsRefusedNotDropped) {
    EXPECT_THROW((void)parse_csv("\"a\"b,c", "m.csv"), InputError);
    EXPECT_THROW((void)parse_csv("c,\"a\" \"b\"", "m.csv"), InputError);
}

TEST(ParseCsv, MoreCellsThanAnyFileHasAreRefused) {
    EXPECT_EQ(parse_csv(std::string(10'000, ','), "m.csv")[0].cells.size(), 10'001U);
    EXPECT_THROW((void)parse_csv(std::string(10'001, ','), "m.csv"), InputError);
    EXPECT_THROW((void)parse_csv(std::string(1025, 'x'), "m.csv"), InputError);
}

TEST(ParseCsv, NothingGivesNoRows) {
    EXPECT_THAT(parse_csv("", "m.csv"), IsEmpty());
    EXPECT_THAT(parse_csv("\n\r\n# only a remark", "m.csv"), IsEmpty());
}

}  // namespace
}  // namespace causeway::base
