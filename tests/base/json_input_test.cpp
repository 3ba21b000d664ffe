/// Every complaint about a JSON file says the file, the place, what was found and what is accepted.
#include "causeway/base/json_input.hpp"

#include "causeway/base/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace causeway::base {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;

/// The fault of the InputError that `action` throws; fails the test if it throws none.
InputError::Fault fault_of(const std::function<void()>& action) {
    try {
        action();
    } catch (const InputError& error) {
        return error.fault();
    }
    ADD_FAILURE() << "nothing was refused";
    return {};
}

InputError::Fault fault_of_text(const std::string& text) {
    return fault_of([&] { (void)JsonInput::parse(text, "grid.json"); });
}

TEST(JsonInput, SyntaxErrorsAreFoundByLineAndColumn) {
    const InputError::Fault fault = fault_of_text("{\n  \"a\": tru\n}");
    EXPECT_EQ(fault.source, "grid.json");
    EXPECT_EQ(fault.place, "line 2, column 11") << "the line's end, where the word is found incomplete";
    EXPECT_EQ(fault.found, "text that is not JSON");
    EXPECT_EQ(fault_of_text("?").place, "line 1, column 1");
    EXPECT_EQ(fault_of_text("{\"a\": 1}\n}").place, "line 2, column 1");
}

TEST(JsonInput, ATruncatedFileIsToldFromAWrongOne) {
    for (const char* text : {"", "{", "{\"a\": [1, 2", "{\"a\": \"b", "[1,"}) {
        const InputError::Fault fault = fault_of_text(text);
        EXPECT_EQ(fault.found, "the end of the file") << text;
        EXPECT_EQ(fault.accepted, "a complete JSON document") << text;
    }
}

TEST(JsonInput, NumbersTooLargeForADoubleAreRefused) {
    EXPECT_THAT(fault_of_text("{\"a\": 1e999}").found, HasSubstr("too large"));
    EXPECT_EQ(fault_of_text("{\"a\": [[1, 2], [3, 1e999]]}").place, "a[1][1]");
}

TEST(JsonInput, AKeyGivenTwiceIsRefused) {
    EXPECT_EQ(fault_of_text(R"({"a": 1, "b": {"c": 1}, "a": 2})").found, "the key \"a\" twice in one object");
    EXPECT_EQ(fault_of_text(R"({"b": [0, [], {}, {"c": 1, "c": 1}]})").place, "b[3].c");
    EXPECT_EQ(fault_of_text(R"([{"a": {"b": 1, "b": 1}}])").found, "the key \"b\" twice in one object");
    EXPECT_NO_THROW((void)JsonInput::parse(R"({"a": {"a": [{"a": 1}, {"a": 1}]}, "b": {"a": 1}})", "grid.json"));
}

TEST(JsonInput, WhatNestsDeeperThanAnyFileIsRefusedWithItsPlace) {
    for (const std::string& opening : {std::string("["), std::string("{\"a\":")}) {
        std::string text = "\n";
        for (int depth = 0; depth < 300'000; ++depth) {
            text += opening;
        }
        text += std::string(300'000, opening == "[" ? ']' : '}');
        const InputError::Fault fault = fault_of_text(text);
        EXPECT_EQ(fault.place, "line 2, column " + std::to_string(100 * opening.size() + 1));
        EXPECT_EQ(fault.found, "values nested more than 100 deep");
    }
    EXPECT_NO_THROW((void)JsonInput::parse(std::string(100, '[') + std::string(100, ']'), "x"));
    EXPECT_NO_THROW((void)JsonInput::parse("\"\\\"" + std::string(200, '[') + "\"", "x")) << "inside a string";
}

