/// The grid file: what it means, and how it is refused.
#include "testbed/grid.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/json_input.hpp"
#include "causeway/base/json_output.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace causeway::testbed {
namespace {

using base::InputError;
using base::JsonOutput;
using testing::HasSubstr;

JsonOutput valid() {
    return JsonOutput::parse(R"({"causeway": "grid", "version": 1, "name": "g", "lan_latency": 5e-5, "nic_rate": 1e8,
        "sites": [{"name": "a", "hosts": 2, "uplink_rate": 2e7},
                  {"name": "b", "hosts": 3, "uplink_rate": 1e7, "downlink_rate": 3e7, "nic_rate": 5e7,
                   "lan_latency": 1e-4}],
        "latency": [{"between": ["b", "a"], "seconds": 0.005}]})");
}

Grid read(const JsonOutput& document) {
    return read_grid(base::JsonInput::parse(document.dump(), "grid.json"));
}

InputError::Fault fault_of(const JsonOutput& document) {
    try {
        read(document);
    } catch (const InputError& error) {
        return error.fault();
    }
    ADD_FAILURE() << "accepted: " << document.dump();
    return {};
}

TEST(GridFile, gives_sites_their_own_values_and_the_grids_where_they_have_none) {
    const Grid grid = read(valid());
    ASSERT_EQ(grid.sites.size(), 2U);
    EXPECT_EQ(grid.sites[0].nic_rate, BytesPerSecond(1e8));
    EXPECT_EQ(grid.sites[1].nic_rate, BytesPerSecond(5e7));
    EXPECT_EQ(grid.sites[1].lan_latency, Seconds(1e-4));
    EXPECT_EQ(grid.sites[0].boundary.downlink_rate, BytesPerSecond(2e7)) << "the uplink's, by default";
    EXPECT_EQ(grid.sites[1].boundary.downlink_rate, BytesPerSecond(3e7));
    EXPECT_EQ(grid.latency(0, 1), Seconds(0.005));
    EXPECT_EQ(grid.latency(1, 0), Seconds(0.005));
    EXPECT_TRUE(std::isinf(grid.capacity(0, 1).value()));
    EXPECT_EQ(grid.placement, Placement{});
}

TEST(GridFile, names_hosts_after_their_sites) {
    std::vector<std::string> names;
    for (const Host& host : hosts_of(read(valid()))) {
        names.push_back(host.name);
    }
    EXPECT_EQ(names, (std::vector<std::string>{"a0", "a1", "b0", "b1", "b2"}));
}

TEST(GridFile, is_read_back_from_what_it_is_written_as) {
    JsonOutput document = valid();
    document["capacity"] = JsonOutput::array({{{"between", {"a", "b"}}, {"rate", 1e6}}});
    document["placement"] = {{"shuffled", 7}};
    const Grid grid = read(document);
    EXPECT_EQ(grid_text(read_grid(base::JsonInput::parse(grid_text(grid), "again"))), grid_text(grid));
    EXPECT_EQ(grid.capacity(1, 0), BytesPerSecond(1e6));
    EXPECT_EQ(grid.placement, (Placement{.shuffled = true, .seed = 7}));
}

TEST(GridFile, needs_no_uplink_when_the_site_is_alone) {
    JsonOutput document = valid();
    document["sites"].erase(1);
    document["sites"][0].erase("uplink_rate");
    document.erase("latency");
    EXPECT_TRUE(std::isinf(read(document).sites[0].boundary.uplink_rate.value()));
}

TEST(GridFile, names_the_site_that_lacks_an_uplink) {
    JsonOutput document = valid();
    document["sites"][1].erase("uplink_rate");
    EXPECT_EQ(fault_of(document).place, "sites[1]");
}

TEST(GridFile, refuses_unknown_keys_by_name) {
    JsonOutput document = valid();
    document["sites"][1]["colour"] = "red";
    const InputError::Fault fault = fault_of(document);
    EXPECT_EQ(fault.source, "grid.json");
    EXPECT_EQ(fault.place, "sites[1]");
    EXPECT_THAT(fault.found, HasSubstr("colour"));
    document = valid();
    document["latency"][0]["second"] = 1;
    EXPECT_THAT(fault_of(document).found, HasSubstr("second"));
}

