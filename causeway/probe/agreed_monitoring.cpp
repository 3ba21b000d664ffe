#include "causeway/probe/agreed_monitoring.hpp"

#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/probe/tell_all.hpp"

#include <cstddef>
#include <limits>

namespace causeway::probe {

discovery::MonitoredHosts agree_on_monitoring(MPI_Comm comm, const std::vector<std::string>& host_names,
                                              const std::optional<platform::MonitoringData>& data) {
    constexpr double kUnknown = std::numeric_limits<double>::infinity();
    discovery::MonitoredHosts result;
    int size = 0;
    if (mpi::rank_of(comm) == 0 && data) {
        result = discovery::monitored_hosts(host_names, *data);
        size = result.latencies.size();
    }
    tell_all(&size, 1, MPI_INT, comm);
    if (size == 0) {
        return result;
    }
    if (result.latencies.size() == 0) {
        result.latencies = base::SquareMatrix<double>(size, kUnknown);
    }
    std::vector<double> row(static_cast<std::size_t>(size));
    for (int from = 0; from < size; ++from) {
        for (int to = 0; to < size; ++to) {
            row[static_cast<std::size_t>(to)] = result.latencies(from, to);
        }
        tell_all(row.data(), size, MPI_DOUBLE, comm);
        for (int to = 0; to < size; ++to) {
            result.latencies(from, to) = row[static_cast<std::size_t>(to)];
        }
    }
    return result;
}

}  // namespace causeway::probe
