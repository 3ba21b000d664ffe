#include "causeway/probe/ethernet_measurement.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/matrix.hpp"
#include "causeway/discovery/disjoint_steps.hpp"
#include "causeway/fit/plogp_fit.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/policy/measurement.hpp"
#include "causeway/probe/clock.hpp"
#include "causeway/probe/quiet_wait.hpp"
#include "causeway/probe/send_threshold_measurement.hpp"
#include "causeway/probe/tell_all.hpp"
#include "causeway/probe/timing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <utility>

namespace causeway::probe {

namespace {

using fit::EthernetExperiment;
using fit::EthernetSample;
using fit::EthernetSamples;
using mpi::check;

constexpr int kEthernetTag = 1;
constexpr int kAnswerTag = 2;
constexpr int kTimeTag = 3;

using Group = std::vector<int>;

std::vector<Group> pairs_of(int num_hosts) {
    std::vector<Group> result;
    for (int i = 0; i < num_hosts; ++i) {
        for (int j = i + 1; j < num_hosts; ++j) {
            result.push_back({i, j});
        }
    }
    return result;
}

std::vector<Group> triplets_of(int num_hosts) {
    std::vector<Group> result;
    for (const Group& pair : pairs_of(num_hosts)) {
        for (int k = pair[1] + 1; k < num_hosts; ++k) {
            result.push_back({pair[0], pair[1], k});
        }
    }
    return result;
}

/// The measuring processes, one on each host: their ranks are the numbers of the hosts.
class Experiments {
public:
    Experiments(MPI_Comm comm, const EthernetProbeOptions& options)
        : comm_(comm),
          options_(options),
          rank_(mpi::rank_of(comm)),
          size_(mpi::size_of(comm)),
          collective_sizes_(options.collective_sizes),
          round_trips_(options.sizes.size(), std::vector<double>(static_cast<std::size_t>(size_), 0.0)) {
        Bytes largest = options.longest_late_send;
        for (const std::vector<Bytes>* sizes : {&options.sizes, &options.collective_sizes}) {
            for (const Bytes size : *sizes) {
                largest = std::max(largest, size);
            }
        }
        buffer_.resize(static_cast<std::size_t>(largest.value()) + 1);
        answer_buffer_.resize(buffer_.size());
    }

    /// What this process measured.
    std::vector<EthernetSample> run() {
        const std::vector<Group> pairs = pairs_of(size_);
        const std::vector<Group> triplets = triplets_of(size_);
        const auto pair_steps = discovery::disjoint_steps(pairs, size_, options_.at_once);
        find_waiting_sends();
        const auto triplet_steps = discovery::disjoint_steps(triplets, size_, options_.at_once);
        for (int round = 0; round < options_.rounds; ++round) {
            const auto report = [&](double fraction, std::string_view what) {
                if (rank_ == 0 && options_.progress) {
                    options_.progress((round + fraction) / options_.rounds, what);
                }
            };
            report(0.0, "round trips");
            take(pairs, pair_steps, [&](const Group& pair) { round_trips(pair[0], pair[1]); });
            for (std::size_t step = 0; step < triplet_steps.size(); ++step) {
                const double part = static_cast<double>(step) / static_cast<double>(triplet_steps.size());
                report(policy::kEthernetTripsEnd + (policy::kEthernetOneToTwoEnd - policy::kEthernetTripsEnd) * part,
                       "one to two");
                take(triplets, {triplet_steps[step]}, [&](const Group& triplet) {
                    one_to_two(triplet[0], triplet[1], triplet[2]);
                    one_to_two(triplet[1], triplet[0], triplet[2]);
                    one_to_two(triplet[2], triplet[0], triplet[1]);
                });
            }
            report(policy::kEthernetOneToTwoEnd, "one to many");
            collectives();
        }
        return std::move(samples_);
    }