TEST(GridFile, refuses_values_that_no_network_has) {
    for (const JsonOutput& rate : {JsonOutput(0), JsonOutput(-1), JsonOutput("fast"), JsonOutput(nullptr)}) {
        JsonOutput document = valid();
        document["sites"][0]["uplink_rate"] = rate;
        EXPECT_THROW(read(document), InputError) << rate.dump();
    }
    JsonOutput document = valid();
    document["latency"][0]["seconds"] = -0.1;
    EXPECT_EQ(fault_of(document).place, "latency[0].seconds");
    document = valid();
    document["sites"][0]["hosts"] = 0;
    EXPECT_EQ(fault_of(document).place, "sites[0].hosts");
    document["sites"][0]["hosts"] = 253;
    EXPECT_THAT(fault_of(document).found, HasSubstr("256 hosts"));
}

TEST(GridFile, refuses_a_missing_lan_latency_and_says_where_it_may_stand) {
    JsonOutput document = valid();
    document.erase("lan_latency");
    const InputError::Fault fault = fault_of(document);
    EXPECT_EQ(fault.place, "sites[0]");
    EXPECT_THAT(fault.accepted, HasSubstr("at the top"));
}

TEST(GridFile, wants_every_pair_of_sites_exactly_once) {
    JsonOutput document = valid();
    document["latency"] = JsonOutput::array();
    EXPECT_EQ(fault_of(document).found, "nothing between a and b");
    document = valid();
    document["latency"].push_back({{"between", {"a", "b"}}, {"seconds", 0.001}});
    EXPECT_EQ(fault_of(document).place, "latency[1].between");
    document = valid();
    document["latency"][0]["between"] = {"a", "a"};
    EXPECT_EQ(fault_of(document).accepted, "two different sites");
    document["latency"][0]["between"] = {"a", "z"};
    EXPECT_THAT(fault_of(document).accepted, HasSubstr("a, b"));
}

TEST(GridFile, refuses_names_that_would_give_two_hosts_one_name) {
    for (const char* const name : {"a1", "", "-a", "A", "a name", "averyverylongname"}) {
        JsonOutput document = valid();
        document["sites"][0]["name"] = name;
        EXPECT_THROW(read(document), InputError) << name;
    }
    JsonOutput document = valid();
    document["sites"][1]["name"] = "a";
    EXPECT_EQ(fault_of(document).place, "sites[1].name");
}

TEST(GridFile, refuses_a_name_that_is_no_folder) {
    for (const char* const name : {"", "../x", "a/b", "-all", "Three", "."}) {
        JsonOutput document = valid();
        document["name"] = name;
        EXPECT_EQ(fault_of(document).place, "name") << name;
    }
}

TEST(Placement, is_read_from_the_command_line) {
    EXPECT_EQ(parse_placement("site-order", "--placement"), Placement{});
    EXPECT_EQ(parse_placement("shuffled", "--placement"), (Placement{.shuffled = true, .seed = 1}));
    EXPECT_EQ(parse_placement("shuffled:42", "--placement"), (Placement{.shuffled = true, .seed = 42}));
    for (const char* const text : {"", "random", "shuffled:", "shuffled:-1", "shuffled:1x", "shuffled:2147483648"}) {
        EXPECT_THROW(static_cast<void>(parse_placement(text, "--placement")), InputError) << text;
    }
}

