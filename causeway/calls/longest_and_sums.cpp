#include "causeway/calls/longest_and_sums.hpp"

#include "causeway/mpi/error.hpp"

#include <algorithm>

namespace causeway::calls {

LongestAndSums::LongestAndSums(std::span<const double> numbers, std::size_t num_longest)
    : all_{static_cast<double>(numbers.size()), static_cast<double>(num_longest)} {
    all_.insert(all_.end(), numbers.begin(), numbers.end());
    mpi::check(PMPI_Type_contiguous(static_cast<int>(all_.size()), MPI_DOUBLE, &element_), "MPI_Type_contiguous");
    mpi::check(PMPI_Type_commit(&element_), "MPI_Type_commit");
    mpi::check(PMPI_Op_create(combine, 1, &op_), "MPI_Op_create");
}

LongestAndSums::~LongestAndSums() {
    int finalized = 0;
    PMPI_Finalized(&finalized);
    if (finalized == 0) {
        PMPI_Type_free(&element_);
        PMPI_Op_free(&op_);
    }
}

mpi::ReductionArguments LongestAndSums::reduction() {
    return {.send = MPI_IN_PLACE, .receive = all_.data(), .count = 1, .datatype = element_, .op = op_};
}

void LongestAndSums::combine(void* from, void* to, int* count, MPI_Datatype* /*datatype*/) {
    const auto* in = static_cast<const double*>(from);
    auto* out = static_cast<double*>(to);
    for (int element = 0; element < *count; ++element) {
        const std::size_t size = kHead + static_cast<std::size_t>(in[0]);
        const std::size_t sums_from = kHead + static_cast<std::size_t>(in[1]);
        for (std::size_t i = kHead; i < size; ++i) {
            out[i] = i < sums_from ? std::max(out[i], in[i]) : out[i] + in[i];
        }
        in += size;
        out += size;
    }
}

}  // namespace causeway::calls
