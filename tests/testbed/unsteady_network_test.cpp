/// Jitter, loss, limits of single flows, and changes that a grid makes by itself.
#include "testbed/emulation.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/json_input.hpp"
#include "causeway/base/json_output.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace causeway::testbed {
namespace {

using base::InputError;
using base::JsonOutput;

constexpr Bytes kPacketSize{1000};
constexpr double kRounding = 1e-12;  // some additions of doubles below 100

/// Hosts 0 and 1 on a, 2 and 3 on b; a packet takes 1 us through a NIC and an uplink, and 10 ms to the other site.
JsonOutput document() {
    return JsonOutput::parse(R"({"causeway": "grid", "version": 1, "name": "g", "lan_latency": 0.0001, "nic_rate": 1e9,
        "sites": [{"name": "a", "hosts": 2, "uplink_rate": 1e9}, {"name": "b", "hosts": 2, "uplink_rate": 1e9}],
        "latency": [{"between": ["a", "b"], "seconds": 0.01}]})");
}

Grid read_unsteady(const JsonOutput& content) {
    return read_grid(base::JsonInput::parse(content.dump(), "grid.json"));
}

InputError::Fault fault_of_unsteady(const JsonOutput& content) {
    try {
        read_unsteady(content);
    } catch (const InputError& error) {
        return error.fault();
    }
    ADD_FAILURE() << "accepted: " << content.dump();
    return {};
}

/// A packet from host 0 to host `to` every `spacing`, from `begin` on.
void send_many(Emulation& emulation, int count, int to, double spacing, double begin = 0) {
    for (int i = 0; i < count; ++i) {
        ASSERT_TRUE(emulation.send({static_cast<std::uint32_t>(i), 0, to, kPacketSize, kPacketSize},
                                   Seconds(begin + i * spacing)));
    }
}

struct Seen {
    std::vector<std::uint32_t> order;
    std::vector<double> delays;  ///< [in the order of arrival]
    std::vector<std::uint32_t> lost;
};

Seen seen(const Grid& grid, int count, double spacing) {
    Emulation emulation(grid);
    send_many(emulation, count, 2, spacing);
    Seen result;
    const Emulation::Progress& progress = emulation.advance(Seconds(1000));
    for (const Emulation::Delivery& delivery : progress.delivered) {
        result.order.push_back(delivery.packet);
        result.delays.push_back(delivery.due.value() - delivery.packet * spacing);
    }
    result.lost = progress.lost;
    return result;
}

JsonOutput with_jitter() {
    JsonOutput content = document();
    content["jitter"] = {{{"between", {"a", "b"}}, {"seconds", 0.004}}};
    return content;
}

TEST(Jitter, makes_every_packet_later_by_up_to_its_size_each_delay_as_likely) {
    const Seen got = seen(read_unsteady(with_jitter()), 4000, 0.1);
    const auto [least, most] = std::minmax_element(got.delays.begin(), got.delays.end());
    EXPECT_GE(*least, 0.010);
    EXPECT_LE(*most, 0.014 + 1e-5);
    double sum = 0;
    for (const double delay : got.delays) {
        sum += delay;
    }
    // The mean of 4000 uniform draws has a deviation of 0.004 / sqrt(12 x 4000) = 18 us.
    EXPECT_NEAR(sum / 4000, 0.012, 0.0001);
    EXPECT_NEAR(static_cast<double>(
                    std::count_if(got.delays.begin(), got.delays.end(), [](double delay) { return delay < 0.011; })),
                1000, 150);
}

TEST(Jitter, keeps_the_order_of_a_flow_unless_asked) {
    JsonOutput content = with_jitter();
    EXPECT_TRUE(std::ranges::is_sorted(seen(read_unsteady(content), 500, 0.001).order));
    content["reordering"] = true;
    EXPECT_FALSE(std::ranges::is_sorted(seen(read_unsteady(content), 500, 0.001).order));
}

