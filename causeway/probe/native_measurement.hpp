/// How long the MPI library's own collectives take here: every plan has to beat that.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/probe/clock.hpp"
#include "causeway/statistics/piecewise_linear.hpp"

#include <mpi.h>

namespace causeway::probe {

struct NativeMeasurement {
    statistics::PiecewiseLinear seconds;  ///< over bytes, medians
    Bytes largest;                        ///< measured; beyond, the table extrapolates
    Bytes largest_wanted;
};

/// MPI_Bcast from rank 0 to all of `comm`, from 1 byte up to 4 MiB, as far as `budget` allows: sizes that would
/// exceed it are left out. Collective over `comm`; the same on every rank. Throws MpiError,
/// base::Error as `CollectiveTimer` does.
[[nodiscard]] NativeMeasurement measure_native_broadcast(MPI_Comm comm, const SharedClock& clock, Seconds budget);

}  // namespace causeway::probe
