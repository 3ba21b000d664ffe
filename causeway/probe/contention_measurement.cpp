#include "causeway/probe/contention_measurement.hpp"

#include "causeway/discovery/shared_gap_estimate.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/probe/timing.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace causeway::probe {

namespace {

/// Trains around the ring of a communicator's processes.
class Ring {
public:
    explicit Ring(MPI_Comm comm)
        : comm_(comm),
          next_((mpi::rank_of(comm) + 1) % mpi::size_of(comm)),
          previous_((mpi::rank_of(comm) + mpi::size_of(comm) - 1) % mpi::size_of(comm)) {}

    void send_train(std::int64_t size, int messages) {
        constexpr int kContentionTag = 1;
        outgoing_.resize(std::max(outgoing_.size(), static_cast<std::size_t>(size)));
        incoming_.resize(std::max(incoming_.size(), static_cast<std::size_t>(size * messages)));
        requests_.assign(2 * static_cast<std::size_t>(messages), MPI_REQUEST_NULL);
        for (int i = 0; i < messages; ++i) {
            const auto index = static_cast<std::size_t>(i);
            mpi::check(PMPI_Irecv(incoming_.data() + i * size, static_cast<int>(size), MPI_BYTE, previous_,
                                  kContentionTag, comm_, &requests_[2 * index]),
                       "MPI_Irecv");
        }
        for (int i = 0; i < messages; ++i) {
            const auto index = static_cast<std::size_t>(i);
            mpi::check(PMPI_Isend(outgoing_.data(), static_cast<int>(size), MPI_BYTE, next_, kContentionTag, comm_,
                                  &requests_[2 * index + 1]),
                       "MPI_Isend");
        }
        mpi::check(PMPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE),
                   "MPI_Waitall");
    }

private:
    MPI_Comm comm_;
    int next_;
    int previous_;
    std::vector<std::byte> outgoing_;
    std::vector<std::byte> incoming_;
    std::vector<MPI_Request> requests_;
};

}  // namespace

statistics::PiecewiseLinear measure_shared_gap(MPI_Comm comm, Seconds budget) {
    CollectiveTimer timer(comm, agree_on_clock(comm));
    Ring ring(comm);
    discovery::SharedGapEstimate estimate(mpi::size_of(comm), budget);
    bool is_warm = false;
    // Times are the same on every rank, so that all stop alike.
    while (const std::optional<discovery::Trains> trains = estimate.next()) {
        const auto times = [&](int length) {
            return timer.time([&] { ring.send_train(trains->size.value(), length); },
                              {.repetitions = discovery::SharedGapEstimate::kRepetitions, .warm_ups = is_warm ? 0 : 1});
        };
        const std::vector<Seconds> shorter = times(trains->shorter);
        const std::vector<Seconds> longer = times(trains->longer);
        is_warm = true;
        estimate.add(shorter, longer);
    }
    return estimate.gap();
}

}  // namespace causeway::probe
