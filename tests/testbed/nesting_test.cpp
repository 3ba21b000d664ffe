/// Grids whose sites hold LANs and whose regions hold sites: their files, their parts, and the way of packets.
#include "testbed/emulation.hpp"
#include "testbed/grid.hpp"
#include "testbed/parts.hpp"
#include "testbed/read_parts.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/json_input.hpp"
#include "causeway/base/json_output.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace causeway::testbed {
namespace {

using base::InputError;
using base::JsonOutput;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr Bytes kFullPacket{1000};
constexpr double kRoundingError = 1e-12;  // some additions of doubles below 100

// Two regions; in north the site a with the LANs aa and ab, and the site b without LANs; in south the site c with one
// LAN. Of a packet of 1000 bytes, a NIC takes 1 ms, the uplink of a LAN 2 ms, that of a site 4 ms, that of a region 8
// ms. Hosts: aa0 aa1 ab0 ab1 b0 b1 ca0 ca1.
JsonOutput nested_document() {
    return JsonOutput::parse(R"({"causeway": "grid", "version": 1, "name": "g", "nic_rate": 1e6, "lan_latency": 0.0001,
        "latency": 0.5,
        "regions": [
          {"name": "north", "uplink_rate": 125e3, "latency": [{"between": ["b", "a"], "seconds": 0.05}],
           "sites": [
             {"name": "a", "uplink_rate": 250e3, "latency": 0.01,
              "lans": [{"name": "aa", "hosts": 2, "uplink_rate": 500e3}, {"name": "ab", "hosts": 2, "uplink_rate": 500e3}]},
             {"name": "b", "hosts": 2, "uplink_rate": 250e3}]},
          {"name": "south", "uplink_rate": 125e3, "sites": [
             {"name": "c", "uplink_rate": 250e3, "lan_latency": 0.0002,
              "lans": [{"name": "ca", "hosts": 2, "uplink_rate": 500e3}]}]}]})");
}

constexpr int kAa0 = 0;
constexpr int kAa1 = 1;
constexpr int kAb0 = 2;
constexpr int kAb1 = 3;
constexpr int kB0 = 4;
constexpr int kCa0 = 6;
constexpr int kCa1 = 7;

Grid nested(const JsonOutput& content) {
    return read_grid(base::JsonInput::parse(content.dump(), "grid.json"));
}

int part(const Grid& grid, const std::string& name) {
    return part_called(name, grid, all_parts(grid), "test");
}

InputError::Fault fault_of_nested(const JsonOutput& content) {
    try {
        nested(content);
    } catch (const InputError& error) {
        return error.fault();
    }
    ADD_FAILURE() << "accepted: " << content.dump();
    return {};
}

std::vector<std::string> names(const Grid& grid, const std::vector<int>& parts) {
    std::vector<std::string> result;
    result.reserve(parts.size());
    for (const int own : parts) {
        result.push_back(part_name(grid, own));
    }
    return result;
}

/// When each of the packets arrives that are sent at time 0, one for each of `flows`.
struct Ends {
    int from;
    int to;
};
std::vector<double> due_times(Emulation& emulation, const std::vector<Ends>& flows) {
    for (std::size_t i = 0; i < flows.size(); ++i) {
        EXPECT_TRUE(emulation.send(
            {static_cast<std::uint32_t>(i), flows[i].from, flows[i].to, kFullPacket, kFullPacket}, Seconds(0)));
    }
    std::vector<double> result(flows.size(), std::nan(""));
    for (const Emulation::Delivery& delivery : emulation.advance(Seconds(100)).delivered) {
        result[delivery.packet] = delivery.due.value();
    }
    return result;
}