    /// The same, of the round trips alone.
    std::vector<EthernetSample> run_round_trips() {
        const std::vector<Group> pairs = pairs_of(size_);
        for (int round = 0; round < options_.rounds; ++round) {
            take(pairs, discovery::disjoint_steps(pairs, size_, options_.at_once),
                 [&](const Group& pair) { round_trips(pair[0], pair[1]); });
        }
        return std::move(samples_);
    }

private:
    /// Carries out the steps one after another, this process the groups that it is in.
    template <typename Measure>
    void take(const std::vector<Group>& groups, const std::vector<std::vector<std::size_t>>& steps,
              const Measure& measure) {
        for (const std::vector<std::size_t>& step : steps) {
            for (const std::size_t group : step) {
                if (std::find(groups[group].begin(), groups[group].end(), rank_) != groups[group].end()) {
                    measure(groups[group]);
                }
            }
            quiet_barrier(comm_);
        }
    }

    /// Between the first two hosts; the others wait, and are told.
    void find_waiting_sends() {
        if (options_.longest_late_send == Bytes(0)) {
            return;
        }
        std::array<std::int64_t, 2> around{};  // the longest that returns, the shortest that waits; 0: there is none
        if (rank_ < 2) {
            SendThresholdMeasurement found = measure_send_threshold(comm_, 0, 1, options_.longest_late_send);
            for (const LateSend& one : found.sends) {
                add(EthernetExperiment::kLateSend, {0}, {1}, one.size, one.time);
            }
            around = {found.threshold.at_most.value_or(Bytes(0)).value(),
                      found.threshold.above.value_or(Bytes(0)).value()};
        }
        quiet_barrier(comm_);
        tell_all(around.data(), static_cast<int>(around.size()), MPI_INT64_T, comm_);
        if (collective_sizes_.empty() || around[1] == 0) {
            return;
        }
        for (const std::int64_t size : around) {
            if (size > 0 && std::count(collective_sizes_.begin(), collective_sizes_.end(), Bytes(size)) == 0) {
                collective_sizes_.push_back(Bytes(size));
            }
        }
    }

    /// Long messages are told from noise by fewer repetitions.
    [[nodiscard]] static int repetitions_of(Bytes size, int repetitions) {
        constexpr Bytes kLong(64 * 1024);
        return size > kLong ? (repetitions + 2) / 3 : repetitions;
    }

    void send(Bytes size, int to, int tag) {
        check(PMPI_Send(buffer_.data(), static_cast<int>(size.value()), MPI_BYTE, to, tag, comm_), "MPI_Send");
    }

    void receive(Bytes size, int from, int tag) {
        check(PMPI_Recv(answer_buffer_.data(), static_cast<int>(size.value()), MPI_BYTE, from, tag, comm_,
                        MPI_STATUS_IGNORE),
              "MPI_Recv");
    }

    /// The undisturbed time of `operation` with messages of this size.
    template <typename Operation>
    Seconds timed(Bytes size, const Operation& operation) {
        std::vector<double> times;
        for (int i = -policy::kEthernetWarmUps; i < repetitions_of(size, options_.repetitions); ++i) {
            const Seconds begin = monotonic_now();
            operation();
            if (i >= 0) {
                times.push_back((monotonic_now() - begin).value());
            }
        }
        return Seconds(fit::undisturbed(std::move(times)));
    }

    template <typename Operation>
    void repeat(Bytes size, const Operation& operation) const {
        for (int i = -policy::kEthernetWarmUps; i < repetitions_of(size, options_.repetitions); ++i) {
            operation();
        }
    }

    void add(EthernetExperiment experiment, Group from, Group to, Bytes size, Seconds time) {
        samples_.push_back({experiment, std::move(from), std::move(to), size, time});
    }

    /// Called by both.
    void round_trips(int measurer, int mirror) {
        for (std::size_t s = 0; s < options_.sizes.size(); ++s) {
            const Bytes size = options_.sizes[s];
            double time = 0.0;
            if (rank_ == measurer) {
                time = timed(size, [&] {
                           send(size, mirror, kEthernetTag);
                           receive(size, mirror, kEthernetTag);
                       }).value();
                add(EthernetExperiment::kRoundTrip, {measurer}, {mirror}, size, Seconds(time));
                check(PMPI_Send(&time, 1, MPI_DOUBLE, mirror, kTimeTag, comm_), "MPI_Send");
                round_trips_[s][static_cast<std::size_t>(mirror)] = time;
            } else {
                repeat(size, [&] {
                    receive(size, measurer, kEthernetTag);
                    send(size, measurer, kEthernetTag);
                });
                check(PMPI_Recv(&time, 1, MPI_DOUBLE, measurer, kTimeTag, comm_, MPI_STATUS_IGNORE), "MPI_Recv");
                round_trips_[s][static_cast<std::size_t>(measurer)] = time;
            }
        }
    }