TEST(Jitter, is_the_same_for_the_same_seed_whatever_other_flows_do) {
    JsonOutput content = with_jitter();
    const Grid grid = read_unsteady(content);
    const std::vector<double> alone = seen(grid, 50, 0.1).delays;
    EXPECT_EQ(seen(grid, 50, 0.1).delays, alone);
    content["seed"] = 2;
    EXPECT_NE(seen(read_unsteady(content), 50, 0.1).delays, alone);

    Emulation busy(grid);
    for (int i = 0; i < 50; ++i) {
        ASSERT_TRUE(busy.send({static_cast<std::uint32_t>(i), 0, 2, kPacketSize, kPacketSize}, Seconds(i * 0.1)));
        ASSERT_TRUE(busy.send({1000, 1, 3, kPacketSize, kPacketSize}, Seconds(i * 0.1 + 0.05)));
    }
    std::vector<double> among_others;
    for (const Emulation::Delivery& delivery : busy.advance(Seconds(1000)).delivered) {
        if (delivery.packet < 1000) {
            among_others.push_back(delivery.due.value() - delivery.packet * 0.1);
        }
    }
    EXPECT_EQ(among_others, alone);
}

TEST(Jitter, inside_a_site_is_its_own) {
    JsonOutput content = document();
    content["lan_jitter"] = 0.002;
    Emulation emulation(read_unsteady(content));
    send_many(emulation, 100, 1, 0.1);
    double most = 0;
    for (const Emulation::Delivery& delivery : emulation.advance(Seconds(1000)).delivered) {
        most = std::max(most, delivery.due.value() - delivery.packet * 0.1);
    }
    EXPECT_GT(most, 0.0015);
    EXPECT_LT(most, 0.0022);
}

TEST(Loss, takes_its_share_of_the_packets_the_same_ones_every_time) {
    JsonOutput content = document();
    content["loss"] = {{{"between", {"a", "b"}}, {"probability", 0.1}}};
    const Seen got = seen(read_unsteady(content), 4000, 0.01);
    EXPECT_NEAR(static_cast<double>(got.lost.size()), 400, 4 * std::sqrt(4000 * 0.1 * 0.9));
    EXPECT_EQ(got.lost.size() + got.order.size(), 4000U);
    EXPECT_EQ(seen(read_unsteady(content), 4000, 0.01).lost, got.lost);
}

TEST(Loss, of_an_uplink_a_pair_and_a_downlink_add_up) {
    JsonOutput content = document();
    content["loss"] = {{{"between", {"a", "b"}}, {"probability", 0.1}}};
    content["sites"][0]["uplink_loss"] = 0.2;
    content["sites"][1]["uplink_loss"] = 0.9;
    content["sites"][1]["downlink_loss"] = 0.3;
    const double expected = 1 - 0.9 * 0.8 * 0.7;
    EXPECT_NEAR(static_cast<double>(seen(read_unsteady(content), 4000, 0.01).lost.size()), 4000 * expected,
                4 * std::sqrt(4000 * expected * (1 - expected)));
}

TEST(PerFlowLimit, holds_for_each_pair_of_hosts_by_itself) {
    JsonOutput content = document();
    content["per_flow_limit"] = {{{"between", {"a", "b"}}, {"rate", 1e5}}};  // 10 ms for a packet
    Emulation emulation(read_unsteady(content));
    for (const int to : {2, 2, 3, 3}) {
        ASSERT_TRUE(emulation.send({static_cast<std::uint32_t>(to), 0, to, kPacketSize, kPacketSize}, Seconds(0)));
    }
    std::vector<double> to_2;
    std::vector<double> to_3;
    for (const Emulation::Delivery& delivery : emulation.advance(Seconds(100)).delivered) {
        (delivery.to == 2 ? to_2 : to_3).push_back(delivery.due.value());
    }
    ASSERT_EQ(to_2.size(), 2U);
    ASSERT_EQ(to_3.size(), 2U);
    EXPECT_NEAR(to_2[1] - to_2[0], 0.01, kRounding) << "the packets of a flow one behind the other";
    EXPECT_LT(to_3[1] - to_2[1], 1e-5) << "those of another flow at the same time";
}

