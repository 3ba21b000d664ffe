/// Noise: what a grid file says of it, and losses in bursts. The processes that make it are in end_to_end.sh.
#include "testbed/noise.hpp"

#include "testbed/emulation.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/json_input.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace causeway::testbed {
namespace {

using testing::ElementsAre;

Grid grid_with(const std::string& noise) {
    return read_grid(base::JsonInput::parse(R"({"causeway": "grid", "version": 1, "name": "g", "lan_latency": 0.0001,
        "sites": [{"name": "a", "hosts": 2, "uplink_rate": 1e9}, {"name": "b", "hosts": 2, "uplink_rate": 1e9}],
        "latency": [{"between": ["a", "b"], "seconds": 0.01}], "nic_rate": 1e9, "noise": )" +
                                                noise + "}",
                                            "grid.json"));
}

std::string place_of_fault(const std::string& noise) {
    try {
        (void)grid_with(noise);
    } catch (const base::InputError& error) {
        return error.fault().place;
    }
    ADD_FAILURE() << "accepted: " << noise;
    return {};
}

TEST(Noise, IsReadAndWritten) {
    const Grid grid = grid_with(R"({"router": "ordinary", "busy_loops": 2,
        "cross_traffic": [{"from": "a1", "to": "b0", "rate": 5e6, "on": 1, "off": 2}, {"from": "b1", "to": "b0"}],
        "loss_bursts": [{"between": ["b", "a"], "probability": 0.001, "length": 5}]})");
    EXPECT_THAT(noise_lines(grid.noise, grid),
                ElementsAre("a router of ordinary priority", "2 busy loops",
                            "cross traffic from a1 to b0, 5.00 MB/s, on for 1.00 s and off for 2.00 s on average",
                            "cross traffic from b1 to b0, as fast as TCP goes",
                            "between b and a: bursts of 5 lost packets, at 0.001 of them"));
    EXPECT_EQ(grid_text(read_grid(base::JsonInput::parse(grid_text(grid), "again"))), grid_text(grid));
    const Grid quiet = grid_with(R"({"router": "punctual", "busy_loops": 0})");
    EXPECT_THAT(noise_lines(quiet.noise, quiet), ElementsAre());
}

TEST(Noise, ThatCannotBeIsRefusedWithItsPlace) {
    EXPECT_EQ(place_of_fault(R"({"router": "late"})"), "noise.router");
    EXPECT_EQ(place_of_fault(R"({"busy_loops": -1})"), "noise.busy_loops");
    EXPECT_EQ(place_of_fault(R"({"cross_traffic": [{"from": "a0", "to": "c0"}]})"), "noise.cross_traffic[0].to");
    EXPECT_EQ(place_of_fault(R"({"cross_traffic": [{"from": "a0", "to": "a0"}]})"), "noise.cross_traffic[0].to");
    EXPECT_EQ(place_of_fault(R"({"cross_traffic": [{"from": "a0", "to": "a1", "on": 0}]})"),
              "noise.cross_traffic[0].on");
    EXPECT_EQ(place_of_fault(R"({"loss_bursts": [{"between": ["a", "b"], "probability": 1, "length": 3}]})"),
              "noise.loss_bursts[0].probability");
    EXPECT_EQ(place_of_fault(R"({"loss_bursts": [{"between": ["a", "b"], "probability": 0.1, "length": 3},
                                                 {"between": ["b", "a"], "probability": 0.1, "length": 3}]})"),
              "noise.loss_bursts[1].between");
}

/// The packets that are lost of `count` from host 0 to host `to`.
std::vector<std::uint32_t> lost(Emulation& emulation, int count, int to) {
    for (int i = 0; i < count; ++i) {
        EXPECT_TRUE(
            emulation.send({static_cast<std::uint32_t>(i), 0, to, Bytes(1000), Bytes(1000)}, Seconds(i * 0.001)));
    }
    return emulation.advance(Seconds(1000)).lost;
}

TEST(LossBursts, AreOfTheirLengthAndAsOftenAsAsked) {
    const std::string noise = R"({"loss_bursts": [{"between": ["a", "b"], "probability": 0.01, "length": 4}]})";
    constexpr int kPackets = 20000;
    constexpr double kLength = 4.0;
    Emulation emulation(grid_with(noise));
    const std::vector<std::uint32_t> got = lost(emulation, kPackets, 2);
    std::size_t run = 0;
    for (std::size_t i = 0; i < got.size(); ++i) {
        ++run;
        if (i + 1 == got.size() || got[i + 1] != got[i] + 1) {
            EXPECT_EQ(run % static_cast<std::size_t>(kLength), 0U) << "bursts may follow one another";
            run = 0;
        }
    }
    // A burst for each hundred packets that are outside of one.
    const double bursts = kPackets / (1 / 0.01 + kLength - 1);
    EXPECT_NEAR(static_cast<double>(got.size()) / kLength, bursts, 4 * std::sqrt(bursts));
    Emulation again(grid_with(noise));
    EXPECT_EQ(lost(again, kPackets, 2), got);
}

TEST(LossBursts, SpareASiteAndEndWithTheNoise) {
    Emulation emulation(grid_with(R"({"loss_bursts": [{"between": ["a", "b"], "probability": 0.5, "length": 2}]})"));
    EXPECT_TRUE(lost(emulation, 100, 1).empty()) << "inside a";
    emulation.apply(Noise{});
    EXPECT_LE(lost(emulation, 100, 2).size(), 1U) << "what is left of a burst";
}

}  // namespace
}  // namespace causeway::testbed