TEST(NestedGrid, has_parts_in_the_order_of_its_file) {
    const Grid grid = nested(nested_document());
    EXPECT_THAT(names(grid, all_parts(grid)), ElementsAre("north", "a", "aa", "ab", "b", "south", "c", "ca"));
    EXPECT_THAT(names(grid, parts_within(grid, kWhole)), ElementsAre("north", "south"));
    EXPECT_THAT(names(grid, parts_within(grid, part(grid, "north"))), ElementsAre("a", "b"));
    EXPECT_THAT(names(grid, sites_beneath(grid, part(grid, "north"))), ElementsAre("aa", "ab", "b"));
    EXPECT_EQ(counts_of_parts(grid), "2 regions, 3 sites, 3 LANs");
    std::vector<std::string> hosts;
    for (const Host& host : hosts_of(grid)) {
        hosts.push_back(host.name);
    }
    EXPECT_THAT(hosts, ElementsAre("aa0", "aa1", "ab0", "ab1", "b0", "b1", "ca0", "ca1"));
}

TEST(NestedGrid, leads_packets_through_the_boundaries_between_two_sites_only) {
    const Grid grid = nested(nested_document());
    const Way far = way_between(grid, part(grid, "aa"), part(grid, "ca"));
    EXPECT_THAT(names(grid, far.out), ElementsAre("aa", "a", "north"));
    EXPECT_THAT(names(grid, far.into), ElementsAre("south", "c", "ca"));
    const Way near = way_between(grid, part(grid, "ab"), part(grid, "b"));
    EXPECT_THAT(names(grid, near.out), ElementsAre("ab", "a"));
    EXPECT_THAT(names(grid, near.into), ElementsAre("b"));
    const Way inside = way_between(grid, part(grid, "aa"), part(grid, "ab"));
    EXPECT_THAT(names(grid, inside.out), ElementsAre("aa"));
    EXPECT_THAT(names(grid, inside.into), ElementsAre("ab"));
}

TEST(NestedGrid, takes_as_long_as_all_links_on_the_way) {
    const auto alone = [](int from, int to) {
        Emulation emulation(nested(nested_document()));
        const double due = due_times(emulation, {{from, to}}).front();
        Emulation waking(nested(nested_document()));
        EXPECT_TRUE(waking.send({0, from, to, kFullPacket, kFullPacket}, Seconds(0)));
        EXPECT_NEAR(waking.next_wake().value(), due, kRoundingError) << "and no sooner looked for";
        return due;
    };
    EXPECT_NEAR(alone(kAa0, kAa1), 0.001 + 0.0001 + 0.001, kRoundingError);
    EXPECT_NEAR(alone(kCa0, kCa1), 0.001 + 0.0002 + 0.001, kRoundingError);
    EXPECT_NEAR(alone(kAa0, kAb0), 0.001 + 0.002 + 0.01 + 0.002 + 0.001, kRoundingError);
    EXPECT_NEAR(alone(kAa0, kB0), 0.001 + 0.002 + 0.004 + 0.05 + 0.004 + 0.001, kRoundingError);
    EXPECT_NEAR(alone(kB0, kAa0), 0.001 + 0.004 + 0.05 + 0.004 + 0.002 + 0.001, kRoundingError);
    EXPECT_NEAR(alone(kAa0, kCa0), 2 * (0.001 + 0.002 + 0.004 + 0.008) + 0.5, kRoundingError);
}

TEST(NestedGrid, delivers_the_same_whether_looked_at_late_or_on_every_wake) {
    Emulation late(nested(nested_document()));
    Emulation punctual(nested(nested_document()));
    for (std::uint32_t i = 0; i < 40; ++i) {
        const int from = static_cast<int>(i % 8);
        const int to = static_cast<int>((i * 7 + 1) % 8);
        if (from != to) {
            ASSERT_TRUE(late.send({i, from, to, kFullPacket, kFullPacket}, Seconds(0)));
            ASSERT_TRUE(punctual.send({i, from, to, kFullPacket, kFullPacket}, Seconds(0)));
        }
    }
    std::vector<Emulation::Delivery> one_by_one;
    while (punctual.next_wake() < Seconds::infinity()) {
        const Seconds wake = punctual.next_wake();
        for (const Emulation::Delivery& delivery : punctual.advance(wake).delivered) {
            EXPECT_NEAR(delivery.due.value(), wake.value(), kRoundingError);
            one_by_one.push_back(delivery);
        }
    }
    const std::vector<Emulation::Delivery>& at_once = late.advance(Seconds(100)).delivered;
    ASSERT_EQ(one_by_one.size(), at_once.size());
    for (std::size_t i = 0; i < at_once.size(); ++i) {
        EXPECT_EQ(one_by_one[i].packet, at_once[i].packet);
        EXPECT_EQ(one_by_one[i].due, at_once[i].due);
    }
}

