/// Monitoring data that one process has, as all processes of a job know them.
#pragma once

#include "causeway/discovery/monitored_hosts.hpp"
#include "causeway/platform/monitoring.hpp"

#include <mpi.h>

#include <optional>
#include <string>
#include <vector>

namespace causeway::probe {

/// What `data`, which count on rank 0, say of the hosts of a job (monitored_hosts.hpp); elsewhere only latencies, and
/// nothing anywhere without data. Collective over `comm`. Throws MpiError.
[[nodiscard]] discovery::MonitoredHosts agree_on_monitoring(MPI_Comm comm, const std::vector<std::string>& host_names,
                                                            const std::optional<platform::MonitoringData>& data);

}  // namespace causeway::probe
