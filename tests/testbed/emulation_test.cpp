/// The timing model: when packets arrive.
#include "testbed/emulation.hpp"

#include "causeway/base/json_input.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace causeway::testbed {
namespace {

// Rates and sizes are such that a packet of 1000 bytes takes 1 ms through a NIC and 10 ms through an
// uplink; host 0 and 1 are on site a, 2 and 3 on b, 4 and 5 on c.
constexpr Bytes kPacket{1000};
constexpr double kTolerance = 1e-12;  // some additions of doubles below 100

Grid grid() {
    return read_grid(base::JsonInput::parse(
        R"({"causeway": "grid", "version": 1, "name": "g", "lan_latency": 0.0001, "nic_rate": 1e6,
            "sites": [{"name": "a", "hosts": 2, "uplink_rate": 1e5}, {"name": "b", "hosts": 2, "uplink_rate": 1e5},
                      {"name": "c", "hosts": 2, "uplink_rate": 1e5}],
            "latency": [{"between": ["a", "b"], "seconds": 0.5}, {"between": ["a", "c"], "seconds": 0.7},
                        {"between": ["b", "c"], "seconds": 0.3}]})",
        "grid"));
}

struct Arrival {
    std::uint32_t packet;
    double due;
};

/// Everything that has arrived by `until`, looked at once only: late, but with the right due times.
std::vector<Arrival> arrivals(Emulation& emulation, Seconds until = Seconds(100)) {
    std::vector<Arrival> result;
    for (const Emulation::Delivery& delivery : emulation.advance(until).delivered) {
        result.push_back({delivery.packet, delivery.due.value()});
    }
    return result;
}

void send(Emulation& emulation, std::uint32_t packet, int from, int to, double now) {
    ASSERT_TRUE(emulation.send({packet, from, to, kPacket, kPacket}, Seconds(now)));
}

TEST(Emulation, passes_two_nics_and_the_latency_within_a_site) {
    Emulation emulation(grid());
    send(emulation, 7, 0, 1, 2.0);
    const std::vector<Arrival> got = arrivals(emulation);
    ASSERT_EQ(got.size(), 1U);
    EXPECT_EQ(got[0].packet, 7U);
    EXPECT_NEAR(got[0].due, 2.0 + 0.001 + 0.0001 + 0.001, kTolerance);
}

TEST(Emulation, passes_both_links_between_sites) {
    Emulation emulation(grid());
    send(emulation, 0, 0, 2, 2.0);
    EXPECT_NEAR(arrivals(emulation).at(0).due, 2.0 + 0.001 + 0.01 + 0.5 + 0.01 + 0.001, kTolerance);
}

TEST(Emulation, lets_packets_queue_for_the_nic) {
    Emulation emulation(grid());
    send(emulation, 0, 0, 1, 0.0);
    send(emulation, 1, 0, 1, 0.0);
    EXPECT_NEAR(emulation.nic_backlog(0, Seconds(0.0005)).value(), 0.0015, kTolerance);
    EXPECT_EQ(emulation.nic_backlog(0, Seconds(1)), Seconds(0));
    const std::vector<Arrival> got = arrivals(emulation);
    EXPECT_NEAR(got.at(1).due - got.at(0).due, 0.001, kTolerance);
}

TEST(Emulation, lets_the_hosts_of_a_site_share_its_uplink) {
    Emulation emulation(grid());
    send(emulation, 0, 0, 2, 0.0);
    send(emulation, 1, 1, 3, 0.0);
    const std::vector<Arrival> got = arrivals(emulation);
    EXPECT_NEAR(got.at(1).due - got.at(0).due, 0.01, kTolerance);
}

TEST(Emulation, lets_sites_share_the_downlink_of_another) {
    Emulation emulation(grid());
    send(emulation, 0, 0, 4, 0.0);  // 0.7 s away
    send(emulation, 1, 2, 5, 0.4);  // 0.3 s away: both reach the downlink of c at one time
    const std::vector<Arrival> got = arrivals(emulation);
    EXPECT_NEAR(got.at(0).due, 0.722, kTolerance);
    EXPECT_NEAR(got.at(1).due, 0.732, kTolerance);
}

TEST(Emulation, serves_a_resource_in_the_order_of_arrival_not_of_sending) {
    Emulation emulation(grid());
    send(emulation, 0, 0, 4, 0.0);  // reaches the downlink of c at 0.711
    send(emulation, 1, 2, 4, 0.1);  // sent later, there at 0.411
    const std::vector<Arrival> got = arrivals(emulation);
    EXPECT_EQ(got.at(0).packet, 1U);
    EXPECT_NEAR(got.at(0).due, 0.422, kTolerance);
    EXPECT_NEAR(got.at(1).due, 0.722, kTolerance);
}

