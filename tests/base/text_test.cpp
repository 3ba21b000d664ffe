/// Quantities as people write and read them.
#include "causeway/base/text.hpp"

#include "causeway/base/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace causeway::base {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(ParseBytes, SuffixesArePowersOf1024) {
    EXPECT_EQ(parse_bytes("0", "--bytes"), Bytes(0));
    EXPECT_EQ(parse_bytes("1000", "--bytes"), Bytes(1000));
    EXPECT_EQ(parse_bytes("17B", "--bytes"), Bytes(17));
    EXPECT_EQ(parse_bytes("4K", "--bytes"), Bytes(4096));
    EXPECT_EQ(parse_bytes("4k", "--bytes"), Bytes(4096));
    EXPECT_EQ(parse_bytes("4KiB", "--bytes"), Bytes(4096));
    EXPECT_EQ(parse_bytes("3M", "--bytes"), Bytes(3 << 20));
    EXPECT_EQ(parse_bytes("2GiB", "--bytes"), Bytes(std::int64_t{2} << 30U));
}

TEST(ParseBytes, TheLargestSizeIsTheLastThatADoubleCountsTo) {
    EXPECT_EQ(parse_bytes("9007199254740992", "--bytes"), Bytes(std::int64_t{1} << 53U));
    EXPECT_EQ(parse_bytes("8388608G", "--bytes"), Bytes(std::int64_t{1} << 53U));
    EXPECT_THROW((void)parse_bytes("9007199254740993", "--bytes"), InputError);
    EXPECT_THROW((void)parse_bytes("8388609G", "--bytes"), InputError);
}

TEST(ParseBytes, EverythingElseIsRefusedWithItsSource) {
    for (const char* text :
         {"", " ", "K", "-1", "-4K", "1.5K", "4 K", "4KK", "4T", "1e3", "four", "+4", "4K ", "99999999999999999999"}) {
        try {
            (void)parse_bytes(text, "--bytes");
            ADD_FAILURE() << "'" << text << "' was accepted";
        } catch (const InputError& error) {
            EXPECT_EQ(error.fault().source, "--bytes");
            EXPECT_EQ(error.fault().found, "'" + std::string(text) + "'");
            EXPECT_THAT(error.fault().accepted, HasSubstr("4K"));
        }
    }
}

TEST(ParseByteList, OneSizeAndListsAreTakenAsTheyStand) {
    EXPECT_THAT(parse_byte_list("64K", "--bytes"), ElementsAre(Bytes(65536)));
    EXPECT_THAT(parse_byte_list("1K,5000,0", "--bytes"), ElementsAre(Bytes(1024), Bytes(5000), Bytes(0)));
}

TEST(ParseByteList, RangesGoInStepsOfFourAndIncludeBothEnds) {
    EXPECT_THAT(parse_byte_list("1K..16K", "--bytes"), ElementsAre(Bytes(1024), Bytes(4096), Bytes(16384)));
    EXPECT_THAT(parse_byte_list("1K..10K", "--bytes"), ElementsAre(Bytes(1024), Bytes(4096), Bytes(10240)));
    EXPECT_THAT(parse_byte_list("8..8", "--bytes"), ElementsAre(Bytes(8)));
    EXPECT_THAT(parse_byte_list("1..8:2", "--bytes"), ElementsAre(Bytes(1), Bytes(2), Bytes(4), Bytes(8)));
}

TEST(ParseByteList, AStepBeyondAllNumbersEndsTheRange) {
    EXPECT_THAT(parse_byte_list("4..8:9223372036854775807", "--bytes"), ElementsAre(Bytes(4), Bytes(8)));
    EXPECT_THAT(parse_byte_list("3..8388608G:4611686018427387904", "--bytes"),
                ElementsAre(Bytes(3), Bytes(std::int64_t{1} << 53U)));
}

TEST(ParseByteList, NonsenseIsRefused) {
    for (const char* text : {"", ",", "1K,", "1K,,2K", "1K..", "..1K", "2K..1K", "0..1K", "1K..2K:1", "1K..2K:0",
                             "1K..2K:", "1K..2K:x", "1K..2K:-2", "1K..2K..3K", "1K..2K:3x"}) {
        EXPECT_THROW((void)parse_byte_list(text, "--bytes"), InputError) << "'" << text << "'";
    }
}

TEST(ToText, BytesAreExactInTheLargestUnitThatDividesThem) {
    EXPECT_EQ(to_text(Bytes(0)), "0 B");
    EXPECT_EQ(to_text(Bytes(1000)), "1000 B");
    EXPECT_EQ(to_text(Bytes(1024)), "1 KiB");
    EXPECT_EQ(to_text(Bytes(1536)), "1536 B");
    EXPECT_EQ(to_text(Bytes(4 << 20)), "4 MiB");
    EXPECT_EQ(to_text(Bytes((4 << 20) + 1024)), "4097 KiB");
    EXPECT_EQ(to_text(Bytes(std::int64_t{3} << 30U)), "3 GiB");
}