/// How long after another each of so many packets from host 0 to host 2, sent at once at `now`, arrives.
std::vector<double> gaps_of_burst(Emulation& emulation, int count, double now) {
    send_many(emulation, count, 2, 0, now);
    std::vector<double> result;
    std::optional<Seconds> last;
    for (const Emulation::Delivery& delivery : emulation.advance(Seconds(now + 10)).delivered) {
        if (last) {
            result.push_back(delivery.due.value() - last->value());
        }
        last = delivery.due;
    }
    return result;
}

TEST(Burst, leaves_at_once_after_a_quiet_time_and_then_as_the_rate_lets_it) {
    JsonOutput content = document();
    content["sites"][0]["uplink_rate"] = 1e5;  // 10 ms for a packet
    content["sites"][0]["uplink_burst"] = 4 * kPacketSize.value();
    Emulation emulation(read_unsteady(content));
    const auto expect_burst = [&](double now) {
        const std::vector<double> gaps = gaps_of_burst(emulation, 12, now);
        ASSERT_EQ(gaps.size(), 11U);
        EXPECT_LT(gaps[2], 0.002) << "four pass at the pace of the NIC";
        EXPECT_NEAR(gaps[6], 0.01, kRounding);
        EXPECT_NEAR(gaps[10], 0.01, kRounding);
    };
    expect_burst(0);
    expect_burst(20);  // the bucket is full again, and holds no more than before
}

TEST(LongestQueue, is_as_long_as_the_grid_has_it) {
    JsonOutput content = document();
    content["sites"][0]["uplink_rate"] = 1e5;
    content["longest_queue"] = 0.055;
    Emulation emulation(read_unsteady(content));
    EXPECT_EQ(gaps_of_burst(emulation, 30, 0).size() + 1, 6U) << "the first, and five that wait for 10 to 50 ms";
}

TEST(PerFlowLimit, leaves_the_hosts_of_a_site_alone) {
    JsonOutput content = document();
    content["per_flow_limit"] = {{{"between", {"a", "b"}}, {"rate", 1e5}}};
    Emulation emulation(read_unsteady(content));
    send_many(emulation, 2, 1, 0);
    EXPECT_LT(emulation.advance(Seconds(1)).delivered.at(1).due.value(), 0.001);
}

TEST(GridFile, keeps_what_makes_a_network_unsteady) {
    JsonOutput content = with_jitter();
    content["lan_jitter"] = 1e-5;
    content["sites"][1]["lan_jitter"] = 2e-5;
    content["sites"][0]["uplink_loss"] = 0.01;
    content["loss"] = {{{"between", {"b", "a"}}, {"probability", 0.1}}};
    content["per_flow_limit"] = {{{"between", {"a", "b"}}, {"rate", 1e5}}};
    content["reordering"] = true;
    content["seed"] = 17;
    content["sites"][0]["uplink_burst"] = 3000;
    content["sites"][1]["downlink_burst"] = 5000;
    content["longest_queue"] = 0.05;
    content["changes"] =
        JsonOutput::parse(R"([{"after": 9, "set": {"what": "per_flow_limit", "sites": ["b", "a"], "value": null}},
                                         {"after": 5.5, "set": {"what": "uplink", "sites": ["b"], "value": 5e6}}])");
    const Grid grid = read_unsteady(content);
    EXPECT_EQ(grid.sites[0].lan_jitter, Seconds(1e-5));
    EXPECT_EQ(grid.sites[1].lan_jitter, Seconds(2e-5));
    EXPECT_EQ(grid.sites[0].boundary.downlink_loss, 0.01) << "the uplink's, by default";
    EXPECT_EQ(grid.sites[0].boundary.downlink_burst, Bytes(3000)) << "the same";
    EXPECT_EQ(grid.sites[1].boundary.uplink_burst, Bytes(0));
    EXPECT_EQ(grid.sites[1].boundary.downlink_burst, Bytes(5000));
    EXPECT_EQ(grid.longest_queue, Seconds(0.05));
    EXPECT_EQ(grid.loss(0, 1), 0.1);
    EXPECT_EQ(grid.jitter(1, 0), Seconds(0.004));
    EXPECT_EQ(grid.per_flow_limit(1, 0), BytesPerSecond(1e5));
    ASSERT_EQ(grid.changes.size(), 2U);
    EXPECT_EQ(grid.changes[0].after, Seconds(5.5)) << "in the order of their times";
    EXPECT_EQ(to_text(grid.changes[0].change, grid), "uplink of b becomes 5.00 MB/s");
    EXPECT_EQ(to_text(grid.changes[1].change, grid), "per_flow_limit between b and a becomes none");
    EXPECT_EQ(grid_text(read_grid(base::JsonInput::parse(grid_text(grid), "again"))), grid_text(grid));
}

