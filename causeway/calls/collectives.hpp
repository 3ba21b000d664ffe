/// The collectives as the preloaded library carries them out: by plan if there is one, else by the MPI library's own
/// function with the same arguments. Each stands for the blocking, the nonblocking and the persistent form (Calling).
///
/// What is not valid is left to the MPI library to complain about. They return what the MPI functions of these names
/// would; errors have been through the communicator's handler. Collective over `comm`. They never throw.
///
/// A rank that fails in a call that is planned tells the others (mpi/failure_notices.hpp), so that those that are still
/// in it return an error as well, and nobody waits. Calls that do not fit together are noticed by it: in broadcasts of
/// different lengths always, unless one of the lengths is left to the MPI library (mpi/run.hpp); elsewhere where a
/// message has another length than expected, which it may not have where lengths differ so much that plans do. Not
/// noticed are different roots and different datatypes of equal size. A rank that fails where it cannot tell the
/// others, as they wait for messages by which plans are agreed on, ends the job with one line, once the communicator's
/// error handler returns.
///
/// On intercommunicators those that wait, of operations that between_groups.hpp lists, are planned inside each group.
///
/// Pass through always: MPI_Alltoallv and MPI_Alltoallw in place. Reductions with operators that do not commute do
/// where no plan keeps the order of the ranks. So do nonblocking and persistent calls where nothing would carry them on
/// (outstanding.hpp), and with an operator of the program's own, which it may free before the end; and, where the MPI
/// library has few tags, nonblocking calls on a communicator on which no call came before them that waits
/// (early_executor.hpp). So does everything on communicators that the MPI library had better not be asked to duplicate,
/// or on which device memory may be used (communicator_state.cpp). Neighbourhood collectives that do not wait pass
/// through until one came that does, as ranks tell each other then who is whose neighbour (neighbours.hpp), and where
/// there are very many neighbours. Persistent calls are planned when their requests are made, which may wait
/// (persistent_call.hpp).
#pragma once

#include "causeway/base/function_ref.hpp"
#include "causeway/job/active_job.hpp"

#include <mpi.h>

#include <type_traits>
#include <vector>

namespace causeway::calls {

using NativeCall = base::FunctionRef<int()>;

/// A call that the program does not wait for.
class Nonblocking {
public:
    /// When it begins.
    enum class Begins {
        kNow,          ///< and ends once: the nonblocking form
        kWhenStarted,  ///< each time that the program starts its request: the persistent form
    };

    explicit Nonblocking(Begins begins) : begins_(begins) {}
    Nonblocking(const Nonblocking&) = delete;
    Nonblocking& operator=(const Nonblocking&) = delete;
    /// Frees what nobody has taken.
    ~Nonblocking();

    /// The datatype to be used in its place: the program may free its own before the call has ended. Invalid ones are
    /// left as they are.
    [[nodiscard]] MPI_Datatype keep(MPI_Datatype datatype);

    /// What `keep` made, to be freed by who takes it.
    [[nodiscard]] std::vector<MPI_Datatype> take_kept();

    [[nodiscard]] Begins begins() const { return begins_; }

    /// The request of a call that is carried out by plan; null: what the MPI library returned is the program's.
    MPI_Request request = MPI_REQUEST_NULL;

private:
    Begins begins_;
    std::vector<MPI_Datatype> kept_;
};

/// How the program called. Arguments other than handles stay valid until the call has ended, or its persistent request
/// is freed, as MPI asks for.
struct Calling {
    /// Waits for the result, with a callable that is the MPI library's own function and outlives this.
    template <typename Native>
    requires std::is_invocable_r_v<int, const Native&> Calling(const Native& its_own)
        : native(its_own) {}  // NOLINT(google-explicit-constructor): stands for it
    /// Does not.
    Calling(NativeCall its_own, Nonblocking& call) : native(its_own), nonblocking(&call) {}

    /// The datatype to work with. A datatype that is of no significance here must not be looked at: it may be anything.
    [[nodiscard]] MPI_Datatype keep(MPI_Datatype datatype, bool is_significant = true) const {
        return nonblocking != nullptr && is_significant ? nonblocking->keep(datatype) : datatype;
    }

