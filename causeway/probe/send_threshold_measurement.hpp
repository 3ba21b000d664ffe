/// From which size on the blocking sends of this MPI library wait for their receivers, wherever that is.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/discovery/threshold_search.hpp"

#include <mpi.h>

#include <vector>

namespace causeway::probe {

/// A blocking send to a receiver that came fit::kLateness after it began.
struct LateSend {
    Bytes size;
    Seconds time;
};

struct SendThresholdMeasurement {
    discovery::SendThreshold threshold;  ///< the same at both
    std::vector<LateSend> sends;         ///< every one; at the sender only
};

/// Searches from 1 byte to `longest` (threshold_search.hpp) by late receivers: a send that waits for its receiver takes
/// as long as that is late, one that does not takes far less, whatever the network and the hosts cost. Takes some 20
/// sizes at most, or twice as many if it is disturbed, each three times kLateness. Called by the two, with equal
/// arguments. Throws MpiError.
[[nodiscard]] SendThresholdMeasurement measure_send_threshold(MPI_Comm comm, int sender, int receiver, Bytes longest);

}  // namespace causeway::probe
