/// The platform file: what is written is read back unchanged, and every kind of bad file is refused at the
/// place where it is bad.
#include "causeway/base/error.hpp"
#include "causeway/platform/platform_json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

namespace causeway::platform {
namespace {

using base::InputError;
using statistics::PiecewiseLinear;
using ::testing::HasSubstr;

Platform platform_with_everything() {
    Platform platform;
    platform.name = "two sites, \"quoted\", \xc3\xa9";
    Plogp fast;
    fast.latency = Seconds(4.756e-5);
    fast.gap = PiecewiseLinear({{0.0, 6e-6}, {1.0, 6.000000000000001e-6}, {1048576.0, 1.0 / 3.0}});
    fast.send_overhead = PiecewiseLinear(4e-6);
    fast.receive_overhead = PiecewiseLinear({{1024.0, 1e-7}});
    fast.delivery = PiecewiseLinear({{0.0, 5e-5}, {65536.0, 1e-2}});
    Plogp slow;
    slow.latency = Seconds(0.0);
    slow.gap = PiecewiseLinear(1.0);

    Cluster named;
    named.name = "orsay-a";
    named.hosts = {"n0", "n1"};
    named.num_hosts = 2;
    named.plogp = fast;
    named.within_host = slow;
    named.uplink_capacity = BytesPerSecond(4e7);
    named.downlink_capacity = BytesPerSecond(1.0 / 3.0);
    named.ethernet = Ethernet{{{Seconds(1.0 / 3.0), SecondsPerByte(0.0)}, {Seconds(1e-4), SecondsPerByte(2e-8)}},
                              base::SquareMatrix<SecondsPerByte>(2),
                              Bytes(1024),
                              AffineCost{Seconds(3e-4), SecondsPerByte(1e-9)}};
    named.ethernet->wire(0, 1) = SecondsPerByte(0.5);
    named.ethernet->long_messages =
        LongMessages{Bytes(65536),
                     {{Seconds(1.0 / 7.0), SecondsPerByte(1e-9)}, {Seconds(2e-4), SecondsPerByte(1e-8)}},
                     base::SquareMatrix<SecondsPerByte>(2)};
    named.ethernet->many_to_one = ManyToOne{Bytes(3000), Bytes(70000), 0.25, Seconds(0.2)};
    Cluster counted;
    counted.name = "toulouse";
    counted.num_hosts = 31;
    counted.broadcast_time = PiecewiseLinear({{0.0, 0.001}, {1048576.0, 0.031}});
    Cluster single;
    single.name = "idpot";
    single.num_hosts = 1;
    platform.clusters = {named, counted, single};

    Link symmetric;
    symmetric.from = 0;
    symmetric.to = 1;
    symmetric.plogp = fast;
    symmetric.shared_capacity = BytesPerSecond(2e7);
    symmetric.per_flow_limit = BytesPerSecond(5e6);
    Link forth;
    forth.from = 2;
    forth.to = 0;
    forth.symmetric = false;
    forth.plogp = slow;
    Link back;
    back.from = 0;
    back.to = 2;
    back.symmetric = false;
    platform.links = {symmetric, forth, back};
    platform.handshake = {.beyond = Bytes(18432), .round_trips = 2};
    platform.hosts = {{"n1", 0, 4, 2, 4, 1.5}, {"n0", 0, 1}};
    platform.native = {{"broadcast", {"n0", "n0", "t0"}, PiecewiseLinear({{1.0, 0.1}, {8.0, 0.2}})},
                       {"reduce", {}, PiecewiseLinear(0.5)}};
    platform.provenance = {"on a Monday", "causeway 0.1.0", 0.2, {"one link was noisy", "another too"}};
    return platform;
}

TEST(PlatformFile, EverythingInAPlatformIsReadBackUnchanged) {
    const Platform platform = platform_with_everything();
    const std::string text = to_json_text(platform);
    const Platform read = parse_platform(text, "grid.json");
    EXPECT_EQ(read, platform) << text;
    EXPECT_EQ(to_json_text(read), text);
    EXPECT_EQ(fingerprint(read), fingerprint(platform));
}

constexpr std::string_view kUnequalHosts = R"({"causeway": "platform", "version": 1,
 "clusters": [{"name": "a", "hosts": ["x", "y"], "plogp": {"latency": 1e-5, "gap": 1e-6},
  "ethernet": {"hosts": [{"name": "y", "fixed": 2e-4, "per_byte": 3e-8}, {"name": "x", "fixed": 1e-4, "per_byte": 1e-8}],
               "links": [{"from": "y", "to": "x", "bandwidth": 2e7}]}}]})";

