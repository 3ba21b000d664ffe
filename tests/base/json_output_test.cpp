/// JSON is written as nlohmann::ordered_json, of which JsonOutput has what is needed, writes it: the same text compiles
/// with either.
#include "causeway/base/json_output.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/json_input.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace causeway::base {
namespace {

using Library = nlohmann::ordered_json;

constexpr int kIndents[] = {-1, 0, 1, 4};

/// `make` is called with a value of either type, and returns a document of that type.
template <typename Make>
void expect_the_same(const Make& make) {
    const JsonOutput ours = make(JsonOutput());
    const Library theirs = make(Library());
    for (const int indent : kIndents) {
        EXPECT_EQ(ours.dump(indent), theirs.dump(indent));
    }
    EXPECT_EQ(JsonOutput::parse(theirs.dump()).dump(1), theirs.dump(1)) << "read and written again";
}

template <typename Value>
void expect_the_same_of(const Value& value) {
    expect_the_same([&](auto json) {
        json = {{"value", value}};
        json["list"].push_back(value);
        return json;
    });
}

TEST(JsonOutput, WritesWholeNumbersUpToTheirLimits) {
    expect_the_same_of(0);
    expect_the_same_of(-1);
    expect_the_same_of(std::numeric_limits<int>::min());
    expect_the_same_of(std::numeric_limits<std::int64_t>::min());
    expect_the_same_of(std::numeric_limits<std::int64_t>::max());
    expect_the_same_of(std::numeric_limits<long long>::min());
    expect_the_same_of(std::numeric_limits<unsigned>::max());
    expect_the_same_of(std::numeric_limits<std::uint64_t>::max());
    expect_the_same_of(std::numeric_limits<unsigned long long>::max());
    expect_the_same_of(std::int16_t{-7});
    expect_the_same_of(std::size_t{7});
    expect_the_same_of('a');
}

TEST(JsonOutput, WritesNumbersSoThatTheyAreReadBack) {
    using Limits = std::numeric_limits<double>;
    for (const double value :
         {0.0, -0.0, 1.0, 0.1, -2.5, 1.0 / 3.0, 5e-324, Limits::denorm_min() * 3, Limits::min(), Limits::max(),
          Limits::lowest(), Limits::epsilon(), 1e15, 1e16, 1e17, 123456789012345680.0, 9007199254740993.0, 1e-5}) {
        expect_the_same_of(value);
    }
    expect_the_same_of(0.1F);
    for (const double none : {Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN()}) {
        EXPECT_EQ(JsonOutput(none).dump(), Library(none).dump());
        EXPECT_EQ(JsonOutput(none).dump(), "null");
    }
}

TEST(JsonOutput, WritesWordsAndNothing) {
    expect_the_same_of(true);
    expect_the_same_of(false);
    expect_the_same_of(nullptr);
    EXPECT_EQ(JsonOutput(std::optional<int>()).dump(), "null");
    EXPECT_EQ(JsonOutput(std::optional(7)).dump(), "7");
}

TEST(JsonOutput, EscapesWhatStringsMayNotHold) {
    std::string all;
    for (int letter = 0; letter < 128; ++letter) {
        all += static_cast<char>(letter);
    }
    expect_the_same_of(all);
    expect_the_same_of("");
    expect_the_same_of("caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80 \x7f");
    expect_the_same_of(std::string_view("a\"b\\c/d"));
    expect_the_same([](auto json) {
        json["\n\"\t"] = 1;
        return json;
    });
}

TEST(JsonOutput, RefusesOrReplacesWhatIsNotUtf8) {
    for (const std::string text : {"caf\xe9", "\xff", "a\xc3", "\xed\xa0\x80", "\xf8\x88\x80\x80\x80", "\xc0\xaf x"}) {
        EXPECT_THROW((void)JsonOutput(text).dump(), Error);
        for (const int indent : kIndents) {
            const JsonOutput ours = {{text, JsonOutput::array({text})}};
            const Library theirs = {{text, Library::array({text})}};
            EXPECT_EQ(ours.dump(indent, JsonOutput::NotUtf8::kReplace),
                      theirs.dump(indent, ' ', false, Library::error_handler_t::replace));
        }
    }
}

TEST(JsonOutput, KeepsTheOrderOfMembers) {
    expect_the_same([](auto json) {
        json["z"] = 1;
        json["a"] = 2;
        json["m"]["z"]["y"] = 3;
        json["m"]["a"] = {{"z", 1}, {"a", 2}};
        json["z"] = "again";
        return json;
    });
}

TEST(JsonOutput, TakesListsForObjectsWhereTheyCanBe) {
    expect_the_same([]<typename Json>(Json) { return Json{{"a", 1}}; });
    expect_the_same([]<typename Json>(Json) { return Json{{"a", 1}, {"b", {{"c", nullptr}}}}; });
    expect_the_same([]<typename Json>(Json) { return Json{{"a", "b"}, {"c", "d"}}; });
    expect_the_same([]<typename Json>(Json) { return Json{{"a", 1}, {"a", 2}, {"b", 3}}; });
    expect_the_same([]<typename Json>(Json) { return Json{{"a", 1}, {"b", 2, 3}}; });
    expect_the_same([]<typename Json>(Json) { return Json{{"a", 1}, {2, "b"}}; });
    expect_the_same([]<typename Json>(Json) { return Json{{"a", 1}, "b"}; });
    expect_the_same([]<typename Json>(Json) { return Json{"a", "b"}; });
    expect_the_same([]<typename Json>(Json) { return Json{"a", 1}; });
    expect_the_same([]<typename Json>(Json) { return Json{1, 2.5, true, nullptr, "x"}; });
    expect_the_same([]<typename Json>(Json) { return Json{{"a", {"b", "c"}}, {"d", {"e", {"f", "g"}}}}; });
    expect_the_same([]<typename Json>(Json) { return Json{{"a", {{"b", "c"}, {"d", "e"}}}}; });
    expect_the_same([]<typename Json>(Json) { return Json({{"a", 1}}); });
    expect_the_same([]<typename Json>(Json) { return Json::array({{"a", 1}, {"b", 2}}); });
    expect_the_same([]<typename Json>(Json) { return Json::array({"a", 1}); });
    expect_the_same([]<typename Json>(Json) { return Json::array({{{"a", 1}}, {{"b", 2}}}); });
    expect_the_same([](auto json) {
        json["list"] = {{{"a", 1}, {"b", {"x", "y"}}}};
        json["pair"] = {"x", "y"};
        json["object"] = {{"x", "y"}};
        return json;
    });
}

TEST(JsonOutput, WritesWhatIsEmptyOnOneLine) {
    expect_the_same([]<typename Json>(Json) { return Json(); });
    expect_the_same([]<typename Json>(Json) { return Json::array(); });
    expect_the_same([]<typename Json>(Json) { return Json::object(); });
    expect_the_same([]<typename Json>(Json) {
        return Json{{"a", Json::array()}, {"b", Json::object()}, {"c", Json::array({Json::array(), Json::object()})}};
    });
    EXPECT_TRUE(JsonOutput().empty());
    EXPECT_TRUE(JsonOutput::array().empty());
    EXPECT_TRUE(JsonOutput::object().empty());
    EXPECT_FALSE(JsonOutput("").empty());
    EXPECT_FALSE(JsonOutput::array({nullptr}).empty());
    EXPECT_TRUE(JsonOutput().is_null());
    EXPECT_FALSE(JsonOutput::object().is_null());
}

TEST(JsonOutput, TakesVectors) {
    expect_the_same_of(std::vector<int>{});
    expect_the_same_of(std::vector<double>{1.0, 0.5});
    expect_the_same_of(std::vector<std::string>{"a", "b"});
    expect_the_same_of(std::vector<std::vector<int>>{{1, 2}, {}, {3}});
    expect_the_same_of(std::vector<bool>{true, false});
}

TEST(JsonOutput, GrowsAndShrinks) {
    expect_the_same([](auto json) {
        json["rows"].push_back({{"a", 1}});
        json["rows"].push_back({1, 2});
        json["rows"].push_back({"from", "to"});
        json["rows"].back().push_back("via");
        json["rows"][0]["b"] = {1, 2};
        json["rows"].push_back(json);
        json["rows"].erase(1);
        json["gone"] = 1;
        json["kept"] = 2;
        json.erase("gone");
        json.erase("never there");
        return json;
    });
}

TEST(JsonOutput, UpdatesInPlaceAndAppendsTheRest) {
    expect_the_same([]<typename Json>(Json) {
        Json json = {{"a", 1}, {"b", {{"c", 2}}}};
        json.update(Json{{"new", 1}, {"b", {{"d", 3}}}});
        return json;
    });
    JsonOutput list = {1, 2};
    list.append({3, JsonOutput::array({4})});
    list.append(JsonOutput::array());
    EXPECT_EQ(list.dump(), "[1,2,3,[4]]");
}

TEST(JsonOutput, CopiesAreIndependent) {
    JsonOutput one = {{"a", {1, 2}}};
    JsonOutput other = one;
    other["a"].push_back(3);
    EXPECT_EQ(one.dump(), R"({"a":[1,2]})");
    one = std::move(other);
    EXPECT_EQ(one.dump(), R"({"a":[1,2,3]})");
}

TEST(JsonOutput, SpreadsSomeLevelsOverLines) {
    const JsonOutput json = {
        {"name", "x"}, {"rows", JsonOutput::array({{1, 2}, {{"k", JsonOutput::array()}}})}, {"none", {}}};
    EXPECT_EQ(json.dump_to_depth(0), json.dump());
    EXPECT_EQ(json.dump_to_depth(1), "{\n \"name\": \"x\",\n \"rows\": [[1,2],{\"k\":[]}],\n \"none\": null\n}");
    EXPECT_EQ(json.dump_to_depth(2),
              "{\n \"name\": \"x\",\n \"rows\": [\n  [1,2],\n  {\"k\":[]}\n ],\n \"none\": null\n}");
    EXPECT_EQ(json.dump_to_depth(9), json.dump(1));
    EXPECT_EQ(JsonOutput::array().dump_to_depth(3), "[]");
}

TEST(JsonOutput, MessagePackKeepsEveryString) {
    const std::string bytes("\xff\x00 caf\xe9", 7);
    const JsonOutput json = {bytes, std::numeric_limits<std::int64_t>::min(), true, {"a", std::string(70000, '\xfe')}};
    const JsonInput read = JsonInput::from_msgpack(json.to_msgpack(), "a rank");
    const JsonElements elements = read.elements();
    EXPECT_EQ(elements[0].string(), bytes);
    EXPECT_EQ(elements[1].integer(std::numeric_limits<std::int64_t>::min(), 0),
              std::numeric_limits<std::int64_t>::min());
    EXPECT_TRUE(elements[2].boolean());
    EXPECT_EQ(elements[3].elements()[1].string(), std::string(70000, '\xfe'));
    try {
        (void)JsonInput::from_msgpack(json.to_msgpack().substr(0, 20), "a rank");
        FAIL() << "accepted";
    } catch (const InputError& error) {
        EXPECT_EQ(error.fault().source, "a rank");
    }
}

TEST(JsonOutput, OnlyReadsWhatIsJson) {
    EXPECT_THROW((void)JsonOutput::parse(""), Error);
    EXPECT_THROW((void)JsonOutput::parse("{\"a\": 1"), Error);
    EXPECT_THROW((void)JsonOutput::parse("1e999"), Error);
}

}  // namespace
}  // namespace causeway::base
