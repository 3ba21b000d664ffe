#include "causeway/mpi/reduction_blocks.hpp"

#include "causeway/mpi/error.hpp"

#include <algorithm>
#include <climits>

namespace causeway::mpi {

namespace {

struct Layout {
    MPI_Aint lower_bound = 0;
    MPI_Aint extent = 0;
    MPI_Aint true_lower_bound = 0;
    MPI_Aint true_extent = 0;
};

Layout layout_of(MPI_Datatype datatype) {
    Layout layout;
    check(PMPI_Type_get_extent(datatype, &layout.lower_bound, &layout.extent), "MPI_Type_get_extent");
    check(PMPI_Type_get_true_extent(datatype, &layout.true_lower_bound, &layout.true_extent),
          "MPI_Type_get_true_extent");
    return layout;
}

}  // namespace

bool can_be_reduced_in_blocks(MPI_Datatype datatype) {
    const Layout layout = layout_of(datatype);
    return layout.extent > 0 && layout.true_extent > 0 && layout.true_extent <= layout.extent;
}

void copy_elements(const void* from, void* to, MPI_Count count, MPI_Datatype datatype) {
    const Layout layout = layout_of(datatype);
    for (MPI_Count done = 0; done < count;) {
        const auto some = static_cast<int>(std::min<MPI_Count>(count - done, INT_MAX));
        const MPI_Aint offset = static_cast<MPI_Aint>(done) * layout.extent;
        check(
            PMPI_Sendrecv(static_cast<const std::byte*>(from) + offset, some, datatype, 0, 0,
                          static_cast<std::byte*>(to) + offset, some, datatype, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE),
            "MPI_Sendrecv");
        done += some;
    }
}

ReductionBlocks::ReductionBlocks(const ReductionArguments& arguments, std::int64_t elements_per_block,
                                 bool is_received_here, Scratch& scratch)
    : arguments_(arguments), elements_per_block_(elements_per_block), scratch_(scratch) {
    const Layout layout = layout_of(arguments.datatype);
    extent_ = layout.extent;
    lower_bound_ = layout.true_lower_bound;
    span_ = layout.true_extent;
    const bool in_place = arguments.send == MPI_IN_PLACE;
    const void* const contribution = in_place ? arguments.receive : arguments.send;
    if (!is_received_here) {
        // Only sent from; the executor does not write.
        elements_ = static_cast<std::byte*>(const_cast<void*>(contribution));
        return;
    }
    if (arguments.receive != nullptr) {
        elements_ = static_cast<std::byte*>(arguments.receive);
    } else {
        const std::int64_t bytes = (std::max<std::int64_t>(1, arguments.count) - 1) * extent_ + span_;
        elements_ = Scratch::at_least(scratch.data, bytes) - lower_bound_;
    }
    if (!in_place) {
        copy_elements(contribution, elements_, arguments.count, arguments.datatype);
    }
}

std::int64_t ReductionBlocks::first_element(int block) const {
    return std::min<std::int64_t>(arguments_.count, block * elements_per_block_);
}

MessageBuffer ReductionBlocks::at(std::byte* base, schedule::BlockRange blocks) const {
    const std::int64_t first = first_element(blocks.first);
    return {base + first * extent_, static_cast<int>(first_element(blocks.end()) - first), arguments_.datatype};
}

MessageBuffer ReductionBlocks::outgoing(schedule::BlockRange blocks) {
    return at(elements_, blocks);
}

MessageBuffer ReductionBlocks::incoming(schedule::BlockRange blocks) {
    return at(elements_, blocks);
}

void ReductionBlocks::received(schedule::BlockRange) {}

std::int64_t ReductionBlocks::partial_bytes(schedule::BlockRange blocks) const {
    return (first_element(blocks.end()) - first_element(blocks.first)) * extent_;
}

MessageBuffer ReductionBlocks::partial(schedule::BlockRange blocks, std::size_t place) {
    if (scratch_.partials.size() <= place) {
        scratch_.partials.resize(place + 1);
    }
    const std::int64_t count = first_element(blocks.end()) - first_element(blocks.first);
    const std::int64_t bytes = std::max<std::int64_t>(1, count) * std::max(extent_, span_);
    return {Scratch::at_least(scratch_.partials[place], bytes) - lower_bound_, static_cast<int>(count),
            arguments_.datatype};
}

void ReductionBlocks::combine(schedule::BlockRange blocks, std::size_t place) {
    const MessageBuffer ours = at(elements_, blocks);
    if (ours.count == 0) {
        return;
    }
    check(PMPI_Reduce_local(scratch_.partials[place].data() - lower_bound_, ours.address, ours.count,
                            arguments_.datatype, arguments_.op),
          "MPI_Reduce_local");
}

}  // namespace causeway::mpi
