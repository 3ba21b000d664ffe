/// Which process of MPI_COMM_WORLD a rank of any communicator is: looked up once for each communicator.
#pragma once

#include <mpi.h>

#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

namespace causeway::tracing {

/// Not a process of MPI_COMM_WORLD.
inline constexpr int kAbroad = -1;

/// Translates ranks. For any number of threads.
class WorldRanks {
public:
    /// Throws MpiError.
    WorldRanks();
    WorldRanks(const WorldRanks&) = delete;
    WorldRanks& operator=(const WorldRanks&) = delete;

    /// The rank in MPI_COMM_WORLD of the process to which a message for `destination` over `comm` goes (of an
    /// intercommunicator: one of the remote group), or kAbroad. `destination` must be a rank there. Local. Throws
    /// MpiError.
    [[nodiscard]] int of(MPI_Comm comm, int destination);

private:
    using Table = std::vector<int>;  ///< [rank, or rank in the remote group]

    [[nodiscard]] const Table& table_of(MPI_Comm comm);
    static int delete_table(MPI_Comm comm, int key, void* value, void* owner);

    int key_ = MPI_KEYVAL_INVALID;
    std::mutex mutex_;
    /// Counts the tables that have been deleted: what a thread remembers is good as long as this has not moved.
    std::atomic<std::uint64_t> num_deleted_{0};
};

}  // namespace causeway::tracing
