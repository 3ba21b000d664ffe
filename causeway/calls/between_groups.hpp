/// Collectives of an intercommunicator, by collectives inside each of its groups, which are planned as any other, and
/// one message between their leaders, rank 0 of each: as MPI libraries carry them out themselves. What spans a wide
/// area is in most cases a group, and not only the way between them.
///
/// Calls that wait, of the operations below. Messages between the groups are bytes: both sides know how many.
#pragma once

#include "causeway/base/function_ref.hpp"
#include "causeway/calls/collectives.hpp"
#include "causeway/calls/communicator_state.hpp"
#include "causeway/job/job.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/scheme/scheme.hpp"

#include <mpi.h>

#include <optional>

namespace causeway::calls {

/// What an intercommunicator has for its collectives, on one rank.
class BetweenGroups {
public:
    /// Makes a communicator of all processes, which are of MPI_COMM_WORLD, and one of this rank's group. Collective
    /// over `inter`. Throws MpiError.
    explicit BetweenGroups(MPI_Comm inter);
    BetweenGroups(const BetweenGroups&) = delete;
    BetweenGroups& operator=(const BetweenGroups&) = delete;

    /// MPI_Finalize has begun: its communicators are the MPI library's.
    void abandon_communicators();

    // As the functions of MPI of these names; `native`: the MPI library's own, for what is not valid here, or too
    // large. They return MPI's code. Throw MpiError.
    int barrier();
    int bcast(void* buffer, MPI_Count count, MPI_Datatype datatype, int root, NativeCall native);
    int reduce(const void* send, void* receive, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root,
               NativeCall native);
    int allreduce(const void* send, void* receive, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
                  NativeCall native);

    /// What a process hands in, or has room for: `count` elements for each process of the other group, or for one.
    struct Part {
        void* address = nullptr;
        MPI_Count count = 0;
        MPI_Datatype datatype = MPI_DATATYPE_NULL;
    };
    int gather(const Part& send, const Part& receive, int root, NativeCall native);
    int scatter(const Part& send, const Part& receive, int root, NativeCall native);
    int allgather(const Part& send, const Part& receive, NativeCall native);

private:
    [[nodiscard]] bool is_leader() const { return rank_ == 0; }
    /// Of the data that a rooted call gathers or scatters on this side.
    [[nodiscard]] int number_of_parts(int root) const { return root == MPI_ROOT ? num_others_ : size_; }
    /// Whether a call with this root and `number` such parts is the MPI library's: an error, nothing to do, or too
    /// much.
    [[nodiscard]] bool is_for_the_library(const Part& part, int root, int number) const;
    [[nodiscard]] int place_of_other(int rank) const { return first_other_ + rank; }

    mpi::Communicator all_;
    mpi::Communicator group_;
    int rank_ = 0;
    int size_ = 0;
    int num_others_ = 0;
    int first_other_ = 0;  ///< the place of the other group's rank 0 in `all_`
};

/// Whether collectives on `comm` may be carried out so: its processes are of this job, and some group is on several
/// hosts. Alike on all ranks. Local. Throws MpiError.
[[nodiscard]] bool is_between_groups(const job::Job& job, MPI_Comm comm);

/// Whether it has two groups; `comm` is valid. Local, some nanoseconds.
[[nodiscard]] inline bool is_intercommunicator(MPI_Comm comm) noexcept {
    int is_inter = 0;
    return PMPI_Comm_test_inter(comm, &is_inter) == MPI_SUCCESS && is_inter != 0;
}

/// The code of `call` on an intercommunicator, errors having been through its handler; nothing if it is for the MPI
/// library. Collective over `inter`.
[[nodiscard]] std::optional<int> carried_out_between(scheme::Operation operation, MPI_Comm inter,
                                                     const Calling& calling,
                                                     base::FunctionRef<int(BetweenGroups&)> call) noexcept;

/// A call on an intercommunicator that is not carried out so is for the MPI library: what it is given means something
/// else than inside one group, where a root is known by its rank. Returns its code.
[[nodiscard]] int passed_between(MPI_Comm inter, const Calling& calling) noexcept;

}  // namespace causeway::calls
