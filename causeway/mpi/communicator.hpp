/// Communicators of our own, and where the processes of one run.
///
/// Everything in Causeway calls MPI by its profiling names (PMPI_...), so that nothing we do comes back
/// to the functions that we replace.
#pragma once

#include "causeway/mpi/host_identity.hpp"

#include <mpi.h>

#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

namespace causeway::mpi {

/// Owning handle of a communicator that Causeway made; move-only. Invariant: null, or a communicator
/// that nobody else frees. Its errors are returned, not fatal.
class Communicator {
public:
    Communicator() = default;
    /// Takes over `handle`.
    explicit Communicator(MPI_Comm handle) : handle_(handle) {}
    Communicator(Communicator&& other) noexcept;
    Communicator& operator=(Communicator&& other) noexcept;
    Communicator(const Communicator&) = delete;
    Communicator& operator=(const Communicator&) = delete;
    /// Frees it, unless MPI has been finalised.
    ~Communicator();

    [[nodiscard]] MPI_Comm handle() const { return handle_; }

    /// Gives up ownership: the communicator is not freed.
    void release() { handle_ = MPI_COMM_NULL; }

private:
    void free();

    MPI_Comm handle_ = MPI_COMM_NULL;
};

/// For as long as this lives, errors on a communicator are returned, whatever its handler: for what may fail without
/// being an error of the program. Errors of what other threads do on it meanwhile are returned as well.
class ErrorsReturned {
public:
    /// Throws MpiError.
    explicit ErrorsReturned(MPI_Comm comm);
    ErrorsReturned(const ErrorsReturned&) = delete;
    ErrorsReturned& operator=(const ErrorsReturned&) = delete;
    /// The communicator has its handler again.
    ~ErrorsReturned();

    /// The handler that the communicator had.
    [[nodiscard]] MPI_Errhandler handler() const { return handler_; }

private:
    MPI_Comm comm_;
    MPI_Errhandler handler_ = MPI_ERRHANDLER_NULL;
};

/// A private duplicate: same processes, messages of its own. Collective over `comm`. Throws MpiError.
[[nodiscard]] Communicator duplicate(MPI_Comm comm);

/// The processes with equal `colour`, ordered as in `comm`; a null handle for those with a negative
/// one. Collective over `comm`. Throws MpiError.
[[nodiscard]] Communicator split(MPI_Comm comm, int colour);

[[nodiscard]] int rank_of(MPI_Comm comm);
[[nodiscard]] int size_of(MPI_Comm comm);

/// Parts that a collective has for a process, or from it: one for each process of `comm`, of an intercommunicator for
/// each of its other group. Throws MpiError.
[[nodiscard]] int num_parts_of(MPI_Comm comm);

/// What each process knows of its host, [rank]. Collective over `comm`; the same on every rank. Throws MpiError.
[[nodiscard]] std::vector<HostMark> host_marks(MPI_Comm comm);

/// The name of the host that each process runs on, [rank]. Processes share a name exactly when they
/// share a host (host_identity.hpp). Collective over `comm`; the same on every rank. Throws MpiError.
[[nodiscard]] std::vector<std::string> host_names(MPI_Comm comm);

/// `text` of rank `root` on every rank: in one broadcast if it is short. Collective over `comm`. Throws MpiError.
[[nodiscard]] std::string broadcast_text(MPI_Comm comm, const std::string& text, int root);

/// The same for numbers.
template <typename Number>
requires std::is_arithmetic_v<Number>
[[nodiscard]] std::vector<Number> broadcast_numbers(MPI_Comm comm, const std::vector<Number>& numbers, int root) {
    std::string bytes(numbers.size() * sizeof(Number), '\0');
    std::memcpy(bytes.data(), numbers.data(), bytes.size());
    bytes = broadcast_text(comm, bytes, root);
    std::vector<Number> result(bytes.size() / sizeof(Number));
    std::memcpy(result.data(), bytes.data(), bytes.size());
    return result;
}

/// The texts of all ranks, [rank], on rank `root`; empty elsewhere. Collective. Throws MpiError.
[[nodiscard]] std::vector<std::string> gather_texts(MPI_Comm comm, const std::string& text, int root);

}  // namespace causeway::mpi