TEST(Placement, is_a_permutation_that_leaves_the_first_host_first) {
    for (const int num_hosts : {1, 2, 3, 7, 12, 64}) {
        for (const std::uint64_t seed : {0U, 1U, 2U, 99U}) {
            std::vector<int> order = host_order(num_hosts, {.shuffled = true, .seed = seed});
            EXPECT_EQ(order.front(), 0);
            std::vector<int> all(static_cast<std::size_t>(num_hosts));
            std::iota(all.begin(), all.end(), 0);
            EXPECT_TRUE(std::is_permutation(order.begin(), order.end(), all.begin(), all.end()));
        }
    }
    EXPECT_NE(host_order(12, {.shuffled = true, .seed = 1}), host_order(12, {}));
    EXPECT_NE(host_order(12, {.shuffled = true, .seed = 1}), host_order(12, {.shuffled = true, .seed = 2}));
}

TEST(GridFile, gives_hosts_processors_and_packets_a_size_where_it_says_so) {
    JsonOutput document = valid();
    EXPECT_EQ(read(document).mtu, Bytes(9000));
    EXPECT_TRUE(read(document).sites[0].processors.empty());
    document["mtu"] = 65000;
    document["sites"][0]["processors"] = {{{"fixed", 1e-4}, {"per_byte", 0}}, {{"fixed", 0}, {"per_byte", 2e-8}}};
    const Grid grid = read(document);
    EXPECT_EQ(grid.mtu, Bytes(65000));
    EXPECT_EQ(grid.sites[0].processors[0], (Processor{Seconds(1e-4), SecondsPerByte(0)}));
    EXPECT_EQ(grid.sites[0].processors[1], (Processor{Seconds(0), SecondsPerByte(2e-8)}));
    EXPECT_EQ(grid_text(read_grid(base::JsonInput::parse(grid_text(grid), "again"))), grid_text(grid));

    document["sites"][0]["processors"].erase(1);
    EXPECT_THAT(fault_of(document).found, HasSubstr("1 processors"));
    document["sites"][0]["processors"] = {{{"fixed", 1e-4}, {"per_byte", -1}}, {{"fixed", 0}, {"per_byte", 2e-8}}};
    EXPECT_THAT(fault_of(document).place, HasSubstr("processors[0].per_byte"));
    document["mtu"] = 70000;
    EXPECT_EQ(fault_of(document).place, "mtu");
}

TEST(GridFile, joins_hosts_by_the_kernel_where_it_says_so) {
    JsonOutput document = {{"causeway", "grid"}, {"version", 1}, {"name", "k"}, {"sites", JsonOutput::array()}};
    JsonOutput site = {{"name", "a"}, {"hosts", 2}, {"kernel_ports", JsonOutput::array()}};
    JsonOutput hops = JsonOutput::object();
    hops["hops"] = 3;
    JsonOutput plain = JsonOutput::object();
    plain["offload"] = false;
    site["kernel_ports"].push_back(hops);
    site["kernel_ports"].push_back(plain);
    document["sites"].push_back(site);
    const Grid grid = read(document);
    EXPECT_EQ(grid.sites[0].kernel_ports, (std::vector<KernelPort>{{.hops = 3}, {.offload = false}}));
    EXPECT_EQ(grid_text(read_grid(base::JsonInput::parse(grid_text(grid), "again"))), grid_text(grid));

    for (const char* key : {"nic_rate", "lan_latency", "uplink_rate"}) {
        JsonOutput with_figure = document;
        with_figure["sites"][0][key] = 1e6;
        EXPECT_THAT(fault_of(with_figure).accepted, HasSubstr("nothing is emulated"));
    }
    JsonOutput with_change = document;
    with_change["changes"] = {{{"after", 1}, {"set", {{"what", "nic"}, {"sites", {"a"}}, {"value", 1e6}}}}};
    EXPECT_EQ(fault_of(with_change).place, "changes");

    document["sites"][0]["hosts"] = 3;
    EXPECT_THAT(fault_of(document).found, HasSubstr("2 ports"));
    document["sites"][0]["hosts"] = 2;
    document["sites"][0]["processors"] = {{{"fixed", 1e-4}, {"per_byte", 0}}, {{"fixed", 0}, {"per_byte", 2e-8}}};
    EXPECT_THAT(fault_of(document).accepted, HasSubstr("nothing is emulated"));
}

}  // namespace
}  // namespace causeway::testbed