TEST(NestedGrid, lets_the_lans_of_a_site_share_its_uplink) {
    Emulation emulation(nested(nested_document()));
    const std::vector<double> due = due_times(emulation, {{kAa0, kB0}, {kAb0, kB0 + 1}});
    EXPECT_NEAR(due[1] - due[0], 0.004, kRoundingError);
}

TEST(NestedGrid, lets_the_sites_of_a_region_share_its_uplink) {
    Emulation emulation(nested(nested_document()));
    const std::vector<double> due = due_times(emulation, {{kAa0, kCa0}, {kB0, kCa1}});
    EXPECT_NEAR(due[1], 2 * (0.001 + 0.004 + 0.008) + 0.5 + 0.002, kRoundingError) << "b is nearer to the boundary";
    EXPECT_NEAR(due[0] - due[1], 0.008, kRoundingError);
}

TEST(NestedGrid, keeps_what_parts_of_a_group_exchange_from_its_boundary) {
    Emulation emulation(nested(nested_document()));
    // Within a: through the uplinks of its LANs. Within north: through those of a and b.
    const std::vector<double> due = due_times(emulation, {{kAa0, kAb0}, {kAb1, kB0}, {kAa1, kCa0}});
    EXPECT_NEAR(due[0], 0.001 + 0.002 + 0.01 + 0.002 + 0.001, kRoundingError);
    const Grid& grid = emulation.grid();
    const Traffic& traffic = emulation.traffic();
    const auto out = [&grid, &traffic](const char* name) {
        return traffic.out[static_cast<std::size_t>(part(grid, name))].packets;
    };
    const auto into = [&grid, &traffic](const char* name) {
        return traffic.into[static_cast<std::size_t>(part(grid, name))].packets;
    };
    EXPECT_EQ(out("aa"), 2);
    EXPECT_EQ(out("ab"), 1);
    EXPECT_EQ(into("ab"), 1);
    EXPECT_EQ(out("a"), 2);
    EXPECT_EQ(into("a"), 0);
    EXPECT_EQ(into("b"), 1);
    EXPECT_EQ(out("north"), 1);
    EXPECT_EQ(into("north"), 0);
    EXPECT_EQ(into("south"), 1);
    EXPECT_EQ(into("ca"), 1);
    EXPECT_EQ(traffic.between(part(grid, "aa"), part(grid, "ab")).packets, 1);
    EXPECT_EQ(traffic.between(part(grid, "a"), part(grid, "b")).packets, 1);
    EXPECT_EQ(traffic.between(part(grid, "b"), part(grid, "a")).packets, 0);
    EXPECT_EQ(traffic.between(part(grid, "north"), part(grid, "south")), (Crossing{1, Bytes(1000), Bytes(1000)}));
}

TEST(NestedGrid, has_one_link_of_its_own_for_all_beneath_two_parts) {
    JsonOutput content = nested_document();
    content["capacity"] = 1e4;  // 100 ms for a packet
    Emulation emulation(nested(content));
    const std::vector<double> due = due_times(emulation, {{kAa0, kCa0}, {kB0, kCa1}, {kCa0, kB0}});
    EXPECT_NEAR(due[0] - due[1], 0.1, kRoundingError);
    EXPECT_NEAR(due[2], 2 * (0.001 + 0.004 + 0.008) + 0.002 + 0.5 + 0.1, kRoundingError) << "each way by itself";
}