TEST(PlatformFile, UnequalHostsAreInTheOrderOfTheClusterAndALinkServesBothWays) {
    const Platform platform = parse_platform(kUnequalHosts, "grid.json");
    const Ethernet& ethernet = *platform.clusters[0].ethernet;
    EXPECT_EQ(ethernet.hosts[0].fixed, Seconds(1e-4));
    EXPECT_EQ(ethernet.hosts[1].of(Bytes(1000)), Seconds(2e-4 + 3e-5));
    EXPECT_EQ(ethernet.wire(0, 1), SecondsPerByte(5e-8));
    EXPECT_EQ(ethernet.wire(1, 0), SecondsPerByte(5e-8));
    EXPECT_FALSE(ethernet.threshold.has_value());
    EXPECT_EQ(parse_platform(to_json_text(platform), "x"), platform);
}

TEST(PlatformFile, UnequalHostsThatAreNotAllDescribedAreRefused) {
    const struct {
        std::string_view piece;
        std::string_view replacement;
        std::string_view complaint;
    } kCases[] = {
        {R"(, {"name": "x", "fixed": 1e-4, "per_byte": 1e-8})", "", "nothing about host 'x'"},
        {R"({"name": "y", "fixed")", R"({"name": "x", "fixed")", "every host once"},
        {R"({"name": "y", "fixed")", R"({"name": "z", "fixed")", "unknown host 'z'"},
        {R"("per_byte": 3e-8)", R"("per_byte": -3e-8)", "seconds per byte"},
        {R"({"from": "y", "to": "x", "bandwidth": 2e7})", "", "nothing between 'x' and 'y'"},
        {R"("to": "x")", R"("to": "y")", "another host"},
        {R"("bandwidth": 2e7})", R"("bandwidth": 2e7}, {"from": "y", "to": "x"})", "second time"},
        {R"("bandwidth": 2e7)", R"("bandwidth": 0)", "bandwidth"},
        {R"("hosts": ["x", "y"])", R"("hosts": 2)", "names its hosts"},
        {R"("links": [)", R"("threshold": 1, "links": [)", "'threshold'"},
        {R"("links": [)", R"("long_messages": {"above_bytes": 9, "hosts": [], "links": []}, "links": [)",
         "nothing about host 'x'"},
        {R"("links": [)", R"("many_to_one": {"parallel_up_to_bytes": 9, "serial_above_bytes": 8}, "links": [)",
         "at least parallel_up_to_bytes"},
        {R"("links": [)", R"("many_to_one": {"parallel_up_to_bytes": 9, "escalation_probability": 2}, "links": [)",
         "from 0 to 1"},
    };
    for (const auto& one : kCases) {
        std::string text(kUnequalHosts);
        const std::size_t found = text.find(one.piece);
        ASSERT_NE(found, std::string::npos) << one.piece;
        text.replace(found, one.piece.size(), one.replacement);
        try {
            (void)parse_platform(text, "grid.json");
            ADD_FAILURE() << "accepted: " << text;
        } catch (const InputError& error) {
            EXPECT_THAT(error.what(), HasSubstr("clusters[0].ethernet"));
            EXPECT_THAT(error.what(), HasSubstr(std::string(one.complaint)));
        }
    }
}

TEST(PlatformFile, TheSmallestPlatformIsOneHost) {
    const Platform platform = parse_platform(
        R"({"causeway": "platform", "version": 1, "clusters": [{"name": "a", "hosts": 1}]})", "grid.json");
    ASSERT_EQ(platform.num_clusters(), 1);
    EXPECT_EQ(platform.clusters[0].num_hosts, 1);
    EXPECT_FALSE(platform.clusters[0].plogp.has_value());
    EXPECT_EQ(parse_platform(to_json_text(platform), "x"), platform);
}

