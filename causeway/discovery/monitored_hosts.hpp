/// Monitoring data seen from a job: which of its hosts they speak of, and what they say of these.
#pragma once

#include "causeway/base/matrix.hpp"
#include "causeway/base/units.hpp"
#include "causeway/platform/monitoring.hpp"

#include <optional>
#include <string>
#include <vector>

namespace causeway::discovery {

/// What monitoring says of the hosts of a job.
struct MonitoredHosts {
    /// [from][to] seconds one way; infinite where not known. Where only one direction is known the other one is taken
    /// to be like it.
    base::SquareMatrix<double> latencies = {};
    base::SquareMatrix<std::optional<BytesPerSecond>> bandwidths = {};  ///< [from][to]
    int num_hosts = 0;                                                  ///< that the data know

    /// Pairs of hosts whose latency is known.
    [[nodiscard]] int num_pairs() const;
};

/// Whether two names are of one host: equal but for capitals; or one of them is the other up to its first dot ("n1" and
/// "N1.site.org"). Two different names with dots are two hosts, and so are different addresses.
[[nodiscard]] bool is_same_host(const std::string& name, const std::string& other);

/// `host_names`: those of the job. A name of the data that fits several of these fits none, unless one of them exactly.
/// Where several names of the data fit one host, the median of what they say counts.
[[nodiscard]] MonitoredHosts monitored_hosts(const std::vector<std::string>& host_names,
                                             const platform::MonitoringData& data);

}  // namespace causeway::discovery