    NativeCall native;
    Nonblocking* nonblocking = nullptr;
};

/// An array of counts of either calling convention, [rank].
class Counts {
public:
    Counts(const int* counts) : narrow_(counts) {}  // NOLINT(google-explicit-constructor): stands for either
#if MPI_VERSION >= 4
    Counts(const MPI_Count* counts) : wide_(counts) {}  // NOLINT(google-explicit-constructor)
#endif
    [[nodiscard]] bool is_null() const {
        return narrow_ == nullptr && wide_ == nullptr;
    }
    [[nodiscard]] MPI_Count operator[](int rank) const {
        return narrow_ != nullptr ? narrow_[rank] : wide_[rank];
    }

private:
    const int* narrow_ = nullptr;
    const MPI_Count* wide_ = nullptr;
};

/// An array of displacements of either, [rank].
class Displacements {
public:
    Displacements(const int* displacements) : narrow_(displacements) {}     // NOLINT(google-explicit-constructor)
    Displacements(const MPI_Aint* displacements) : wide_(displacements) {}  // NOLINT(google-explicit-constructor)
    [[nodiscard]] bool is_null() const { return narrow_ == nullptr && wide_ == nullptr; }
    [[nodiscard]] MPI_Aint operator[](int rank) const { return narrow_ != nullptr ? narrow_[rank] : wide_[rank]; }

private:
    const int* narrow_ = nullptr;
    const MPI_Aint* wide_ = nullptr;
};

/// An array of datatypes, [rank]: of C, or of Fortran where its handles are others.
class Datatypes {
public:
    Datatypes(const MPI_Datatype* handles) : handles_(handles) {}  // NOLINT(google-explicit-constructor)
#ifdef OPEN_MPI
    Datatypes(const MPI_Fint* handles) : fortran_handles_(handles) {}  // NOLINT(google-explicit-constructor)
#endif
    [[nodiscard]] bool is_null() const {
        return handles_ == nullptr && fortran_handles_ == nullptr;
    }
    [[nodiscard]] MPI_Datatype operator[](int rank) const {
        return handles_ != nullptr ? handles_[rank] : PMPI_Type_f2c(fortran_handles_[rank]);
    }

private:
    const MPI_Datatype* handles_ = nullptr;
    const MPI_Fint* fortran_handles_ = nullptr;
};

/// Whether nothing is planned on the communicator, or it is none. Local, cheap, throws nothing.
[[nodiscard]] bool is_left_alone_in(const job::Job& job, MPI_Comm comm) noexcept;

/// Whether a call on `comm` is for the MPI library anyway: there is no job, or nothing is planned on this communicator,
/// or it is none. To be asked first: the functions below are for the others. Local, cheap, throws nothing.
[[nodiscard]] inline bool is_left_alone(MPI_Comm comm) noexcept {
    const job::Job* const job = job::active_job();
    return job == nullptr || is_left_alone_in(*job, comm);
}

int Barrier(MPI_Comm comm, const Calling& calling) noexcept;

int Bcast(void* buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm,
          const Calling& calling) noexcept;

int Gather(const void* send, MPI_Count count, MPI_Datatype datatype, void* receive, MPI_Count receive_count,
           MPI_Datatype receive_datatype, int root, MPI_Comm comm, const Calling& calling) noexcept;

int Gatherv(const void* send, MPI_Count count, MPI_Datatype datatype, void* receive, Counts receive_counts,
            Displacements displacements, MPI_Datatype receive_datatype, int root, MPI_Comm comm,
            const Calling& calling) noexcept;

int Scatter(const void* send, MPI_Count count, MPI_Datatype datatype, void* receive, MPI_Count receive_count,
            MPI_Datatype receive_datatype, int root, MPI_Comm comm, const Calling& calling) noexcept;

int Scatterv(const void* send, Counts counts, Displacements displacements, MPI_Datatype datatype, void* receive,
             MPI_Count receive_count, MPI_Datatype receive_datatype, int root, MPI_Comm comm,
             const Calling& calling) noexcept;

int Allgather(const void* send, MPI_Count count, MPI_Datatype datatype, void* receive, MPI_Count receive_count,
              MPI_Datatype receive_datatype, MPI_Comm comm, const Calling& calling) noexcept;

int Allgatherv(const void* send, MPI_Count count, MPI_Datatype datatype, void* receive, Counts receive_counts,
               Displacements displacements, MPI_Datatype receive_datatype, MPI_Comm comm,
               const Calling& calling) noexcept;

int Alltoall(const void* send, MPI_Count count, MPI_Datatype datatype, void* receive, MPI_Count receive_count,
             MPI_Datatype receive_datatype, MPI_Comm comm, const Calling& calling) noexcept;

int Alltoallv(const void* send, Counts counts, Displacements displacements, MPI_Datatype datatype, void* receive,
              Counts receive_counts, Displacements receive_displacements, MPI_Datatype receive_datatype, MPI_Comm comm,
              const Calling& calling) noexcept;

/// Displacements in bytes.
int Alltoallw(const void* send, Counts counts, Displacements displacements, Datatypes datatypes, void* receive,
              Counts receive_counts, Displacements receive_displacements, Datatypes receive_datatypes, MPI_Comm comm,
              const Calling& calling) noexcept;

int Reduce(const void* send, void* receive, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm,
           const Calling& calling) noexcept;

int Allreduce(const void* send, void* receive, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
              const Calling& calling) noexcept;

int Reduce_scatter(const void* send, void* receive, Counts counts, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                   const Calling& calling) noexcept;

int Reduce_scatter_block(const void* send, void* receive, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
                         MPI_Comm comm, const Calling& calling) noexcept;

int Scan(const void* send, void* receive, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
         const Calling& calling) noexcept;

int Exscan(const void* send, void* receive, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
           const Calling& calling) noexcept;

/// The neighbourhood collectives, over the topology of `comm`: with a part for each neighbour, [place among the
/// sources] or [place among the destinations], instead of each rank.
int Neighbor_allgather(const void* send, MPI_Count count, MPI_Datatype datatype, void* receive, MPI_Count receive_count,
                       MPI_Datatype receive_datatype, MPI_Comm comm, const Calling& calling) noexcept;

int Neighbor_allgatherv(const void* send, MPI_Count count, MPI_Datatype datatype, void* receive, Counts receive_counts,
                        Displacements displacements, MPI_Datatype receive_datatype, MPI_Comm comm,
                        const Calling& calling) noexcept;

int Neighbor_alltoall(const void* send, MPI_Count count, MPI_Datatype datatype, void* receive, MPI_Count receive_count,
                      MPI_Datatype receive_datatype, MPI_Comm comm, const Calling& calling) noexcept;

int Neighbor_alltoallv(const void* send, Counts counts, Displacements displacements, MPI_Datatype datatype,
                       void* receive, Counts receive_counts, Displacements receive_displacements,
                       MPI_Datatype receive_datatype, MPI_Comm comm, const Calling& calling) noexcept;

/// Displacements in bytes.
int Neighbor_alltoallw(const void* send, Counts counts, Displacements displacements, Datatypes datatypes, void* receive,
                       Counts receive_counts, Displacements receive_displacements, Datatypes receive_datatypes,
                       MPI_Comm comm, const Calling& calling) noexcept;

}  // namespace causeway::calls