/// A good file in which one piece is replaced.
constexpr std::string_view kGood = R"({"causeway": "platform", "version": 1, "name": "g",
 "clusters": [{"name": "a", "hosts": ["n0", "n1"], "plogp": {"latency": 1e-5, "gap": [[0, 1e-6], [1024, 2e-6]]}},
              {"name": "b", "hosts": 3, "plogp": {"latency": 2e-5, "gap": 3e-6}}],
 "links": [{"from": "a", "to": "b", "plogp": {"latency": 0.01, "gap": [[0, 0.1]]}, "shared_capacity": 2e7}],
 "hosts": [{"name": "n0", "cluster": "a", "slots": 2}], "handshake": {"beyond": 18432, "round_trips": 1},
 "provenance": {"measured": "x", "by": "y", "tolerance": 0.2}})";

std::string good_but(std::string_view piece, std::string_view replacement) {
    std::string text(kGood);
    const std::size_t found = text.find(piece);
    EXPECT_NE(found, std::string::npos) << piece;
    return found == std::string::npos ? text : text.replace(found, piece.size(), replacement);
}

TEST(PlatformFile, NumbersMayStandForTables) {
    const Platform platform = parse_platform(kGood, "grid.json");
    EXPECT_EQ(platform.clusters[1].plogp->gap, PiecewiseLinear(3e-6));
    EXPECT_EQ(platform.clusters[0].plogp->gap_of(Bytes(512)), Seconds(1.5e-6));
    EXPECT_EQ(platform.clusters[0].plogp->send_overhead, PiecewiseLinear(0.0)) << "absent: no overhead";
}

TEST(PlatformFile, NullAndAbsentLinksAreUnknown) {
    EXPECT_EQ(parse_platform(good_but(R"({"from": "a", )", R"(null, {"from": "a", )"), "x"),
              parse_platform(kGood, "x"));
    const Platform no_plogp =
        parse_platform(good_but(R"("plogp": {"latency": 0.01, "gap": [[0, 0.1]]})", R"("plogp": null)"), "x");
    ASSERT_EQ(no_plogp.links.size(), 1U);
    EXPECT_FALSE(no_plogp.links[0].plogp.has_value());
    const Platform no_links = parse_platform(
        R"({"causeway": "platform", "version": 1, "links": null, "clusters": [{"name": "a", "hosts": 1}]})", "x");
    EXPECT_TRUE(no_links.links.empty());
}