TEST(Emulation, does_not_let_one_hosts_queue_delay_anothers_way_to_the_uplink) {
    Emulation emulation(grid());
    for (std::uint32_t i = 0; i < 50; ++i) {
        send(emulation, i, 0, 2, 0.0);  // a long queue in the NIC of host 0
    }
    send(emulation, 99, 1, 3, 0.0);
    const std::vector<Arrival> got = arrivals(emulation);
    // Both NICs deliver their first packet to the uplink at 1 ms; host 1's waits for one other.
    EXPECT_EQ(got.at(1).packet, 99U);
}

TEST(Emulation, passes_the_link_of_a_pair_of_sites_after_the_uplink) {
    Grid slow = grid();
    slow.capacity(0, 1) = BytesPerSecond(5e4);
    Emulation emulation(slow);
    send(emulation, 0, 0, 2, 0.0);
    send(emulation, 1, 0, 2, 0.0);
    const std::vector<Arrival> got = arrivals(emulation);
    EXPECT_NEAR(got.at(0).due, 0.001 + 0.01 + 0.02 + 0.5 + 0.01 + 0.001, kTolerance);
    EXPECT_NEAR(got.at(1).due - got.at(0).due, 0.02, kTolerance) << "the slowest link sets the pace";
}

TEST(Emulation, lets_links_of_different_pairs_of_sites_run_side_by_side) {
    Grid pairwise = grid();
    for (Site& site : pairwise.sites) {
        site.boundary.uplink_rate = BytesPerSecond(1e12);
        site.boundary.downlink_rate = BytesPerSecond(1e12);
    }
    pairwise.capacity(0, 1) = BytesPerSecond(5e4);
    pairwise.capacity(0, 2) = BytesPerSecond(1e5);
    Emulation emulation(pairwise);
    send(emulation, 0, 0, 2, 0.0);
    send(emulation, 1, 0, 2, 0.0);
    send(emulation, 2, 1, 4, 0.0);
    send(emulation, 3, 1, 4, 0.0);
    const std::vector<Arrival> got = arrivals(emulation);
    ASSERT_EQ(got.size(), 4U);
    constexpr double kThroughUplinks = 1e-8;
    EXPECT_NEAR(got[0].due, 0.001 + 0.02 + 0.5 + 0.001, kThroughUplinks);
    EXPECT_NEAR(got[1].due - got[0].due, 0.02, kThroughUplinks) << "one behind the other to b";
    EXPECT_NEAR(got[2].due, 0.001 + 0.01 + 0.7 + 0.001, kThroughUplinks) << "while others go to c";
    EXPECT_NEAR(got[3].due - got[2].due, 0.01, kThroughUplinks);
}

TEST(Emulation, drops_what_would_wait_too_long) {
    Emulation emulation(grid());
    int accepted = 0;
    for (std::uint32_t i = 0; i < 300; ++i) {
        accepted += emulation.send({i, 0, 1, kPacket, kPacket}, Seconds(0)) ? 1 : 0;
    }
    EXPECT_NEAR(accepted, 201, 1) << "200 ms of queue at 1 ms each, and the one being served; sums are rounded";
    std::size_t delivered = 0;
    Emulation links(grid());
    for (std::uint32_t i = 0; i < 100; ++i) {
        send(links, i, 0, 2, 0.0);
    }
    const Emulation::Progress& progress = links.advance(Seconds(100));
    delivered = progress.delivered.size();
    EXPECT_GT(progress.dropped.size(), 0U) << "the uplink is ten times slower than the NIC";
    EXPECT_EQ(delivered + progress.dropped.size(), 100U);
}

