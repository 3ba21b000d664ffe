/// The algorithms that the MPI library has for its collectives, and how it is made to use one.
#pragma once

#include "causeway/mpi/communicator.hpp"
#include "causeway/tuning/choices.hpp"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace causeway::app {

class LibraryAlgorithms {
public:
    LibraryAlgorithms() = default;
    LibraryAlgorithms(const LibraryAlgorithms&) = delete;
    LibraryAlgorithms& operator=(const LibraryAlgorithms&) = delete;
    virtual ~LibraryAlgorithms() = default;

    /// Its algorithms for the collective ("bcast"), as the library lists them; without its own decision. Local.
    [[nodiscard]] virtual std::vector<tuning::Choice> algorithms(std::string_view collective) = 0;
    /// Whether they may be told to cut messages into segments. Local.
    [[nodiscard]] virtual bool may_cut(std::string_view collective) = 0;
    /// A duplicate of `comm` for calls by this choice. Collective over `comm`.
    [[nodiscard]] virtual mpi::Communicator communicator(MPI_Comm comm, std::string_view collective,
                                                         const tuning::Choice& choice) = 0;
    /// Makes the call by this choice on such a communicator, and returns its code. Local.
    [[nodiscard]] virtual int run(std::string_view collective, const tuning::Choice& choice,
                                  const std::function<int()>& call) = 0;
    /// How the library decides itself, for files that need it; empty where none does. Local, on rank 0 of
    /// MPI_COMM_WORLD.
    [[nodiscard]] virtual std::string own_selection() = 0;
};

/// Those of the library that this runs with. Throws base::Error for what the library does not say, InputError on every
/// rank for a job that it has none for. Collective over MPI_COMM_WORLD.
[[nodiscard]] std::unique_ptr<LibraryAlgorithms> algorithms_of_open_mpi();
[[nodiscard]] std::unique_ptr<LibraryAlgorithms> algorithms_of_mpich();

/// What both need in the environment before MPI_Init, each its own.
void set_for_open_mpi();
void set_for_mpich();

}  // namespace causeway::app
