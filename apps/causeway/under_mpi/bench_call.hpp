/// A collective call that `bench` and `tune` measure, by the MPI library's own function and as the preloaded library
/// carries it out.
#pragma once

#include "bench_uneven.hpp"

#include "causeway/base/units.hpp"
#include "causeway/scheme/scheme.hpp"

#include <mpi.h>

#include <cstddef>
#include <vector>

namespace causeway::app {

/// One call with buffers of its own: sums of floats, or bytes. Its functions are collective over MPI_COMM_WORLD, or a
/// communicator of the same processes, and throw MpiError.
class BenchCall {
public:
    /// `size`: bytes, as plan::Plan::message has them.
    BenchCall(scheme::Operation operation, int root, Bytes size, int processes);
    /// Of the form in which parts differ in size, on this rank.
    BenchCall(scheme::Operation operation, int root, const UnevenParts& parts, int rank);

    void native();
    /// The same on `comm`; returns MPI's code instead of throwing.
    [[nodiscard]] int call_native(MPI_Comm comm);
    /// By the plan that the communicator has, or gets, for such calls.
    void planned(MPI_Comm comm);

private:
    int call_planned(MPI_Comm comm);
    int call_native_uneven(MPI_Comm comm);
    int call_planned_uneven(MPI_Comm comm);

    scheme::Operation operation_;
    int root_;
    MPI_Datatype datatype_ = MPI_BYTE;
    int count_ = 0;
    bool is_uneven_ = false;
    PartsOfSide sent_;      ///< of the form in which they differ, if it has such
    PartsOfSide received_;  ///< likewise
    std::vector<std::byte> send_;
    std::vector<std::byte> receive_;
};

}  // namespace causeway::app