TEST(NestedGrid, loses_at_every_boundary_and_between_all_beneath_two_parts) {
    JsonOutput content = nested_document();
    content["loss"] = 0.1;
    content["regions"][0]["uplink_loss"] = 0.2;
    content["regions"][1]["sites"][0]["downlink_loss"] = 0.3;
    Emulation emulation(nested(content));
    constexpr int kPackets = 4000;
    for (int i = 0; i < kPackets; ++i) {
        ASSERT_TRUE(emulation.send({static_cast<std::uint32_t>(i), kAa0, kCa0, kFullPacket, kFullPacket}, Seconds(i)));
    }
    const double expected = 1 - 0.9 * 0.8 * 0.7;
    EXPECT_NEAR(static_cast<double>(emulation.advance(Seconds(1e6)).lost.size()), kPackets * expected,
                4 * std::sqrt(kPackets * expected * (1 - expected)));
    const Traffic& traffic = emulation.traffic();
    const Grid& grid = emulation.grid();
    EXPECT_EQ(traffic.out[static_cast<std::size_t>(part(grid, "north"))].packets, kPackets) << "lost behind it";
    EXPECT_LT(traffic.into[static_cast<std::size_t>(part(grid, "south"))].packets, kPackets);
}

TEST(NestedGrid, counts_no_packet_that_is_dropped) {
    Emulation emulation(nested(nested_document()));
    for (std::uint32_t i = 0; i < 150; ++i) {
        ASSERT_TRUE(emulation.send({i, kAa0, kCa0, kFullPacket, Bytes(900)}, Seconds(0)));
    }
    const auto delivered = static_cast<std::int64_t>(emulation.advance(Seconds(100)).delivered.size());
    const Grid& grid = emulation.grid();
    const Crossing& crossing = emulation.traffic().out[static_cast<std::size_t>(part(grid, "north"))];
    EXPECT_LT(crossing.packets, 150) << "its queue was too long for the rest";
    EXPECT_EQ(crossing, (Crossing{delivered, delivered * Bytes(1000), delivered * Bytes(900)}));
}

TEST(NestedGrid, can_be_changed_part_by_part) {
    Emulation emulation(nested(nested_document()));
    const Grid& grid = emulation.grid();
    emulation.apply({&quantity("uplink", "", ""), part(grid, "north"), part(grid, "north"), 1e6});
    emulation.apply({&quantity("latency", "", ""), part(grid, "north"), part(grid, "south"), 0.2});
    const double due = due_times(emulation, {{kAa0, kCa0}}).front();
    EXPECT_NEAR(due, 2 * (0.001 + 0.002 + 0.004) + 0.001 + 0.2 + 0.008, kRoundingError);
    EXPECT_THAT(names(grid, parts_with(quantity("nic", "", ""), grid)), ElementsAre("aa", "ab", "b", "ca"));
    EXPECT_EQ(parts_with(quantity("downlink_loss", "", ""), grid), all_parts(grid));
}

TEST(NestedGrid, tells_why_two_parts_have_nothing_between_them) {
    const Grid grid = nested(nested_document());
    const auto why = [&grid](const char* a, const char* b) {
        return why_not_neighbours(grid, part(grid, a), part(grid, b)).value_or(NotNeighbours{});
    };
    EXPECT_EQ(why("north", "south").found, "");
    EXPECT_EQ(why("aa", "ab").found, "");
    EXPECT_THAT(why("aa", "ca").accepted, HasSubstr("here 'north' and 'south'"));
    EXPECT_THAT(why("ab", "b").accepted, HasSubstr("here 'a' and 'b'"));
    EXPECT_EQ(why("north", "aa").found, "'aa', which is in 'north'");
    EXPECT_EQ(why("aa", "aa").found, "'aa' twice");
}