TEST(JsonInput, RefusalsAreOneLineWhateverStandsInTheFile) {
    const JsonInput root =
        JsonInput::parse(R"({"a\nb": "c\u0000\u2028d", "many": [)" + std::string(100'000, ' ') + "1]}", "x");
    for (const auto& action : std::vector<std::function<void()>>{[&] { root.require_keys_among({"c"}); },
                                                                 [&] { (void)root.member("a\nb").number(); },
                                                                 [&] { root.refuse(std::string(100'000, '\n')); }}) {
        try {
            action();
            ADD_FAILURE() << "nothing was refused";
        } catch (const InputError& error) {
            const std::string text = error.what();
            EXPECT_EQ(text.find('\n'), std::string::npos);
            EXPECT_LT(text.size(), 4000U);
        }
    }
}

TEST(JsonInput, PlacesAreKeysAndPositions) {
    const JsonInput root = JsonInput::parse(R"({"clusters": [{"latency": 1}, {"latency": -2}]})", "grid.json");
    const JsonInput latency = root.member("clusters").elements()[1].member("latency");
    EXPECT_EQ(root.place(), "");
    EXPECT_EQ(latency.place(), "clusters[1].latency");
    const InputError::Fault fault = fault_of([&] { (void)latency.non_negative_seconds(); });
    EXPECT_EQ(fault.source, "grid.json");
    EXPECT_EQ(fault.place, "clusters[1].latency");
    EXPECT_EQ(fault.found, "-2");
    EXPECT_EQ(fault.accepted, "a number of seconds >= 0");
}

TEST(JsonInput, TheMessageHoldsAllFourParts) {
    const JsonInput value = JsonInput::parse(R"({"n": "x"})", "grid.json").member("n");
    EXPECT_THROW(
        {
            try {
                (void)value.number();
            } catch (const InputError& error) {
                EXPECT_STREQ(error.what(), "grid.json: n: found \"x\"; accepted: a number");
                throw;
            }
        },
        InputError);
}

TEST(JsonInput, ValuesOutliveTheDocumentsFirstHandle) {
    const JsonInput value = JsonInput::parse(R"({"a": {"b": ["deep"]}})", "x").member("a").member("b").elements()[0];
    EXPECT_EQ(value.string(), "deep");
}

TEST(JsonInput, KeysAreThoseOfAnObject) {
    const JsonInput root = JsonInput::parse(R"({"a": {"one": 1, "two": 2}, "b": [1]})", "x");
    EXPECT_THAT(root.member("a").keys(), ElementsAre("one", "two"));
    EXPECT_THROW((void)root.member("b").keys(), InputError);
}

TEST(JsonInput, UnknownKeysAreRefusedByName) {
    const JsonInput root = JsonInput::parse(R"({"gap": 1, "lag": 2})", "x");
    EXPECT_NO_THROW(root.require_keys_among({"gap", "lag", "more"}));
    const InputError::Fault fault = fault_of([&] { root.require_keys_among({"gap", "latency"}); });
    EXPECT_EQ(fault.found, "the unknown key 'lag'");
    EXPECT_EQ(fault.accepted, "gap, latency");
    EXPECT_THROW(JsonInput::parse("[]", "x").require_keys_among({"gap"}), InputError);
}

TEST(JsonInput, AMissingKeyIsNamed) {
    const JsonInput root = JsonInput::parse("{}", "x");
    EXPECT_THAT(fault_of([&] { (void)root.member("gap"); }).found, HasSubstr("'gap'"));
    EXPECT_FALSE(root.optional_member("gap").has_value());
    EXPECT_FALSE(JsonInput::parse(R"({"gap": null})", "x").optional_member("gap").has_value());
    EXPECT_TRUE(JsonInput::parse(R"({"gap": 0})", "x").optional_member("gap").has_value());
}

TEST(JsonInput, TheHeadMustBeOfTheKindAndVersion) {
    const auto require = [](const std::string& text) { JsonInput::parse(text, "x").require_head("platform", 1); };
    EXPECT_NO_THROW(require(R"({"causeway": "platform", "version": 1})"));
    EXPECT_EQ(fault_of([&] { require(R"({"causeway": "plan", "version": 1})"); }).place, "causeway");
    EXPECT_EQ(fault_of([&] { require(R"({"causeway": "platform", "version": 2})"); }).place, "version");
    for (const char* text : {"[]", "1", "null", "{}", R"({"causeway": "platform"})", R"({"version": 1})",
                             R"({"causeway": 1, "version": 1})", R"({"causeway": "platform", "version": "1"})",
                             R"({"causeway": "platform", "version": 1.5})"}) {
        EXPECT_THROW(require(text), InputError) << text;
    }
}

TEST(JsonInput, ValuesOfAnotherKindAreRefused) {
    const JsonInput root = JsonInput::parse(R"({"s": "x", "n": 1.5, "b": true, "a": [], "o": {}, "z": null})", "x");
    for (const char* key : {"n", "b", "a", "o", "z"}) {
        EXPECT_THROW((void)root.member(key).string(), InputError) << key;
    }
    for (const char* key : {"s", "n", "a", "o", "z"}) {
        EXPECT_THROW((void)root.member(key).boolean(), InputError) << key;
    }
    for (const char* key : {"s", "b", "a", "o", "z"}) {
        EXPECT_THROW((void)root.member(key).number(), InputError) << key;
        EXPECT_THROW((void)root.member(key).integer(0, 9), InputError) << key;
        EXPECT_THROW((void)root.member(key).non_negative_seconds(), InputError) << key;
        EXPECT_THROW((void)root.member(key).non_negative_bytes(), InputError) << key;
        EXPECT_THROW((void)root.member(key).positive_rate(), InputError) << key;
    }
    for (const char* key : {"s", "n", "b", "o", "z"}) {
        EXPECT_THROW((void)root.member(key).elements(), InputError) << key;
    }
    for (const char* key : {"s", "n", "b", "a", "z"}) {
        EXPECT_THROW((void)root.member(key).member("k"), InputError) << key;
        EXPECT_THROW((void)root.member(key).optional_member("k"), InputError) << key;
    }
}

TEST(JsonInput, WholeNumbersKeepToTheirBounds) {
    const auto read = [](const std::string& number, std::int64_t least, std::int64_t most) {
        return JsonInput::parse(number, "x").integer(least, most);
    };
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    EXPECT_EQ(read("3", 3, 3), 3);
    EXPECT_EQ(read("1e3", 0, 1000), 1000);
    EXPECT_EQ(read("9223372036854775807", 0, kMost), kMost);
    EXPECT_EQ(read("9007199254740993", 0, kMost), (std::int64_t{1} << 53U) + 1) << "no detour through a double";
    for (const char* number : {"2", "4", "3.5", "1e30", "-3", "18446744073709551615"}) {
        EXPECT_THROW((void)read(number, 3, 3), InputError) << number;
    }
    for (const char* number : {"9223372036854775808", "18446744073709551615", "1e19", "-1e19"}) {
        EXPECT_THROW((void)read(number, std::numeric_limits<std::int64_t>::min(), kMost), InputError) << number;
    }
}

TEST(JsonInput, SizesAndRatesKeepToTheirSigns) {
    const auto parse = [](const std::string& number) { return JsonInput::parse(number, "x"); };
    EXPECT_EQ(parse("0").non_negative_bytes(), Bytes(0));
    EXPECT_THROW((void)parse("-1").non_negative_bytes(), InputError);
    EXPECT_THROW((void)parse("0.5").non_negative_bytes(), InputError);
    EXPECT_THROW((void)parse("9007199254740993").non_negative_bytes(), InputError);
    EXPECT_EQ(parse("2e7").positive_rate(), BytesPerSecond(2e7));
    EXPECT_THROW((void)parse("0").positive_rate(), InputError);
    EXPECT_THROW((void)parse("-2").positive_rate(), InputError);
}

TEST(JsonInput, LongValuesAreShownByTheirBeginningInWholeCharacters) {
    std::string letters;
    for (int i = 0; i < 50; ++i) {
        letters += "\xc3\xa9";  // e with an acute accent
    }
    const JsonInput value = JsonInput::parse("\"" + letters + "\"", "x");
    const std::string found = fault_of([&] { (void)value.number(); }).found;
    EXPECT_THAT(found, EndsWith("\xa9..."));
    EXPECT_LE(found.size(), 63U);
}

TEST(JsonInput, AFileThatIsNotThereIsNamed) {
    const InputError::Fault fault = fault_of([] { (void)JsonInput::read_file("/nowhere/grid.json"); });
    EXPECT_EQ(fault.source, "/nowhere/grid.json");
}

}  // namespace
}  // namespace causeway::base
