#include "causeway/mpi/element_layout.hpp"

#include "causeway/mpi/error.hpp"

#include <algorithm>

namespace causeway::mpi {

std::vector<ElementRun> equal_runs(std::int64_t count, std::int64_t elements_per_block) {
    std::vector<ElementRun> runs;
    for (std::int64_t first = 0; first < count; first += elements_per_block) {
        runs.push_back({first, std::min(elements_per_block, count - first)});
    }
    return runs;
}

ElementRun elements_of(const std::vector<ElementRun>& runs, schedule::BlockRange blocks) {
    const ElementRun first = runs[static_cast<std::size_t>(blocks.first)];
    const ElementRun last = runs[static_cast<std::size_t>(blocks.end()) - 1];
    return {first.first, last.first + last.count - first.first};
}

bool follow_each_other(const std::vector<ElementRun>& runs, schedule::BlockRange blocks) {
    for (int b = blocks.first; b + 1 < blocks.end(); ++b) {
        const ElementRun run = runs[static_cast<std::size_t>(b)];
        if (run.first + run.count != runs[static_cast<std::size_t>(b) + 1].first) {
            return false;
        }
    }
    return true;
}

std::byte* ElementLayout::room_for(GrowingMemory& memory, std::int64_t count) const {
    // With a negative extent the last element stands lowest.
    const std::int64_t to_last = (std::max<std::int64_t>(1, count) - 1) * extent();
    const std::int64_t lowest = std::min<std::int64_t>(0, to_last) + lower_bound();
    const std::int64_t bytes = std::abs(to_last) + std::max<std::int64_t>(1, span());
    return memory.at_least(bytes) - lowest;
}

MessageBuffer ElementLayout::partial(Scratch& scratch, std::size_t place, std::int64_t count) const {
    if (scratch.partials.size() <= place) {
        scratch.partials.resize(place + 1);
    }
    return {room_for(scratch.partials[place], count), static_cast<int>(count), datatype_};
}

void ElementLayout::combine(Scratch& scratch, std::size_t place, const MessageBuffer& ours, MPI_Op op) const {
    combine(partial(scratch, place, ours.count), ours, op);
}

void ElementLayout::combine(const MessageBuffer& theirs, const MessageBuffer& ours, MPI_Op op) const {
    check(PMPI_Reduce_local(theirs.address, ours.address, ours.count, datatype_, op), "MPI_Reduce_local");
}

}  // namespace causeway::mpi
