/// Hosts that differ are told from hosts that do not, whatever single times say.
#include "causeway/discovery/unlike_hosts.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace causeway::discovery {
namespace {

/// Round trips between hosts that cost `fixed` and `per_byte`, three samples each, a little different.
fit::EthernetSamples round_trips(const std::vector<double>& fixed, const std::vector<double>& per_byte) {
    fit::EthernetSamples result;
    const int n = static_cast<int>(fixed.size());
    for (int host = 0; host < n; ++host) {
        result.hosts.push_back("h" + std::to_string(host));
    }
    for (int i = 0; i < n; ++i) {
        for (int j = i + 1; j < n; ++j) {
            for (const int size : {0, 32768}) {
                for (const double noise : {0.98, 1.0, 1.02}) {
                    const double time =
                        2.0 * (fixed[static_cast<std::size_t>(i)] + fixed[static_cast<std::size_t>(j)] +
                               size * (per_byte[static_cast<std::size_t>(i)] + per_byte[static_cast<std::size_t>(j)]));
                    result.samples.push_back(
                        {fit::EthernetExperiment::kRoundTrip, {i}, {j}, Bytes(size), Seconds(noise * time)});
                }
            }
        }
    }
    return result;
}

TEST(UnlikeHosts, HostsThatCostTheSameAreAlikeEvenIfOneTimeWasDisturbed) {
    fit::EthernetSamples samples = round_trips({1e-5, 1e-5, 1e-5, 1e-5}, {1e-9, 1e-9, 1e-9, 1e-9});
    EXPECT_FALSE(hosts_are_unlike(samples));
    samples.samples[4].time = Seconds(1.0);
    EXPECT_FALSE(hosts_are_unlike(samples));
    EXPECT_FALSE(hosts_are_unlike({}));
}

TEST(UnlikeHosts, ASlowHostIsFoundByItsMessagesOrByItsBytes) {
    EXPECT_TRUE(hosts_are_unlike(round_trips({1e-5, 1e-5, 4e-5, 1e-5}, {1e-9, 1e-9, 1e-9, 1e-9})));
    EXPECT_TRUE(hosts_are_unlike(round_trips({1e-5, 1e-5, 1e-5, 1e-5}, {1e-9, 4e-9, 1e-9, 1e-9})));
}

}  // namespace
}  // namespace causeway::discovery