TEST(GridFile, refuses_unsteadiness_that_cannot_be) {
    JsonOutput content = document();
    content["loss"] = {{{"between", {"a", "b"}}, {"probability", 1}}};
    EXPECT_EQ(fault_of_unsteady(content).place, "loss[0].probability");
    content = document();
    content["sites"][1]["uplink_loss"] = -0.1;
    EXPECT_EQ(fault_of_unsteady(content).place, "sites[1].uplink_loss");
    content = document();
    content["per_flow_limit"] = {{{"between", {"a", "b"}}, {"rate", 0}}};
    EXPECT_EQ(fault_of_unsteady(content).place, "per_flow_limit[0].rate");
    content = with_jitter();
    content["jitter"][0]["seconds"] = -1;
    EXPECT_EQ(fault_of_unsteady(content).place, "jitter[0].seconds");
    content = document();
    content["reordering"] = "sometimes";
    EXPECT_EQ(fault_of_unsteady(content).place, "reordering");
    content = document();
    content["sites"][0]["uplink_burst"] = -1;
    EXPECT_EQ(fault_of_unsteady(content).place, "sites[0].uplink_burst");
    content = document();
    content["longest_queue"] = -1;
    EXPECT_EQ(fault_of_unsteady(content).place, "longest_queue");
}

TEST(GridFile, refuses_changes_that_cannot_be_made) {
    const auto fault = [](const char* set) {
        JsonOutput content = document();
        content["changes"] = {{{"after", 1}, {"set", JsonOutput::parse(set)}}};
        return fault_of_unsteady(content);
    };
    EXPECT_EQ(fault(R"({"what": "colour", "sites": ["a"], "value": 1})").place, "changes[0].set.what");
    EXPECT_THAT(fault(R"({"what": "colour", "sites": ["a"], "value": 1})").accepted,
                testing::HasSubstr("per_flow_limit"));
    EXPECT_EQ(fault(R"({"what": "uplink", "sites": ["z"], "value": 1})").place, "changes[0].set.sites[0]");
    EXPECT_EQ(fault(R"({"what": "uplink", "sites": ["a", "b"], "value": 1})").accepted,
              "the name of one site, in a list");
    EXPECT_EQ(fault(R"({"what": "latency", "sites": ["a", "a"], "value": 1})").accepted, "two different sites");
    EXPECT_EQ(fault(R"({"what": "uplink", "sites": ["a"], "value": 0})").place, "changes[0].set.value");
    EXPECT_EQ(fault(R"({"what": "uplink", "sites": ["a"], "value": null})").place, "changes[0].set.value");
    EXPECT_EQ(fault(R"({"what": "loss", "sites": ["a", "b"], "value": 1.5})").place, "changes[0].set.value");
    EXPECT_EQ(fault(R"({"what": "loss", "sites": ["a", "b"]})").place, "changes[0].set");
    JsonOutput content = document();
    content["changes"] = {{{"after", -1}, {"set", JsonOutput::object()}}};
    EXPECT_EQ(fault_of_unsteady(content).place, "changes[0].after");
}

}  // namespace
}  // namespace causeway::testbed