    /// Called by all three.
    void one_to_two(int sender, int one, int other) {
        for (std::size_t s = 0; s < options_.sizes.size(); ++s) {
            const Bytes size = options_.sizes[s];
            if (rank_ != sender) {
                repeat(size, [&] {
                    receive(size, sender, kEthernetTag);
                    send(Bytes(0), sender, kAnswerTag);
                });
                continue;
            }
            const bool other_is_slower =
                round_trips_[s][static_cast<std::size_t>(other)] >= round_trips_[s][static_cast<std::size_t>(one)];
            const std::array<int, 2> receivers = other_is_slower ? std::array{one, other} : std::array{other, one};
            const Seconds time = timed(size, [&] { send_to_two(receivers, size); });
            add(EthernetExperiment::kOneToTwo, {sender}, {receivers[0], receivers[1]}, size, time);
        }
    }

    void send_to_two(const std::array<int, 2>& receivers, Bytes size) {
        std::array<MPI_Request, 4> requests{};
        for (std::size_t i = 0; i < 2; ++i) {
            check(PMPI_Irecv(nullptr, 0, MPI_BYTE, receivers[i], kAnswerTag, comm_, &requests[i]), "MPI_Irecv");
        }
        for (std::size_t i = 0; i < 2; ++i) {
            check(PMPI_Isend(buffer_.data(), static_cast<int>(size.value()), MPI_BYTE, receivers[i], kEthernetTag,
                             comm_, &requests[2 + i]),
                  "MPI_Isend");
        }
        check(PMPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
    }

    /// From host 0 to all others, in the order of their numbers.
    void collectives() {
        if (collective_sizes_.empty()) {
            return;
        }
        CollectiveTimer timer(comm_, agree_on_clock(comm_));
        Group others;
        for (int host = 1; host < size_; ++host) {
            others.push_back(host);
        }
        Group senders;
        Group receivers;
        for (int host = 0; host + 1 < size_; host += 2) {
            senders.push_back(host);
            receivers.push_back(host + 1);
        }
        for (const Bytes size : collective_sizes_) {
            const auto times_of = [&](const std::function<void()>& operation) {
                std::vector<double> times;
                for (const Seconds time :
                     timer.time(operation, {.repetitions = repetitions_of(size, options_.collective_repetitions),
                                           .tight = 0.0,
                                           .warm_ups = policy::kEthernetWarmUps})) {
                    times.push_back(time.value());
                }
                return times;
            };
            const auto measure = [&](EthernetExperiment experiment, const Group& from, const Group& to,
                                     const std::function<void()>& operation) {
                std::vector<double> times = times_of(operation);
                if (rank_ == 0) {
                    add(experiment, from, to, size, Seconds(fit::undisturbed(std::move(times))));
                }
            };
            measure(EthernetExperiment::kOneToMany, {0}, others, [&] { one_to_many(others, size); });
            measure(EthernetExperiment::kBroadcast, {0}, others, [&] { broadcast(size); });
            measure(EthernetExperiment::kDisjointPairs, senders, receivers, [&] { in_pairs(size); });
            for (const double time : times_of([&] { many_to_one(others, size); })) {
                if (rank_ == 0) {
                    add(EthernetExperiment::kManyToOne, others, {0}, size, Seconds(time));
                }
            }
        }
    }

    /// The receiver takes what comes first.
    void many_to_one(const Group& others, Bytes size) {
        if (rank_ != 0) {
            send(size, 0, kEthernetTag);
            return;
        }
        const auto length = static_cast<std::size_t>(size.value());
        gathered_.resize(std::max(gathered_.size(), others.size() * length));
        std::vector<MPI_Request> requests(others.size());
        for (std::size_t i = 0; i < others.size(); ++i) {
            check(PMPI_Irecv(gathered_.data() + i * length, static_cast<int>(length), MPI_BYTE, others[i], kEthernetTag,
                             comm_, &requests[i]),
                  "MPI_Irecv");
        }
        check(PMPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
    }

    void one_to_many(const Group& others, Bytes size) {
        if (rank_ != 0) {
            receive(size, 0, kEthernetTag);
            return;
        }
        for (const int host : others) {
            send(size, host, kEthernetTag);
        }
    }

    /// By binomial tree: who receives from whom is the number without its lowest bit.
    void broadcast(Bytes size) {
        int distance = 1;
        while (distance < size_ && (rank_ & distance) == 0) {
            distance *= 2;
        }
        if (rank_ != 0) {
            receive(size, rank_ - distance, kEthernetTag);
        }
        for (distance /= 2; distance > 0; distance /= 2) {
            if (rank_ + distance < size_) {
                send(size, rank_ + distance, kEthernetTag);
            }
        }
    }

    void in_pairs(Bytes size) {
        if (rank_ % 2 == 1) {
            receive(size, rank_ - 1, kEthernetTag);
        } else if (rank_ + 1 < size_) {
            send(size, rank_ + 1, kEthernetTag);
        }
    }

    MPI_Comm comm_;
    const EthernetProbeOptions& options_;
    int rank_;
    int size_;
    std::vector<std::byte> buffer_;
    std::vector<std::byte> answer_buffer_;
    std::vector<std::byte> gathered_;  ///< of many to one
    std::vector<Bytes> collective_sizes_;
    std::vector<std::vector<double>> round_trips_;  ///< [size][host] with this one, in seconds
    std::vector<EthernetSample> samples_;
};

/// What all processes measured, on rank 0.
EthernetSamples gathered(MPI_Comm comm, const EthernetSamples& mine) {
    EthernetSamples all;
    for (const std::string& text : mpi::gather_texts(comm, fit::to_csv_text(mine), 0)) {
        EthernetSamples theirs = fit::with_hosts_in_order(fit::parse_ethernet_samples(text, "a process"), mine.hosts);
        all.hosts = std::move(theirs.hosts);
        std::move(theirs.samples.begin(), theirs.samples.end(), std::back_inserter(all.samples));
    }
    return all;
}

}  // namespace

void require_three_hosts(const discovery::HostLayout& layout) {
    if (layout.num_hosts() < 3) {
        throw base::InputError(
            {.source = "the job",
             .place = {},
             .found = fmt::format("{} host{}", layout.num_hosts(), layout.num_hosts() == 1 ? "" : "s"),
             .accepted = "at least 3 hosts: between two of them only sums show, and only a third tells whose part is "
                         "whose"});
    }
}

EthernetSamples measure_between(MPI_Comm comm, const std::vector<std::string>& names,
                                const EthernetProbeOptions& options) {
    return gathered(comm, {names, Experiments(comm, options).run()});
}

EthernetSamples measure_round_trips(MPI_Comm comm, const std::vector<std::string>& names,
                                    const EthernetProbeOptions& options) {
    return gathered(comm, {names, Experiments(comm, options).run_round_trips()});
}

EthernetSamples measure_ethernet(MPI_Comm comm, const EthernetProbeOptions& options) {
    const mpi::Communicator own = mpi::duplicate(comm);
    const std::vector<std::string> host_of_rank = mpi::host_names(own.handle());
    const discovery::HostLayout layout = discovery::group_by_host(host_of_rank);
    require_three_hosts(layout);
    const int rank = mpi::rank_of(own.handle());
    int host = 0;
    while (layout.names[static_cast<std::size_t>(host)] != host_of_rank[static_cast<std::size_t>(rank)]) {
        ++host;
    }
    const bool is_representative = layout.representative(host) == rank;
    const mpi::Communicator representatives = mpi::split(own.handle(), is_representative ? 0 : -1);
    EthernetSamples samples;
    if (is_representative) {
        samples = measure_between(representatives.handle(), layout.names, options);
    }
    quiet_barrier(own.handle());
    return samples;
}

}  // namespace causeway::probe