TEST(PlatformFile, HostsOfACountedClusterAreThoseThatAreListed) {
    const std::string begin =
        R"({"causeway": "platform", "version": 1, "clusters": [{"name": "a", "hosts": 3, "broadcast_time": 1}], )";
    const Platform platform = parse_platform(
        begin +
            R"("hosts": [{"name": "a-1", "cluster": "a", "slots": 8}, {"name": "n1", "cluster": "a", "slots": 2}]})",
        "grid.json");
    EXPECT_THAT(platform.clusters[0].hosts, ::testing::ElementsAre("a-1", "n1", "a-0"));
    EXPECT_EQ(full_placement(platform).num_processes(), 11);
    std::string hosts;
    for (int i = 0; i < 4; ++i) {
        hosts += (i > 0 ? ", " : "") + (R"({"name": "n)" + std::to_string(i)) + R"(", "cluster": "a"})";
    }
    try {
        (void)parse_platform(begin + R"("hosts": [)" + hosts + "]}", "grid.json");
        FAIL() << "four hosts of three";
    } catch (const InputError& error) {
        EXPECT_THAT(error.what(), HasSubstr("hosts[3]"));
        EXPECT_THAT(error.what(), HasSubstr("host 'n3' of cluster 'a', which has 3"));
    }
}

struct BadFile {
    std::string_view why;
    std::string_view piece;
    std::string_view replacement;
    std::string_view place;  ///< where the complaint must point
    std::string_view found;  ///< what it must contain

    friend std::ostream& operator<<(std::ostream& stream, const BadFile& bad) { return stream << bad.why; }
};

class BadPlatformFile : public ::testing::TestWithParam<BadFile> {};

TEST_P(BadPlatformFile, IsRefusedAtItsPlace) {
    const BadFile& bad = GetParam();
    try {
        (void)parse_platform(good_but(bad.piece, bad.replacement), "grid.json");
        FAIL() << bad.why << " was accepted";
    } catch (const InputError& error) {
        EXPECT_EQ(error.fault().source, "grid.json");
        EXPECT_EQ(error.fault().place, bad.place) << error.what();
        EXPECT_THAT(error.fault().found, HasSubstr(std::string(bad.found)));
        EXPECT_FALSE(error.fault().accepted.empty());
    }
}

INSTANTIATE_TEST_SUITE_P(
    EachKind, BadPlatformFile,
    ::testing::Values(
        BadFile{"another kind", R"("platform")", R"("plan")", "causeway", "plan"},
        BadFile{"no kind", R"("causeway": "platform", )", "", "", "'causeway'"},
        BadFile{"another version", R"("version": 1)", R"("version": 2)", "version", "2"},
        BadFile{"an unknown key at the top", R"("name": "g")", R"("nam": "g")", "", "'nam'"},
        BadFile{"an unknown key of a cluster", R"("hosts": 3)", R"("hosts": 3, "host": 1)", "clusters[1]", "'host'"},
        BadFile{"an unknown key of a pLogP", R"({"latency": 1e-5)", R"({"lag": 1, "latency": 1e-5)",
                "clusters[0].plogp", "'lag'"},
        BadFile{"an unknown key of a link", R"("from": "a")", R"("from": "a", "via": "b")", "links[0]", "'via'"},
        BadFile{"an unknown key of a host", R"("slots": 2)", R"("slot": 2)", "hosts[0]", "'slot'"},
        BadFile{"a host that never computes", R"("slots": 2)", R"("slots": 2, "speed": 0)", "hosts[0].speed", "0"},
        BadFile{"an unknown key of the handshake", R"("beyond")", R"("above")", "handshake", "'above'"},
        BadFile{"a handshake of fewer round trips than none", R"("round_trips": 1)", R"("round_trips": -1)",
                "handshake.round_trips", "-1"},
        BadFile{"an unknown key of the provenance", R"("measured")", R"("when")", "provenance", "'when'"},
        BadFile{"a key twice", R"("hosts": 3)", R"("hosts": 3, "hosts": 3)", "clusters[1].hosts", "\"hosts\""},
        BadFile{"no clusters", R"("clusters": [)", R"("clusters": [], "x": [)", "", "'x'"},
        BadFile{"no name", R"("name": "a", )", "", "clusters[0]", "'name'"},
        BadFile{"an empty name", R"("name": "a")", R"("name": "")", "clusters[0].name", "\"\""},
        BadFile{"no hosts", R"("hosts": 3, )", "", "clusters[1]", "'hosts'"},
        BadFile{"0 hosts", R"("hosts": 3)", R"("hosts": 0)", "clusters[1].hosts", "0"},
        BadFile{"half a host", R"("hosts": 3)", R"("hosts": 2.5)", "clusters[1].hosts", "2.5"},
        BadFile{"too many hosts", R"("hosts": 3)", R"("hosts": 1e18)", "clusters[1].hosts", "1e+18"},
        BadFile{"an empty list of hosts", R"(["n0", "n1"])", "[]", "clusters[0].hosts", "[]"},
        BadFile{"hosts as a text", R"("hosts": 3)", R"("hosts": "three")", "clusters[1].hosts", "three"},
        BadFile{"a host that is no name", R"(["n0", "n1"])", R"(["n0", 1])", "clusters[0].hosts[1]", "1"},
        BadFile{"hosts without figures", R"("hosts": 3, "plogp": {"latency": 2e-5, "gap": 3e-6})", R"("hosts": 3)",
                "clusters[1]", "neither"},
        BadFile{"no latency", R"("latency": 1e-5, )", "", "clusters[0].plogp", "'latency'"},
        BadFile{"a negative latency", R"("latency": 1e-5)", R"("latency": -1e-5)", "clusters[0].plogp.latency",
                "-1e-05"},
        BadFile{"a latency as a text", R"("latency": 1e-5)", R"("latency": "10 us")", "clusters[0].plogp.latency",
                "10 us"},
        BadFile{"no gap", R"(, "gap": 3e-6)", "", "clusters[1].plogp", "'gap'"},
        BadFile{"a negative gap", R"("gap": 3e-6)", R"("gap": -3e-6)", "clusters[1].plogp.gap", "-3e-06"},
        BadFile{"an empty gap table", "[[0, 1e-6], [1024, 2e-6]]", "[]", "clusters[0].plogp.gap", "[]"},
        BadFile{"a gap table that does not increase", "[1024, 2e-6]", "[0, 2e-6]", "clusters[0].plogp.gap[1][0]", "0"},
        BadFile{"a gap row of three", "[1024, 2e-6]", "[1024, 2e-6, 1]", "clusters[0].plogp.gap[1]", "1024"},
        BadFile{"a gap row that is a number", "[1024, 2e-6]", "1024", "clusters[0].plogp.gap[1]", "1024"},
        BadFile{"a negative size", "[0, 1e-6]", "[-1, 1e-6]", "clusters[0].plogp.gap[0][0]", "-1"},
        BadFile{"a fractional size", "[0, 1e-6]", "[0.5, 1e-6]", "clusters[0].plogp.gap[0][0]", "0.5"},
        BadFile{"a negative time", "[0, 1e-6]", "[0, -1]", "clusters[0].plogp.gap[0][1]", "-1"},
        BadFile{"a doubled cluster", R"({"name": "b")", R"({"name": "a", "hosts": 1}, {"name": "b")",
                "clusters[1].name", "'a'"},
        BadFile{"a doubled host in a cluster", R"(["n0", "n1"])", R"(["n0", "n0"])", "clusters[0].hosts", "'n0'"},
        BadFile{"a host in two clusters", R"("hosts": 3)", R"("hosts": ["n1"])", "clusters[1].hosts", "'n1'"},
        BadFile{"a doubled entry of a host", R"("slots": 2})", R"("slots": 2}, {"name": "n0", "cluster": "a"})",
                "hosts[1]", "'n0'"},
        BadFile{"a host in another cluster than the list says", R"("cluster": "a")", R"("cluster": "b")",
                "hosts[0].cluster", "'n0'"},
        BadFile{"a host that its cluster does not list", R"({"name": "n0", "cluster")", R"({"name": "n7", "cluster")",
                "hosts[0].cluster", "'n7'"},
        BadFile{"0 slots", R"("slots": 2)", R"("slots": 0)", "hosts[0].slots", "0"},
        BadFile{"an unknown cluster of a host", R"("cluster": "a")", R"("cluster": "c")", "hosts[0].cluster", "'c'"},
        BadFile{"an unknown cluster in a link", R"("to": "b")", R"("to": "c")", "links[0].to", "'c'"},
        BadFile{"a link from a cluster to itself", R"("to": "b")", R"("to": "a")", "links[0].to", "a"},
        BadFile{"a doubled link", R"("links": [)", R"("links": [{"from": "a", "to": "b"}, )", "links[1]", "second"},
        BadFile{"a doubled symmetric link", R"("links": [)", R"("links": [{"from": "b", "to": "a"}, )", "links[1]",
                "second"},
        BadFile{"a directed link beside a symmetric one", R"("links": [)",
                R"("links": [{"from": "b", "to": "a", "symmetric": false}, )", "links[1]", "second"},
        BadFile{"a capacity of 0", R"("shared_capacity": 2e7)", R"("shared_capacity": 0)", "links[0].shared_capacity",
                "0"},
        BadFile{"an uplink that carries nothing", R"("hosts": 3)", R"("hosts": 3, "uplink_capacity": 0)",
                "clusters[1].uplink_capacity", "0"},
        BadFile{"a negative rate of a downlink", R"("hosts": 3)", R"("hosts": 3, "downlink_capacity": -1)",
                "clusters[1].downlink_capacity", "-1"},
        BadFile{"symmetry as a number", R"("from": "a")", R"("from": "a", "symmetric": 1)", "links[0].symmetric", "1"},
        BadFile{"links as an object", R"("links": [)", R"("links": {}, "native": [)", "links", "{}"},
        BadFile{"a number too large for a double", R"("latency": 1e-5)", R"("latency": 1e999)",
                "clusters[0].plogp.latency", "too large"},
        BadFile{"text behind the end", R"("tolerance": 0.2}})", R"("tolerance": 0.2}}})", "line 6, column 63",
                "not JSON"},
        BadFile{"a truncated file", R"("tolerance": 0.2}})", R"("tolerance": 0.)", "line 6, column 60", "end"}));

constexpr std::string_view kLevels = R"({"causeway": "platform", "version": 1, "clusters": [
 {"name": "a", "hosts": ["x", "y"], "plogp": {"latency": 1e-5, "gap": 1e-6}}, {"name": "b", "hosts": ["z"]},
 {"name": "c", "hosts": ["w"]}],
 "levels": [{"name": "LAN", "clusters": [{"name": "a", "hosts": ["y", "x"]}, {"name": "b", "hosts": ["z"]}, {"name": "c", "hosts": ["w"]}],
             "inside": 1e-5, "outside": 2e-3, "stability": 0.5},
            {"name": "site", "clusters": [{"name": "ab", "hosts": ["x", "z", "y"]}, {"name": "c", "hosts": ["w"]}]}]})";

