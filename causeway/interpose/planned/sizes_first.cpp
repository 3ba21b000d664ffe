#include "causeway/interpose/planned/sizes_first.hpp"

#include "causeway/mpi/error.hpp"
#include "causeway/mpi/owned_blocks.hpp"

#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

namespace causeway::interpose::planned {

namespace {

/// Uneven parts are planned for as if they were of this size, whatever they are.
constexpr Bytes kSupposed{64 << 10};

constexpr Bytes kNumber{sizeof(std::int64_t)};

}  // namespace

std::optional<Asked> asked_of_unknown_parts(int num_processes, int root) {
    if (root < 0 || root >= num_processes) {
        return std::nullopt;
    }
    return Asked{.root = root, .message = kSupposed, .may_be_cut = false, .is_uneven = true};
}

Work after_sizes(const Execution& execution, const RootedParts& parts, decltype(gathered)& make) {
    std::vector<std::optional<Bytes>> known(static_cast<std::size_t>(execution.size));
    std::vector<Bytes> sizes(known.size());
    for (int rank = 0; rank < execution.size; ++rank) {
        if (parts.is_root || rank == execution.rank) {
            const Bytes size = size_of(parts.is_root ? parts.of_rank(rank) : parts.own);
            known[static_cast<std::size_t>(rank)] = sizes[static_cast<std::size_t>(rank)] = size;
        }
    }
    if (!execution.is_relayed) {
        return {make(execution, unequal_sizes(execution, sizes), parts)};
    }
    const auto block_of = [&built = execution.built](int rank) {
        return built.of_process[static_cast<std::size_t>(rank)];
    };
    const schedule::BlockRange touched = execution.touched(block_of(execution.rank));
    std::vector<int> ranks;  // whose parts pass through this process
    for (int rank = 0; rank < execution.size; ++rank) {
        if (block_of(rank).first >= touched.first && block_of(rank).first < touched.end()) {
            ranks.push_back(rank);
        }
    }
    auto numbers = std::make_unique<mpi::OwnedBlocks>(equal_sizes(execution, kNumber), touched, execution.scratch,
                                                      mpi::OwnedBlocks::Kept::kAll);
    for (const int rank : ranks) {
        std::int64_t number = sizes[static_cast<std::size_t>(rank)].value();
        numbers->put(block_of(rank), {&number, 1, MPI_INT64_T});
    }
    const mpi::OwnedBlocks* const arrived = numbers.get();
    const auto next = [=, &make]() mutable {
        for (const int rank : ranks) {
            std::int64_t number = 0;
            std::memcpy(&number, arrived->packed(block_of(rank).first), sizeof number);
            if (known[static_cast<std::size_t>(rank)].value_or(Bytes(number)) != Bytes(number)) {
                throw mpi::MpiError("a collective of parts that differ in size", MPI_ERR_TRUNCATE);
            }
            sizes[static_cast<std::size_t>(rank)] = Bytes(number);
        }
        return make(execution, unequal_sizes(execution, sizes), parts);
    };
    return {std::move(numbers), next};
}

}  // namespace causeway::interpose::planned
