/// Whose names the names in monitoring files are.
#include "causeway/discovery/monitored_hosts.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace causeway::discovery {
namespace {

platform::MonitoringData data_of(const std::string& text) {
    const std::vector<platform::MonitoringFile> files{{"a file", text}};
    return platform::parse_monitoring(files, "");
}

TEST(IsSameHost, CapitalsAndDomainsDoNotMatter) {
    EXPECT_TRUE(is_same_host("n1", "n1"));
    EXPECT_TRUE(is_same_host("n1", "N1"));
    EXPECT_TRUE(is_same_host("n1", "N1.Site.org"));
    EXPECT_TRUE(is_same_host("n1.site.org", "n1"));
}

TEST(IsSameHost, DifferentHostsAreDifferent) {
    EXPECT_FALSE(is_same_host("n1", "n11"));
    EXPECT_FALSE(is_same_host("n1.orsay.fr", "n1.lille.fr"));
    EXPECT_FALSE(is_same_host("n1", "n11.site.org"));
}

TEST(IsSameHost, AddressesHaveNoDomains) {
    EXPECT_TRUE(is_same_host("10.0.0.1", "10.0.0.1"));
    EXPECT_FALSE(is_same_host("10", "10.0.0.1"));
    EXPECT_FALSE(is_same_host("fe80::1.2", "fe80::1"));
}

TEST(MonitoredHosts, AreMatchedByAnyOfTheirNames) {
    const auto monitored = monitored_hosts({"n1", "n2.site.org", "n3"}, data_of("src,dst,latency_ms,bandwidth_mbps\n"
                                                                                "N1.site.org,n2,5,80\n"
                                                                                "n2,n1.site.org,7,\n"
                                                                                "n1.site.org,elsewhere,9,\n"));
    EXPECT_EQ(monitored.num_hosts, 2);
    EXPECT_EQ(monitored.num_pairs(), 1);
    EXPECT_DOUBLE_EQ(monitored.latencies(0, 1), 5e-3);
    EXPECT_DOUBLE_EQ(monitored.latencies(1, 0), 7e-3);
    ASSERT_TRUE(monitored.bandwidths(0, 1).has_value());
    EXPECT_DOUBLE_EQ(monitored.bandwidths(0, 1)->value(), 1e7);
    EXPECT_FALSE(monitored.bandwidths(1, 0).has_value());
    EXPECT_TRUE(std::isinf(monitored.latencies(0, 2)));
}

TEST(MonitoredHosts, OneDirectionServesForBoth) {
    const auto monitored = monitored_hosts({"a", "b"}, data_of("src,dst,latency_ms\na,b,5\n"));
    EXPECT_DOUBLE_EQ(monitored.latencies(1, 0), 5e-3);
    EXPECT_EQ(monitored.num_pairs(), 1);
}

TEST(MonitoredHosts, OfOneHostUnderTwoNamesTheMedianCounts) {
    const auto monitored =
        monitored_hosts({"n1", "n2"}, data_of("src,dst,latency_ms\nn1,n2,5\nn1.site.org,n2,7\nn1,n1.site.org,0.001\n"));
    EXPECT_EQ(monitored.num_hosts, 2);
    EXPECT_DOUBLE_EQ(monitored.latencies(0, 1), 6e-3);
}

TEST(MonitoredHosts, ANameThatFitsTwoHostsFitsNoneUnlessExactly) {
    const std::vector<std::string> hosts{"n1.orsay.fr", "n1.lille.fr", "x"};
    EXPECT_EQ(monitored_hosts(hosts, data_of("src,dst,latency_ms\nn1,x,5\n")).num_hosts, 1);
    EXPECT_EQ(monitored_hosts(hosts, data_of("src,dst,latency_ms\nn1.lille.fr,x,5\n")).num_pairs(), 1);
    EXPECT_EQ(monitored_hosts({"n1", "n1.lille.fr", "x"}, data_of("src,dst,latency_ms\nn1,x,5\n")).num_pairs(), 1);
}

}  // namespace
}  // namespace causeway::discovery
