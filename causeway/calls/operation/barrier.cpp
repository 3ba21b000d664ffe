/// MPI_Barrier as work on a block without data.
#include "causeway/calls/between_groups.hpp"
#include "causeway/calls/scheme_call.hpp"

namespace causeway::calls {

namespace {

/// One block without data.
class EmptyBlock final : public mpi::CopiedBlocks {
public:
    [[nodiscard]] mpi::MessageBuffer outgoing(schedule::BlockRange) override { return {}; }
    [[nodiscard]] mpi::MessageBuffer incoming(schedule::BlockRange) override { return {}; }
    void received(schedule::BlockRange) override {}
};

}  // namespace

int Barrier(MPI_Comm comm, const Calling& calling) noexcept try {
    if (is_intercommunicator(comm)) {
        if (const auto code = carried_out_between(scheme::Operation::kBarrier, comm, calling,
                                                  [&](BetweenGroups& groups) { return groups.barrier(); })) {
            return *code;
        }
    }
    return carry_out(
        scheme::Operation::kBarrier, comm, calling, [](const CommunicatorState&) { return Asked{}; },
        [](const Execution&) { return Work{std::make_unique<EmptyBlock>()}; });
} catch (...) {
    return raised(comm);
}

}  // namespace causeway::calls
