#include "causeway/probe/stream_experiments.hpp"

#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/policy/measurement.hpp"
#include "causeway/probe/quiet_wait.hpp"
#include "causeway/probe/tell_all.hpp"
#include "causeway/statistics/sample.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace causeway::probe {

namespace {

using discovery::Flow;
using discovery::HostLayout;
using discovery::Route;

constexpr Bytes kSmallestMessage(1024);
// Processes do not get their turn at once, unless simulated.
constexpr Seconds kTurns(kTimeIsSimulated ? 0.0 : 40e-3);
constexpr Seconds kToHearOfIt(5e-3);

/// The rate of large messages; 0 if none were measured.
double rate_of(const platform::Plogp& plogp) {
    std::vector<double> rates;
    for (const statistics::PiecewiseLinear::Point& point : plogp.gap.points()) {
        if (point.x >= policy::kRateSize && point.y > 0.0) {
            rates.push_back(point.x / point.y);
        }
    }
    return rates.empty() ? 0.0 : statistics::median(rates);
}

/// The same of the largest messages that there are, or beyond what each of them takes; 0 if none were measured.
double rate_of_largest(const platform::Plogp& plogp) {
    const auto& points = plogp.gap.points();
    if (points.empty() || !(points.back().y > 0.0)) {
        return 0.0;
    }
    const auto& last = points.back();
    const double rate = last.x / last.y;
    if (points.size() == 1 || !(last.y > points[points.size() - 2].y)) {
        return rate;
    }
    const auto& before = points[points.size() - 2];
    return std::max(rate, (last.x - before.x) / (last.y - before.y));
}

}  // namespace

bool KnownLink::is_as_fast_as_hosts() const {
    return of_hosts > 0.0 && rate > policy::kAsFastAsHosts * of_hosts;
}

base::SquareMatrix<KnownLink> known_links(MPI_Comm comm, const std::vector<Route>& routes, int num_clusters) {
    base::SquareMatrix<KnownLink> links(num_clusters);
    if (mpi::rank_of(comm) == 0) {
        std::vector<double> of_hosts(static_cast<std::size_t>(num_clusters), 0.0);
        for (const Route& route : routes) {
            if (route.kind == Route::Kind::kWithinCluster) {
                of_hosts[static_cast<std::size_t>(route.from)] = rate_of_largest(route.measurement.plogp);
            }
        }
        for (const Route& route : routes) {
            if (route.kind != Route::Kind::kBetweenClusters) {
                continue;
            }
            const platform::Plogp& plogp = route.measurement.plogp;
            links(route.from, route.to) = {.latency = plogp.latency.value(),
                                           .rate = rate_of(plogp),
                                           .of_hosts = std::min(of_hosts[static_cast<std::size_t>(route.from)],
                                                                of_hosts[static_cast<std::size_t>(route.to)])};
            if (route.symmetric) {
                links(route.to, route.from) = links(route.from, route.to);
            }
        }
    }
    std::vector<double> numbers;
    for (int from = 0; from < num_clusters; ++from) {
        for (int to = 0; to < num_clusters; ++to) {
            numbers.insert(numbers.end(), {links(from, to).latency, links(from, to).rate, links(from, to).of_hosts});
        }
    }
    tell_all(numbers.data(), static_cast<int>(numbers.size()), MPI_DOUBLE, comm);
    auto next = numbers.begin();
    for (int from = 0; from < num_clusters; ++from) {
        for (int to = 0; to < num_clusters; ++to) {
            links(from, to) = {.latency = next[0], .rate = next[1], .of_hosts = next[2]};
            next += 3;
        }
    }
    return links;
}