TEST(PlatformFile, LevelsAreReadBackUnchanged) {
    const Platform platform = parse_platform(kLevels, "grid.json");
    ASSERT_EQ(platform.levels.size(), 2U);
    EXPECT_EQ(platform.levels[0].stability, 0.5);
    EXPECT_EQ(platform.levels[0].outside, Seconds(2e-3));
    EXPECT_EQ(platform.levels[1].clusters[0].hosts, (std::vector<std::string>{"x", "z", "y"}));
    EXPECT_FALSE(platform.levels[1].inside.has_value());
    const Platform read = parse_platform(to_json_text(platform), "grid.json");
    EXPECT_EQ(read, platform);
}

TEST(PlatformFile, PlansDependOnWhichClustersAreTogetherAndOnNothingElseOfLevels) {
    const Platform platform = parse_platform(kLevels, "grid.json");
    Platform renamed = platform;
    renamed.levels[0].stability.reset();
    renamed.levels[1].name = "room";
    renamed.levels.erase(renamed.levels.begin());
    EXPECT_EQ(fingerprint(renamed), fingerprint(platform));
    Platform without = platform;
    without.levels.pop_back();
    EXPECT_NE(fingerprint(without), fingerprint(platform));
    Platform limited = platform;
    limited.levels[1].clusters[0].uplink_capacity = BytesPerSecond(1e7);
    EXPECT_NE(fingerprint(limited), fingerprint(platform));
}

