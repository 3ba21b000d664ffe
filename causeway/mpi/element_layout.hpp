/// How elements of a datatype stand in memory, one after another, as MPI's operators need them.
#pragma once

#include "causeway/mpi/block_data.hpp"
#include "causeway/mpi/datatype_layout.hpp"
#include "causeway/mpi/scratch.hpp"

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace causeway::mpi {

/// Elements that follow each other.
struct ElementRun {
    std::int64_t first = 0;
    std::int64_t count = 0;
};

/// Blocks of so many elements, the last one with what is left.
[[nodiscard]] std::vector<ElementRun> equal_runs(std::int64_t count, std::int64_t elements_per_block);

/// The elements of several blocks, `count` from `first` on, which follow each other.
[[nodiscard]] ElementRun elements_of(const std::vector<ElementRun>& runs, schedule::BlockRange blocks);

/// Whether the elements of each of these blocks stand right behind those of the one before.
[[nodiscard]] bool follow_each_other(const std::vector<ElementRun>& runs, schedule::BlockRange blocks);

class ElementLayout {
public:
    /// Local. Throws MpiError.
    explicit ElementLayout(MPI_Datatype datatype) : datatype_(datatype), layout_(layout_of(datatype)) {}

    [[nodiscard]] MPI_Datatype datatype() const { return datatype_; }
    /// From one element to the next, in bytes.
    [[nodiscard]] std::int64_t extent() const { return layout_.extent; }
    /// Where the first byte of an element stands, and how far it is to its last one.
    [[nodiscard]] std::int64_t lower_bound() const { return layout_.true_lower_bound; }
    [[nodiscard]] std::int64_t span() const { return layout_.true_extent; }

    /// Of so many elements.
    [[nodiscard]] std::int64_t bytes_of(std::int64_t count) const { return count * std::abs(extent()); }

    /// Memory for `count` elements, and the address that MPI takes for them.
    [[nodiscard]] std::byte* room_for(GrowingMemory& memory, std::int64_t count) const;

    /// Those of a run, of which the first one stands at `base`.
    [[nodiscard]] MessageBuffer at(std::byte* base, ElementRun run) const {
        return {base + run.first * extent(), static_cast<int>(run.count), datatype_};
    }

    /// Where a receive puts `count` elements that are to be combined (BlockData::partial).
    [[nodiscard]] MessageBuffer partial(Scratch& scratch, std::size_t place, std::int64_t count) const;

    /// Combines what came to that place, as the left operand, with `ours`. Throws MpiError.
    void combine(Scratch& scratch, std::size_t place, const MessageBuffer& ours, MPI_Op op) const;
    /// The same of what stands there, as many elements as ours.
    void combine(const MessageBuffer& theirs, const MessageBuffer& ours, MPI_Op op) const;

private:
    MPI_Datatype datatype_;
    DatatypeLayout layout_;
};

}  // namespace causeway::mpi