TEST(NestedGridFile, is_read_back_from_what_it_is_written_as) {
    JsonOutput content = nested_document();
    content["capacity"] = 1e5;
    content["regions"][0]["jitter"] = {{{"between", {"a", "b"}}, {"seconds", 0.001}}};
    content["regions"][0]["sites"][0]["per_flow_limit"] = 4e5;
    content["regions"][0]["sites"][0]["loss"] = 0.01;
    content["regions"][0]["downlink_rate"] = 2e5;
    content["regions"][1]["uplink_loss"] = 0.02;
    content["changes"] = JsonOutput::parse(
        R"([{"after": 1, "set": {"what": "uplink", "sites": ["north"], "value": 5e6}},
            {"after": 2, "set": {"what": "latency", "sites": ["aa", "ab"], "value": 0.1}}])");
    content["noise"] =
        JsonOutput::parse(R"({"loss_bursts": [{"between": ["south", "north"], "probability": 0.1, "length": 2}]})");
    const Grid grid = nested(content);
    EXPECT_EQ(grid.capacity(part(grid, "south"), part(grid, "north")), BytesPerSecond(1e5));
    EXPECT_EQ(grid.jitter(part(grid, "b"), part(grid, "a")), Seconds(0.001));
    EXPECT_EQ(grid.per_flow_limit(part(grid, "aa"), part(grid, "ab")), BytesPerSecond(4e5));
    EXPECT_EQ(boundary_of(grid, part(grid, "north")).downlink_rate, BytesPerSecond(2e5));
    EXPECT_EQ(boundary_of(grid, part(grid, "south")).downlink_loss, 0.02);
    EXPECT_EQ(to_text(grid.changes[0].change, grid), "uplink of north becomes 5.00 MB/s");
    EXPECT_EQ(to_text(grid.changes[1].change, grid), "latency between aa and ab becomes 100 ms");
    const Grid again = read_grid(base::JsonInput::parse(grid_text(grid), "again"));
    EXPECT_EQ(grid_text(again), grid_text(grid));
    EXPECT_EQ(names(again, all_parts(again)), names(grid, all_parts(grid)));
    EXPECT_EQ(again.latency, grid.latency);
}

TEST(NestedGridFile, keeps_the_order_of_sites_with_and_without_lans) {
    const Grid grid = nested(JsonOutput::parse(
        R"({"causeway": "grid", "version": 1, "name": "g", "nic_rate": 1e6, "lan_latency": 0, "latency": 0.1, "sites": [
            {"name": "z", "hosts": 1, "uplink_rate": 1e6},
            {"name": "y", "uplink_rate": 1e6, "latency": 0.01, "lans": [{"name": "x", "hosts": 1, "uplink_rate": 1e6},
                                                                        {"name": "w", "hosts": 1, "uplink_rate": 1e6}]},
            {"name": "v", "hosts": 1, "uplink_rate": 1e6}]})"));
    EXPECT_THAT(names(grid, parts_within(grid, kWhole)), ElementsAre("z", "y", "v"));
    const Grid again = read_grid(base::JsonInput::parse(grid_text(grid), "again"));
    EXPECT_EQ(names(again, all_parts(again)), names(grid, all_parts(grid)));
    EXPECT_EQ(hosts_of(again).back().name, "v0");
    EXPECT_EQ(grid_text(again), grid_text(grid));
}

TEST(NestedGridFile, needs_no_uplink_of_groups_that_are_alone_nor_of_those_without_a_limit) {
    JsonOutput content = nested_document();
    content["regions"].erase(1);
    content["regions"][0].erase("uplink_rate");
    content.erase("latency");
    EXPECT_TRUE(std::isinf(boundary_of(nested(content), part(nested(content), "north")).uplink_rate.value()));
    content["regions"][0]["sites"].erase(0);
    content["regions"][0].erase("latency");
    content["regions"][0]["sites"][0].erase("uplink_rate");
    EXPECT_EQ(nested(content).sites.size(), 1U);
    content = nested_document();
    content["regions"][0].erase("uplink_rate");
    EXPECT_TRUE(std::isinf(boundary_of(nested(content), part(nested(content), "north")).uplink_rate.value()));
}

