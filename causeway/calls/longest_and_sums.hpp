/// Numbers that all ranks combine by one reduction, some of them to the largest of any rank and the others to their
/// sum.
#pragma once

#include "causeway/mpi/reduction_blocks.hpp"

#include <mpi.h>

#include <cstddef>
#include <span>
#include <vector>

namespace causeway::calls {

class LongestAndSums {
public:
    /// Of the first `num_longest` numbers the largest counts, of the others the sum. As many of each on every rank.
    /// Local. Throws MpiError.
    LongestAndSums(std::span<const double> numbers, std::size_t num_longest);
    LongestAndSums(const LongestAndSums&) = delete;
    LongestAndSums& operator=(const LongestAndSums&) = delete;
    ~LongestAndSums();

    /// Of one element, into the numbers themselves; this outlives it.
    [[nodiscard]] mpi::ReductionArguments reduction();

    /// This rank's, or once they are reduced, those of all.
    [[nodiscard]] std::span<const double> numbers() const { return std::span(all_).subspan(kHead); }

private:
    static constexpr std::size_t kHead = 2;  ///< how many there are, and how many of them count by the largest

    static void combine(void* from, void* to, int* count, MPI_Datatype* datatype);

    std::vector<double> all_;
    MPI_Datatype element_ = MPI_DATATYPE_NULL;
    MPI_Op op_ = MPI_OP_NULL;
};

}  // namespace causeway::calls