TEST(Emulation, delivers_the_same_whether_looked_at_late_or_on_every_wake) {
    Emulation late(grid());
    Emulation punctual(grid());
    std::vector<Arrival> one_by_one;
    for (std::uint32_t i = 0; i < 40; ++i) {
        const int from = static_cast<int>(i % 6);
        const int to = static_cast<int>((i * 7 + 1) % 6);
        if (from != to) {
            send(late, i, from, to, 0.0);
            send(punctual, i, from, to, 0.0);
        }
    }
    int wakes = 0;
    while (punctual.next_wake() < Seconds::infinity()) {
        const Seconds wake = punctual.next_wake();
        for (const Emulation::Delivery& delivery : punctual.advance(wake).delivered) {
            EXPECT_LE(delivery.due, wake) << "never early";
            EXPECT_NEAR(delivery.due.value(), wake.value(), kTolerance) << "and not late";
            one_by_one.push_back({delivery.packet, delivery.due.value()});
        }
        ASSERT_LT(++wakes, 1000) << "every wake brings something on";
    }
    const std::vector<Arrival> at_once = arrivals(late);
    ASSERT_EQ(one_by_one.size(), at_once.size());
    for (std::size_t i = 0; i < at_once.size(); ++i) {
        EXPECT_EQ(one_by_one[i].packet, at_once[i].packet);
        EXPECT_EQ(one_by_one[i].due, at_once[i].due);
    }
}

TEST(Emulation, wakes_only_for_the_delivery_of_an_unhindered_packet) {
    Emulation emulation(grid());
    EXPECT_EQ(emulation.next_wake(), Seconds::infinity());
    send(emulation, 0, 0, 2, 0.0);
    EXPECT_NEAR(emulation.next_wake().value(), 0.522, kTolerance);
}

TEST(Emulation, applies_changes_to_what_has_not_passed_yet) {
    Emulation emulation(grid());
    send(emulation, 0, 0, 2, 0.0);
    emulation.apply({&quantity("latency", "", ""), 0, 1, 0.1});
    emulation.apply({&quantity("downlink", "", ""), 1, 1, 1e6});
    EXPECT_LE(emulation.next_wake(), Seconds(0.113));
    EXPECT_NEAR(arrivals(emulation).at(0).due, 0.001 + 0.01 + 0.1 + 0.001 + 0.001, kTolerance);
    EXPECT_EQ(emulation.grid().latency(1, 0), Seconds(0.1));
}

/// A NIC passes 1000 bytes in 1 us; host 0 costs 1 ms + 1 us a byte, host 1 half of that, host 2 nothing.
Grid unequal_grid() {
    return read_grid(base::JsonInput::parse(
        R"({"causeway": "grid", "version": 1, "name": "g", "lan_latency": 0, "nic_rate": 1e9,
            "sites": [{"name": "a", "hosts": 3, "processors": [{"fixed": 1e-3, "per_byte": 1e-6},
                       {"fixed": 5e-4, "per_byte": 5e-7}, {"fixed": 0, "per_byte": 0}]}]})",
        "grid"));
}

TEST(Emulation, data_takes_both_processors_one_after_the_other) {
    Emulation emulation(unequal_grid());
    send(emulation, 0, 0, 1, 0.0);
    EXPECT_NEAR(arrivals(emulation).at(0).due, 0.002 + 2e-6 + 0.001, kTolerance);
    send(emulation, 1, 0, 2, 200.0);
    EXPECT_NEAR(arrivals(emulation, Seconds(300)).at(0).due, 200.0 + 0.002 + 2e-6, kTolerance);
}

TEST(Emulation, a_processor_sends_and_receives_one_packet_at_a_time) {
    Emulation emulation(unequal_grid());
    send(emulation, 0, 0, 2, 0.0);
    send(emulation, 1, 0, 2, 0.0);
    send(emulation, 2, 2, 0, 0.0);
    EXPECT_NEAR(emulation.nic_backlog(0, Seconds(0)).value(), 0.004 + 1e-6, kTolerance);
    const std::vector<Arrival> got = arrivals(emulation);
    EXPECT_NEAR(got.at(1).due - got.at(0).due, 0.002, kTolerance);
    EXPECT_EQ(got.at(2).packet, 2U);
    EXPECT_NEAR(got.at(2).due, 0.004 + 0.002, kTolerance) << "after what the processor had begun to send";
}

TEST(Emulation, packets_without_data_cost_no_processor) {
    Emulation emulation(unequal_grid());
    ASSERT_TRUE(emulation.send({0, 0, 1, kPacket, Bytes(0)}, Seconds(0)));
    EXPECT_NEAR(arrivals(emulation).at(0).due, 2e-6, kTolerance);
}

TEST(Emulation, wakes_for_a_delivery_not_before_the_processor_is_done) {
    Emulation emulation(unequal_grid());
    send(emulation, 0, 0, 1, 0.0);
    EXPECT_NEAR(emulation.next_wake().value(), 0.002 + 2e-6 + 0.001, kTolerance);
}

}  // namespace
}  // namespace causeway::testbed
