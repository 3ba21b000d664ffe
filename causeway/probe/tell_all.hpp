/// What rank 0 decides, on every rank.
///
/// MPI_Bcast, but under SimGrid: there the first one on a communicator takes, with some selectors, two latencies for
/// each process, which on a thousand hosts is more than all else that discovery does.
#pragma once

#include <mpi.h>

#include <algorithm>
#include <string>
#include <type_traits>
#include <vector>

namespace causeway::probe {

/// Rank 0's `data`, `count` elements of `type`, on every rank. Collective over `comm`, on which nobody may have
/// messages under way that wait for any sender and any tag. Throws MpiError.
void tell_all(void* data, int count, MPI_Datatype type, MPI_Comm comm);

/// Rank 0's text, on every rank: at once if it is short. Collective, as above.
[[nodiscard]] std::string told_to_all(MPI_Comm comm, std::string text);

/// The same for numbers, as many as it has.
template <typename Number>
requires std::is_arithmetic_v<Number>
[[nodiscard]] std::vector<Number> told_to_all(MPI_Comm comm, std::vector<Number> numbers) {
    const std::string bytes =
        told_to_all(comm, std::string(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number)));
    numbers.resize(bytes.size() / sizeof(Number));
    std::copy_n(bytes.data(), bytes.size(), reinterpret_cast<char*>(numbers.data()));
    return numbers;
}

}  // namespace causeway::probe
