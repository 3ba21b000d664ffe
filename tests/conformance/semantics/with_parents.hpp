/// What spawned processes and their parents do together.
#pragma once

#include <mpi.h>

#include <algorithm>
#include <vector>

namespace conformance {

constexpr int kChildren = 2;

/// Several collectives over the communicator of both, checked against what they must give.
inline bool collectives_are_right(MPI_Comm comm) {
    int rank = 0;
    int size = 0;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    bool is_right = true;
    for (const int count : {1, 5000}) {
        const auto length = static_cast<std::size_t>(count);
        const auto holds = [](const std::vector<int>& data, int value) {
            return std::all_of(data.begin(), data.end(), [&](int element) { return element == value; });
        };
        for (int root = 0; root < size; ++root) {
            std::vector<int> data(length, rank == root ? root + 9 : -1);
            MPI_Bcast(data.data(), count, MPI_INT, root, comm);
            is_right = is_right && holds(data, root + 9);
        }
        const std::vector<int> own(length, rank + 1);
        std::vector<int> sums(length, -1);
        MPI_Allreduce(own.data(), sums.data(), count, MPI_INT, MPI_SUM, comm);
        is_right = is_right && holds(sums, size * (size + 1) / 2);
        std::vector<int> all(length * static_cast<std::size_t>(size), -1);
        MPI_Allgather(own.data(), count, MPI_INT, all.data(), count, MPI_INT, comm);
        for (std::size_t i = 0; i < all.size(); ++i) {
            is_right = is_right && all[i] == static_cast<int>(i / length) + 1;
        }
        MPI_Barrier(comm);
    }
    return is_right;
}

}  // namespace conformance
