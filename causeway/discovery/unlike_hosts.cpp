#include "causeway/discovery/unlike_hosts.hpp"

#include "causeway/policy/measurement.hpp"
#include "causeway/statistics/sample.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace causeway::discovery {

bool hosts_are_unlike(const fit::EthernetSamples& samples) {
    std::map<Bytes, std::map<std::pair<int, int>, std::vector<double>>> times;
    for (const fit::EthernetSample& sample : samples.samples) {
        if (sample.experiment == fit::EthernetExperiment::kRoundTrip) {
            times[sample.size][std::minmax(sample.from.front(), sample.to.front())].push_back(sample.time.value());
        }
    }
    for (const auto& [size, of_pairs] : times) {
        std::map<int, std::vector<double>> of_host;
        for (const auto& [pair, some] : of_pairs) {
            const double time = statistics::median(some);
            of_host[pair.first].push_back(time);
            of_host[pair.second].push_back(time);
        }
        double least = 0.0;
        double most = 0.0;
        for (const auto& [host, some] : of_host) {
            const double time = statistics::median(some);
            least = least == 0.0 ? time : std::min(least, time);
            most = std::max(most, time);
        }
        if (most > policy::kUnlikeHosts * least) {
            return true;
        }
    }
    return false;
}

}  // namespace causeway::discovery