StreamExperiments::StreamExperiments(MPI_Comm comm, const HostLayout& layout,
                                     const base::SquareMatrix<KnownLink>& links, const SharedClock& clock,
                                     const StreamEffort& effort)
    : comm_(comm),
      layout_(layout),
      links_(links),
      clock_(clock),
      longest_(std::max(effort.longest, kSmallestMessage)),
      end_(clock.now() + effort.budget) {
    for (int from = 0; from < links.size(); ++from) {
        for (int to = 0; to < links.size(); ++to) {
            round_trip_ = std::max(round_trip_, 2.0 * Seconds(links(from, to).latency));
        }
    }
    times_ = {.begin = {},
              .warm_up = std::max(policy::kLeastStreamWarmUp, policy::kTripsOfStreamWarmUp * round_trip_),
              .look = std::max({policy::kLeastLookAtStream, round_trip_,
                                std::min(policy::kLongLookAtStream, policy::kLookOfBudget * effort.budget)}),
              .num_looks = policy::kLooksAtStream};
    // Beside the messages: connections are opened, the start is announced, the last messages arrive.
    expected_ = times_.end() - times_.begin + kTurns + policy::kTripsOfStreamWarmUp * round_trip_;
}

bool StreamExperiments::is_time_for_another() const {
    int answer = clock_.now() + expected_ <= end_ ? 1 : 0;
    tell_all(&answer, 1, MPI_INT, comm_);
    return answer != 0;
}

std::vector<std::vector<BytesPerSecond>> StreamExperiments::run(const std::vector<Flow>& flows,
                                                                const std::vector<BytesPerSecond>& offer) {
    const Seconds begin = clock_.now();
    const std::vector<MessageStream> streams = streams_of(flows, offer);
    const int rank = mpi::rank_of(comm_);
    const bool takes_part = std::any_of(streams.begin(), streams.end(), [&](const MessageStream& stream) {
        return stream.from == rank || stream.to == rank;
    });
    open_streams(comm_, streams);
    // Once the last one is ready, and all have heard of that; who hears it later begins later.
    double ready = clock_.now().value();
    quiet_allreduce(&ready, 1, MPI_DOUBLE, MPI_MAX, comm_);
    const Seconds start = Seconds(ready) + 2.0 * round_trip_ + kToHearOfIt;
    std::vector<double> arrived(streams.size() * policy::kLooksAtStream, 0.0);
    if (takes_part) {
        times_.begin = start;
        auto place = arrived.begin();
        for (const std::vector<double>& looks : run_streams(comm_, streams, clock_, times_)) {
            place = std::copy(looks.begin(), looks.end(), place);
        }
    }
    // Each is counted on one rank: the sums are exact, and so the same everywhere.
    quiet_allreduce(arrived.data(), static_cast<int>(arrived.size()), MPI_DOUBLE, MPI_SUM, comm_);
    std::vector<std::vector<BytesPerSecond>> rates(flows.size());
    for (std::size_t i = 0; i < arrived.size(); ++i) {
        rates[i / policy::kLooksAtStream].emplace_back(arrived[i] / times_.look.value());
    }
    expected_ = std::max(expected_, clock_.now() - begin);
    return rates;
}

std::vector<MessageStream> StreamExperiments::streams_of(const std::vector<Flow>& flows,
                                                         const std::vector<BytesPerSecond>& offer) const {
    std::vector<MessageStream> streams;
    for (std::size_t f = 0; f < flows.size(); ++f) {
        const Flow& flow = flows[f];
        const double rate = offer[f].value();
        const auto in_look = static_cast<std::int64_t>(rate * times_.look.value() / policy::kMessagesInLook);
        const Bytes size = std::clamp(Bytes(in_look), kSmallestMessage, longest_);
        const double covered = policy::kTripsInFlight * 2.0 * links_(flow.from, flow.to).latency + kTurns.value();
        const double in_flight = std::ceil(rate * covered / static_cast<double>(size.value()));
        streams.push_back({.from = layout_.representative(flow.from_host),
                           .to = layout_.representative(flow.to_host),
                           .size = size,
                           .in_flight = static_cast<int>(std::clamp(in_flight, 2.0, policy::kMostInFlight)),
                           .interval = Seconds(static_cast<double>(size.value()) / rate)});
    }
    return streams;
}

}  // namespace causeway::probe
