#include "causeway/interpose/planned/execution.hpp"

namespace causeway::interpose::planned {

namespace {

/// One block without data.
class EmptyBlock final : public mpi::CopiedBlocks {
public:
    [[nodiscard]] mpi::MessageBuffer outgoing(schedule::BlockRange) override { return {}; }
    [[nodiscard]] mpi::MessageBuffer incoming(schedule::BlockRange) override { return {}; }
    void received(schedule::BlockRange) override {}
};

}  // namespace

int Barrier(MPI_Comm comm, NativeCall native) noexcept {
    return carry_out(
        collective::Operation::kBarrier, comm, native, [](const CommunicatorState&) { return Asked{}; },
        [](const Execution& execution) {
            EmptyBlock data;
            execution.run(data);
        });
}

}  // namespace causeway::interpose::planned