TEST(ToText, AmountsHaveThreeSignificantDigits) {
    EXPECT_EQ(rounded_text(Bytes(0)), "0 B");
    EXPECT_EQ(rounded_text(Bytes(999)), "999 B");
    EXPECT_EQ(rounded_text(Bytes(1000)), "1.00 kB");
    EXPECT_EQ(rounded_text(Bytes(31'040'700)), "31.0 MB");
    EXPECT_EQ(rounded_text(Bytes(2'500'000'000'000)), "2.50 TB");
}

TEST(ToText, TimesHaveThreeSignificantDigits) {
    EXPECT_EQ(to_text(Seconds(0.0)), "0 ns");
    EXPECT_EQ(to_text(Seconds(12.3e-3)), "12.3 ms");
    EXPECT_EQ(to_text(Seconds(1.234)), "1.23 s");
    EXPECT_EQ(to_text(Seconds(123.4e-6)), "123 us");
    EXPECT_EQ(to_text(Seconds(7e-9)), "7.00 ns");
}

TEST(ToText, RoundingNeverShowsFourDigits) {
    EXPECT_EQ(to_text(Seconds(0.9996)), "1.00 s");
    EXPECT_EQ(to_text(Seconds(0.9994)), "999 ms");
    EXPECT_EQ(to_text(Seconds(9.996e-3)), "10.0 ms");
    EXPECT_EQ(to_text(Seconds(99.96e-3)), "100 ms");
}

TEST(ToText, TheInfiniteTimeIsUnreachable) {
    EXPECT_EQ(to_text(Seconds::infinity()), "unreachable");
}

TEST(ToText, RatesUsePowersOf1000) {
    EXPECT_EQ(to_text(BytesPerSecond(20e6)), "20.0 MB/s");
    EXPECT_EQ(to_text(BytesPerSecond(1.25e9)), "1.25 GB/s");
    EXPECT_EQ(to_text(BytesPerSecond(500.0)), "500 B/s");
}

TEST(ParseIntRange, TakesARangeOrOneNumber) {
    EXPECT_EQ(parse_int_range("2..50", 1, "--clusters").first, 2);
    EXPECT_EQ(parse_int_range("2..50", 1, "--clusters").last, 50);
    EXPECT_EQ(parse_int_range("7", 1, "--clusters").first, 7);
    EXPECT_EQ(parse_int_range("7", 1, "--clusters").last, 7);
    for (const char* wrong : {"", "..", "2..", "..2", "5..2", "0..4", "2...4", "2..4x", "two", "1.5", "99999999999"}) {
        EXPECT_THROW((void)parse_int_range(wrong, 1, "--clusters"), InputError) << wrong;
    }
}

TEST(ParseNumberList, TakesARangeWithStepsAListOrOneNumber) {
    using testing::ElementsAre;
    EXPECT_THAT(parse_number_list("10..50:20", 10.0, "--nodes"), ElementsAre(10.0, 30.0, 50.0));
    EXPECT_THAT(parse_number_list("10..35", 10.0, "--nodes"), ElementsAre(10.0, 20.0, 30.0));
    EXPECT_THAT(parse_number_list("0.04..0.20", 0.04, "--density"), ElementsAre(0.04, 0.08, 0.12, 0.16, 0.2));
    EXPECT_THAT(parse_number_list("30,10", 10.0, "--nodes"), ElementsAre(30.0, 10.0));
    EXPECT_THAT(parse_number_list("7", 10.0, "--nodes"), ElementsAre(7.0));
    for (const char* wrong : {"", "1,", ",1", "1..", "2..1", "-1..2", "-1", "1..2:0", "1..2:-1", "1..2:", "1..2:x",
                              "1..inf", "nan", "inf", "0..1:1e-9", "1..2,3"}) {
        EXPECT_THROW((void)parse_number_list(wrong, 1.0, "--nodes"), InputError) << wrong;
    }
}

TEST(ParseSecondsRange, TakesARangeOrOneNumber) {
    EXPECT_EQ(parse_seconds_range("0.001..1.5", "--gap").least, Seconds(0.001));
    EXPECT_EQ(parse_seconds_range("0.001..1.5", "--gap").most, Seconds(1.5));
    EXPECT_EQ(parse_seconds_range("1e-3", "--gap").most, Seconds(0.001));
    for (const char* wrong : {"", "1..", "-1..2", "2..1", "1..inf", "nan", "nan..1", "1s"}) {
        EXPECT_THROW((void)parse_seconds_range(wrong, "--gap"), InputError) << wrong;
    }
}

}  // namespace
}  // namespace causeway::base