TEST(PlatformFile, WhatClustersShareIsReadBackUnchanged) {
    std::string text(kLevels);
    const std::string_view piece = R"("hosts": ["x", "z", "y"])";
    text.replace(text.find(piece), piece.size(),
                 R"("clusters": ["b", "a"], "uplink_capacity": 2e7, "downlink_capacity": 3e7)");
    const Platform platform = parse_platform(text, "grid.json");
    EXPECT_EQ(platform.levels[1].clusters[0].hosts, (std::vector<std::string>{"z", "x", "y"}));
    EXPECT_EQ(platform.levels[1].clusters[0].uplink_capacity, BytesPerSecond(2e7));
    EXPECT_EQ(platform.levels[1].clusters[0].downlink_capacity, BytesPerSecond(3e7));
    EXPECT_EQ(parse_platform(to_json_text(platform), "grid.json"), platform);
    EXPECT_EQ(turned_round(platform).levels[1].clusters[0].uplink_capacity, BytesPerSecond(3e7));
}

TEST(PlatformFile, LevelsOfHostsWithoutNamesNameClusters) {
    const Platform platform = parse_platform(R"({"causeway": "platform", "version": 1, "clusters": [
 {"name": "a", "hosts": 2, "plogp": {"latency": 1e-5, "gap": 1e-6}},
 {"name": "b", "hosts": 3, "plogp": {"latency": 1e-5, "gap": 1e-6}}, {"name": "c", "hosts": 1}],
 "levels": [{"name": "site", "clusters": [{"name": "ab", "clusters": ["a", "b"], "uplink_capacity": 1e7},
                                          {"name": "c", "clusters": ["c"]}]}]})",
                                             "grid.json");
    EXPECT_EQ(platform.levels[0].clusters[0].hosts, (std::vector<std::string>{"a-0", "a-1", "b-0", "b-1", "b-2"}));
    EXPECT_EQ(parse_platform(to_json_text(platform), "grid.json"), platform);
}

