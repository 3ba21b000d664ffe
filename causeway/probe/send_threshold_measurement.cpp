#include "causeway/probe/send_threshold_measurement.hpp"

#include "causeway/fit/ethernet_samples.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/policy/measurement.hpp"
#include "causeway/probe/clock.hpp"
#include "causeway/probe/quiet_wait.hpp"
#include "causeway/statistics/sample.hpp"

#include <cstddef>
#include <utility>

namespace causeway::probe {

namespace {

using mpi::check;

constexpr int kLateSendTag = 1;
constexpr int kReadyToBeLateTag = 2;
constexpr int kWaitsTag = 3;

/// The two processes, of which this is one.
class LateSends {
public:
    LateSends(MPI_Comm comm, int sender, int receiver, Bytes longest)
        : comm_(comm),
          sender_(sender),
          receiver_(receiver),
          is_sender_(mpi::rank_of(comm) == sender),
          buffer_(static_cast<std::size_t>(longest.value())) {
        // Connections are opened, and whatever the longest messages need, before anybody is late.
        meet(comm_, is_sender_ ? receiver_ : sender_);
        if (is_sender_) {
            send(longest);
        } else {
            receive(longest);
        }
    }

    /// Whether sends of this size wait; the same at both.
    bool wait(Bytes size) {
        std::vector<double> times;
        for (int look = 0; look < policy::kLateSends; ++look) {
            if (is_sender_) {
                check(PMPI_Recv(nullptr, 0, MPI_BYTE, receiver_, kReadyToBeLateTag, comm_, MPI_STATUS_IGNORE),
                      "MPI_Recv");
                const Seconds begin = monotonic_now();
                send(size);
                const Seconds time = monotonic_now() - begin;
                times.push_back(time.value());
                sends_.push_back({size, time});
            } else {
                check(PMPI_Send(nullptr, 0, MPI_BYTE, sender_, kReadyToBeLateTag, comm_), "MPI_Send");
                sleep_for(fit::kLateness);
                receive(size);
            }
        }
        int waits = 0;
        if (is_sender_) {
            waits = statistics::median(std::move(times)) > fit::kLateness.value() / 2.0 ? 1 : 0;
            check(PMPI_Send(&waits, 1, MPI_INT, receiver_, kWaitsTag, comm_), "MPI_Send");
        } else {
            check(PMPI_Recv(&waits, 1, MPI_INT, sender_, kWaitsTag, comm_, MPI_STATUS_IGNORE), "MPI_Recv");
        }
        return waits != 0;
    }

    [[nodiscard]] std::vector<LateSend> sends() && { return std::move(sends_); }

private:
    void send(Bytes size) {
        check(PMPI_Send(buffer_.data(), static_cast<int>(size.value()), MPI_BYTE, receiver_, kLateSendTag, comm_),
              "MPI_Send");
    }

    void receive(Bytes size) {
        check(PMPI_Recv(buffer_.data(), static_cast<int>(size.value()), MPI_BYTE, sender_, kLateSendTag, comm_,
                        MPI_STATUS_IGNORE),
              "MPI_Recv");
    }

    MPI_Comm comm_;
    int sender_;
    int receiver_;
    bool is_sender_;
    std::vector<std::byte> buffer_;
    std::vector<LateSend> sends_;
};

}  // namespace

SendThresholdMeasurement measure_send_threshold(MPI_Comm comm, int sender, int receiver, Bytes longest) {
    LateSends late(comm, sender, receiver, longest);
    SendThresholdMeasurement result;
    result.threshold = discovery::search_send_threshold(longest, [&late](Bytes size) { return late.wait(size); });
    result.sends = std::move(late).sends();
    return result;
}

}  // namespace causeway::probe
