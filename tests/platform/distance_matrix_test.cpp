/// Square matrices of distances in CSV.
#include "causeway/platform/distance_matrix.hpp"

#include "causeway/base/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>

namespace causeway::platform {
namespace {

using base::InputError;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(DistanceMatrix, IsReadFromToWithUnknownCells) {
    const DistanceMatrix matrix = parse_distance_matrix("host,a,b,c\na,0,1.5,\nb,2.5,0,\nc,,4,x\n", "m.csv");
    EXPECT_THAT(matrix.names, ElementsAre("a", "b", "c"));
    EXPECT_EQ(matrix.distances(0, 1), 1.5);
    EXPECT_EQ(matrix.distances(1, 0), 2.5);
    EXPECT_EQ(matrix.distances(2, 1), 4.0);
    EXPECT_EQ(matrix.distances(0, 2), std::nullopt);
    EXPECT_EQ(matrix.distances(2, 2), std::nullopt) << "the diagonal is ignored, whatever it holds";
}

TEST(DistanceMatrix, BetweenIsTheMeanTheKnownDirectionOrNothing) {
    const DistanceMatrix matrix = parse_distance_matrix("host,a,b,c\na,,1.5,\nb,2.5,,\nc,,4,\n", "m.csv");
    EXPECT_EQ(matrix.between(0, 1), 2.0);
    EXPECT_EQ(matrix.between(1, 0), 2.0);
    EXPECT_EQ(matrix.between(1, 2), 4.0);
    EXPECT_EQ(matrix.between(2, 1), 4.0);
    EXPECT_EQ(matrix.between(0, 2), std::nullopt);
}

TEST(DistanceMatrix, OneHostIsAMatrix) {
    EXPECT_EQ(parse_distance_matrix("host,a\na,0\n", "m.csv").size(), 1);
}

TEST(DistanceMatrix, ZeroIsADistance) {
    EXPECT_EQ(parse_distance_matrix("h,a,b\na,,0\nb,0.0,\n", "m.csv").between(0, 1), 0.0);
}

struct BadMatrix {
    std::string text;
    std::string place;
    std::string found;

    friend std::ostream& operator<<(std::ostream& stream, const BadMatrix& bad) { return stream << bad.text; }
};

class BadDistanceMatrix : public ::testing::TestWithParam<BadMatrix> {};

TEST_P(BadDistanceMatrix, IsRefusedAtItsLine) {
    try {
        (void)parse_distance_matrix(GetParam().text, "m.csv");
        FAIL() << "accepted:\n" << GetParam().text;
    } catch (const InputError& error) {
        EXPECT_EQ(error.fault().source, "m.csv");
        EXPECT_EQ(error.fault().place, GetParam().place) << error.what();
        EXPECT_THAT(error.fault().found, HasSubstr(GetParam().found));
    }
}

INSTANTIATE_TEST_SUITE_P(EachKind, BadDistanceMatrix,
                         ::testing::Values(BadMatrix{"", "", "no line"},  //
                                           BadMatrix{"host\n", "line 1", "without names"},
                                           BadMatrix{"host,a,\na,0,1\n,1,0\n", "line 1", "empty name"},
                                           BadMatrix{"host,a,a\na,0,1\na,1,0\n", "line 1", "'a' a second time"},
                                           BadMatrix{"host,a,b\na,0,1\n", "line 2", "1 rows"},
                                           BadMatrix{"host,a,b\na,0,1\nb,1,0\nc,1,1\n", "line 4", "3 rows"},
                                           BadMatrix{"host,a,b\na,0,1\nb,1\n", "line 3", "1 cells"},
                                           BadMatrix{"host,a,b\na,0,1,2\nb,1,0\n", "line 2", "3 cells"},
                                           BadMatrix{"host,a,b\nb,0,1\na,1,0\n", "line 2", "'b'"},
                                           BadMatrix{"host,a,b\na,0,-1\nb,1,0\n", "line 2", "'-1' in column 'b'"},
                                           BadMatrix{"host,a,b\na,0,1\nb,slow,0\n", "line 3", "'slow' in column 'a'"},
                                           BadMatrix{"host,a,b\na,0,1 ms\nb,1,0\n", "line 2", "'1 ms'"},
                                           BadMatrix{"host,a,b\na,0,nan\nb,1,0\n", "line 2", "'nan'"},
                                           BadMatrix{"host,a,b\na,0,inf\nb,1,0\n", "line 2", "'inf'"},
                                           BadMatrix{"host,a,b\na,0,1e999\nb,1,0\n", "line 2", "'1e999'"}));

}  // namespace
}  // namespace causeway::platform