TEST(PlatformFile, LevelsThatDoNotFitAreRefused) {
    const auto fault_with = [](std::string_view piece, std::string_view replacement) {
        std::string text(kLevels);
        text.replace(text.find(piece), piece.size(), replacement);
        try {
            (void)parse_platform(text, "grid.json");
        } catch (const InputError& error) {
            return error.fault().place + ": " + error.fault().found;
        }
        return std::string("accepted");
    };
    EXPECT_EQ(fault_with(R"(["x", "z", "y"])", R"(["x", "z"])"), "levels[1]: no cluster with host 'y'");
    EXPECT_EQ(fault_with(R"(["x", "z", "y"])", R"(["x", "z", "y", "w"])"), "levels[1]: 5 hosts");
    EXPECT_EQ(fault_with(R"(["x", "z", "y"])", R"(["x", "z", "y", "v"])"), "levels[1]: 5 hosts");
    EXPECT_EQ(fault_with(R"(["x", "z", "y"]}, {"name": "c", "hosts": ["w"]})",
                         R"(["x", "z"]}, {"name": "c", "hosts": ["w", "y"]})"),
              "levels[1]: a cluster that is cut in two");
    EXPECT_EQ(
        fault_with(R"(["y", "x"]}, {"name": "b", "hosts": ["z"]})", R"(["y", "z"]}, {"name": "b", "hosts": ["x"]})"),
        "levels[0]: clusters that overlap with those of 'clusters'");
    EXPECT_EQ(fault_with(R"("stability": 0.5)", R"("stability": 1.5)"), "levels[0].stability: 1.5");
    EXPECT_EQ(fault_with(R"("name": "ab")", R"("name": "c")"), "levels[1].clusters[1].name: \"c\"");
    EXPECT_EQ(fault_with(R"(["x", "z", "y"])", R"(["x", "z", "y"], "clusters": ["a"])"),
              "levels[1].clusters[0]: 'hosts' and 'clusters'");
    EXPECT_EQ(fault_with(R"("hosts": ["x", "z", "y"])", R"("clusters": ["a", "d"])"),
              "levels[1].clusters[0].clusters[1]: \"d\"");
    EXPECT_EQ(fault_with(R"("hosts": ["x", "z", "y"])", R"("clusters": [])"),
              "levels[1].clusters[0]: nothing that is together");
    EXPECT_EQ(fault_with(R"({"name": "c", "hosts": ["w"]}]}])",
                         R"({"name": "c", "hosts": ["w"], "uplink_capacity": 1e7}]}])"),
              "levels[1].clusters[1]: a capacity of no more than one cluster");
    EXPECT_EQ(fault_with(R"(["x", "z", "y"]}, {"name": "c", "hosts": ["w"]})",
                         R"(["x", "z", "y", "w"], "downlink_capacity": 1e7})"),
              "levels[1].clusters[0]: a capacity of all clusters");
}

TEST(PlatformFile, EveryTruncationIsRefused) {
    for (std::size_t length = 0; length < kGood.size(); ++length) {
        EXPECT_THROW((void)parse_platform(kGood.substr(0, length), "grid.json"), InputError) << length;
    }
}

TEST(PlatformFile, NoClustersAreRefused) {
    EXPECT_THROW((void)parse_platform(R"({"causeway": "platform", "version": 1, "clusters": []})", "x"), InputError);
    EXPECT_THROW((void)parse_platform(R"({"causeway": "platform", "version": 1})", "x"), InputError);
}

TEST(PlatformFile, TwoDirectedLinksJoinTheSameClusters) {
    const Platform platform = parse_platform(good_but(R"("links": [{"from": "a", "to": "b",)",
                                                      R"("links": [{"from": "b", "to": "a", "symmetric": false},
                              {"from": "a", "to": "b", "symmetric": false,)"),
                                             "x");
    EXPECT_EQ(platform.find_link(1, 0), &platform.links[0]);
    EXPECT_EQ(platform.find_link(0, 1), &platform.links[1]);
}

TEST(PlatformFile, AFileThatIsNotThereIsNamed) {
    EXPECT_THROW((void)read_platform("/nowhere/grid.json"), InputError);
}

}  // namespace
}  // namespace causeway::platform
