#include "causeway/calls/uneven_exchange.hpp"

#include "causeway/calls/parts.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/exchanged_blocks.hpp"

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace causeway::calls {

namespace {

/// The plan's program without the messages that have no data, in one section. Control messages stay.
schedule::Program without_empty(const Execution& execution, const std::vector<mpi::BufferDescription>& to,
                                const std::vector<mpi::BufferDescription>& from) {
    const scheme::Built& built = execution.built;
    schedule::Section section;
    schedule::Cursor cursor(built.strands.front().programs[static_cast<std::size_t>(execution.rank)], built.num_blocks);
    while (const auto action = cursor.next()) {
        const mpi::BufferDescription& part = (action->is_send() ? to : from)[static_cast<std::size_t>(action->peer)];
        if (action->is_control() || size_of(part) > Bytes(0)) {
            section.body.push_back(*action);
        }
    }
    return {{std::move(section)}};
}

}  // namespace

bool are_refused(const Counts& counts, const Displacements& displacements, MPI_Comm comm) {
    return are_refused_at(mpi::num_parts_of(comm), counts, displacements);
}

std::optional<Asked> asked_of_uneven_exchange() {
    return Asked{.message = kSupposedPart, .may_be_cut = false, .form = Form::kUneven, .may_be_relayed = false};
}

Work exchange_uneven(const Execution& execution, PartOfRank part_to, PartOfRank part_from) {
    std::vector<mpi::BufferDescription> to;
    std::vector<mpi::BufferDescription> from;
    for (int rank = 0; rank < execution.size; ++rank) {
        to.push_back(part_to(rank));
        from.push_back(part_from(rank));
    }
    copy(to[static_cast<std::size_t>(execution.rank)], from[static_cast<std::size_t>(execution.rank)]);
    auto program = std::make_shared<schedule::Program>(without_empty(execution, to, from));
    return {.data = std::make_unique<mpi::ExchangedBlocks>(std::move(to), std::move(from), peers_of_blocks(execution)),
            .program = std::move(program)};
}

}  // namespace causeway::calls