TEST(NestedGridFile, says_what_is_wrong_and_where) {
    JsonOutput content = nested_document();
    content["regions"][0]["sites"][0]["lans"][1].erase("uplink_rate");
    EXPECT_EQ(fault_of_nested(content).place, "regions[0].sites[0].lans[1]");
    EXPECT_THAT(fault_of_nested(content).found, HasSubstr("uplink_rate"));

    content = nested_document();
    content["regions"][0]["sites"][0].erase("latency");
    EXPECT_EQ(fault_of_nested(content).place, "regions[0].sites[0].latency");
    EXPECT_EQ(fault_of_nested(content).found, "nothing between aa and ab");

    content = nested_document();
    content["regions"][0]["latency"][0]["between"] = {"aa", "b"};
    EXPECT_EQ(fault_of_nested(content).place, "regions[0].latency[0].between[0]");
    EXPECT_EQ(fault_of_nested(content).accepted, "one of a, b");

    content = nested_document();
    content["latency"] = "far";
    EXPECT_EQ(fault_of_nested(content).place, "latency");
    EXPECT_THAT(fault_of_nested(content).accepted, HasSubstr("pairs of regions"));
    content["latency"] = -1;
    EXPECT_EQ(fault_of_nested(content).place, "latency");

    content = nested_document();
    content["regions"][1]["sites"][0]["name"] = "aa";
    EXPECT_EQ(fault_of_nested(content).place, "regions[1].sites[0].name") << "names are unique in the whole grid";

    content = nested_document();
    content["regions"][1]["sites"][0]["hosts"] = 2;
    EXPECT_EQ(fault_of_nested(content).found, "both 'hosts' and 'lans'");
    content = nested_document();
    content["regions"][1]["sites"][0] = {{"name", "c"}, {"uplink_rate", 1e6}};
    EXPECT_EQ(fault_of_nested(content).found, "neither 'hosts' nor 'lans'");
    content = nested_document();
    content["regions"][1]["sites"][0]["lans"] = JsonOutput::array();
    EXPECT_EQ(fault_of_nested(content).place, "regions[1].sites[0].lans");
    EXPECT_EQ(fault_of_nested(content).accepted, "at least one LAN");
    content = nested_document();
    content["regions"][1]["sites"][0]["lans"][0]["lans"] = JsonOutput::array();
    EXPECT_THAT(fault_of_nested(content).found, HasSubstr("unknown key 'lans'")) << "a LAN holds hosts only";
    content = nested_document();
    content["sites"] = content["regions"][0]["sites"];
    EXPECT_EQ(fault_of_nested(content).found, "both 'regions' and 'sites'");
    content.erase("sites");
    content.erase("regions");
    EXPECT_EQ(fault_of_nested(content).found, "neither 'regions' nor 'sites'");

    content = nested_document();
    content.erase("nic_rate");
    EXPECT_EQ(fault_of_nested(content).place, "regions[0].sites[0].lans[0]");
    EXPECT_THAT(fault_of_nested(content).accepted, HasSubstr("at the top or in between"));

    content = nested_document();
    content["changes"] =
        JsonOutput::parse(R"([{"after": 1, "set": {"what": "latency", "sites": ["aa", "b"], "value": 1}}])");
    EXPECT_EQ(fault_of_nested(content).place, "changes[0].set.sites");
    EXPECT_THAT(fault_of_nested(content).accepted, HasSubstr("here 'a' and 'b'"));
    content["changes"] = JsonOutput::parse(R"([{"after": 1, "set": {"what": "nic", "sites": ["a"], "value": 1}}])");
    EXPECT_EQ(fault_of_nested(content).accepted, "one of aa, ab, b, ca");
}

TEST(Traffic, is_read_back_from_its_json_and_told_since_a_moment) {
    Emulation emulation(nested(nested_document()));
    (void)due_times(emulation, {{kAa0, kCa0}, {kAa0, kAb0}});
    const Grid& grid = emulation.grid();
    const Traffic before = emulation.traffic();
    const std::string text = traffic_json(before, grid).dump();
    EXPECT_EQ(traffic_json(read_traffic(base::JsonInput::parse(text, "traffic"), grid), grid).dump(), text);
    ASSERT_TRUE(emulation.send({0, kAb0, kAa1, kFullPacket, Bytes(10)}, Seconds(200)));
    (void)emulation.advance(Seconds(300));
    const Traffic since = emulation.traffic().since(before);
    EXPECT_EQ(since.out[static_cast<std::size_t>(part(grid, "ab"))], (Crossing{1, kFullPacket, Bytes(10)}));
    EXPECT_EQ(since.out[static_cast<std::size_t>(part(grid, "aa"))], Crossing{});
    EXPECT_EQ(since.between(part(grid, "ab"), part(grid, "aa")), (Crossing{1, kFullPacket, Bytes(10)}));
    EXPECT_THAT(traffic_lines(since, grid), testing::Contains(testing::MatchesRegex("ab to aa  *1000  *1")));
}

}  // namespace
}  // namespace causeway::testbed
