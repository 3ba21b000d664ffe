#include "causeway/probe/contention_measurement.hpp"

#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/probe/timing.hpp"
#include "causeway/statistics/sample.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace causeway::probe {

namespace {

constexpr std::array<std::int64_t, 7> kSizes{1, 1024, 4096, 16 << 10, 64 << 10, 256 << 10, 1 << 20};
/// The shorter train carries about so many bytes, in so many messages at the most.
constexpr std::int64_t kTrainBytes = 128 << 10;
constexpr std::int64_t kMostMessages = 16;
/// The longer train has so many times the messages of the shorter.
constexpr int kLonger = 3;
constexpr int kRepetitions = 3;
/// All processes together are not slowed down unless a message costs this much more than it does a pair.
constexpr double kMatters = 1.25;

/// Trains around the ring of a communicator's processes.
class Ring {
public:
    explicit Ring(MPI_Comm comm)
        : comm_(comm),
          next_((mpi::rank_of(comm) + 1) % mpi::size_of(comm)),
          previous_((mpi::rank_of(comm) + mpi::size_of(comm) - 1) % mpi::size_of(comm)) {}

    void send_train(std::int64_t size, int messages) {
        constexpr int kTag = 1;
        outgoing_.resize(std::max(outgoing_.size(), static_cast<std::size_t>(size)));
        incoming_.resize(std::max(incoming_.size(), static_cast<std::size_t>(size * messages)));
        requests_.assign(2 * static_cast<std::size_t>(messages), MPI_REQUEST_NULL);
        for (int i = 0; i < messages; ++i) {
            const auto index = static_cast<std::size_t>(i);
            mpi::check(PMPI_Irecv(incoming_.data() + i * size, static_cast<int>(size), MPI_BYTE, previous_, kTag, comm_,
                                  &requests_[2 * index]),
                       "MPI_Irecv");
        }
        for (int i = 0; i < messages; ++i) {
            const auto index = static_cast<std::size_t>(i);
            mpi::check(PMPI_Isend(outgoing_.data(), static_cast<int>(size), MPI_BYTE, next_, kTag, comm_,
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
    const int processes = mpi::size_of(comm);
    // Times are the same on every rank, so that all stop alike.
    Seconds used;
    Seconds last;
    std::vector<statistics::PiecewiseLinear::Point> points;
    for (const std::int64_t size : kSizes) {
        const int messages = static_cast<int>(std::clamp<std::int64_t>(kTrainBytes / size, 1, kMostMessages));
        const double growth = std::max(1.0, static_cast<double>(size) / static_cast<double>(kTrainBytes));
        if (points.size() >= 2 && used + growth * last > budget) {
            break;
        }
        const auto median_time = [&](int length) {
            std::vector<double> samples;
            for (const Seconds time : timer.time([&] { ring.send_train(size, length); },
                                                 {.repetitions = kRepetitions, .warm_ups = points.empty() ? 1 : 0})) {
                samples.push_back(time.value());
            }
            return statistics::median(samples);
        };
        const double shorter = median_time(messages);
        const double longer = median_time(kLonger * messages);
        last = kRepetitions * Seconds(shorter + longer);
        used += last;
        const double each = (longer - shorter) / (static_cast<double>((kLonger - 1) * messages) * processes);
        const double least = points.empty() ? 1e-9 : points.back().y;
        points.push_back({static_cast<double>(size), std::max(least, each)});
    }
    return statistics::PiecewiseLinear(std::move(points));
}

std::optional<statistics::PiecewiseLinear> if_it_matters(const statistics::PiecewiseLinear& shared_gap,
                                                         const platform::Plogp& plogp, int num_processes) {
    const auto points = shared_gap.points();
    const bool matters = std::any_of(points.begin(), points.end(), [&](const auto& point) {
        return point.y * num_processes > kMatters * plogp.gap(point.x);
    });
    return matters ? std::optional(shared_gap) : std::nullopt;
}

}  // namespace causeway::probe
