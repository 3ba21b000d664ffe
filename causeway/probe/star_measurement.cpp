#include "causeway/probe/star_measurement.hpp"

#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/policy/measurement.hpp"
#include "causeway/probe/clock.hpp"
#include "causeway/probe/ping_pong.hpp"
#include "causeway/probe/quiet_wait.hpp"
#include "causeway/probe/tell_all.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <numeric>
#include <string>
#include <utility>

namespace causeway::probe {

namespace {

using discovery::PairLatency;
using discovery::Round;
using discovery::Star;
using mpi::check;

/// The centre's part of a star.
class Centre {
public:
    Centre(MPI_Comm comm, const std::vector<int>& rays, Seconds budget)
        : comm_(comm),
          rays_(rays),
          share_(budget / static_cast<double>(rays.size())),
          end_(monotonic_now() + budget),
          found_(rays.size()) {}

    /// The latency of each ray.
    std::vector<PairLatency> run() {
        const std::size_t at_once = std::min(policy::kMostFarAtOnce, rays_.size());
        sessions_.resize(at_once);
        requests_.assign(at_once, MPI_REQUEST_NULL);
        for (std::size_t slot = 0; slot < at_once; ++slot) {
            greet_next(slot);
        }
        while (true) {
            sleep_for(first_answer() - monotonic_now());
            int slot = MPI_UNDEFINED;
            check(PMPI_Waitany(static_cast<int>(requests_.size()), requests_.data(), &slot, MPI_STATUS_IGNORE),
                  "MPI_Waitany");
            if (slot == MPI_UNDEFINED) {
                return std::move(found_);
            }
            go_on(static_cast<std::size_t>(slot), monotonic_now());
        }
    }

private:
    /// A ray under way.
    struct Session {
        std::size_t ray = 0;
        Seconds sent;
        bool was_greeted = false;
        bool is_spoiled = false;  ///< the centre was busy with a near host meanwhile
        std::vector<Seconds> times;
    };

    /// The first message opens the connection, and wakes the ray; its round trip does not count.
    void greet_next(std::size_t slot) {
        if (next_ < rays_.size()) {
            sessions_[slot] = {.ray = next_++, .sent = {}, .times = {}};
            ping(slot);
        }
    }

    void ping(std::size_t slot) {
        Session& session = sessions_[slot];
        session.is_spoiled = false;
        check(PMPI_Irecv(nullptr, 0, MPI_BYTE, rays_[session.ray], kPong, comm_, &requests_[slot]), "MPI_Irecv");
        session.sent = monotonic_now();
        send_empty(comm_, rays_[session.ray], kPing);
    }

    /// Before then no answer can come.
    [[nodiscard]] Seconds first_answer() const {
        Seconds first = Seconds::infinity();
        for (std::size_t slot = 0; slot < sessions_.size(); ++slot) {
            const Session& session = sessions_[slot];
            if (requests_[slot] != MPI_REQUEST_NULL) {
                const Seconds fastest = session.times.empty()
                                            ? Seconds(0.0)
                                            : *std::min_element(session.times.begin(), session.times.end());
                first = std::min(first, session.sent + without_answer(fastest));
            }
        }
        return first < Seconds::infinity() ? first : Seconds(0.0);
    }

    void go_on(std::size_t slot, Seconds now) {
        Session& session = sessions_[slot];
        const Seconds time = now - session.sent;
        const bool is_late = now + time > end_;
        if (!std::exchange(session.was_greeted, true)) {
            ping(slot);
            return;
        }
        if (!session.is_spoiled || is_late) {
            session.times.push_back(time);
        }
        if (time < discovery::kLongRoundTrip) {
            finish(slot, measure_pair(comm_, rays_[session.ray], share_));
            for (Session& other : sessions_) {
                other.is_spoiled = true;
            }
        } else if (!session.times.empty() && (is_late || discovery::are_enough(session.times))) {
            send_empty(comm_, rays_[session.ray], kStop);
            finish(slot, discovery::pair_latency(session.times));
        } else {
            ping(slot);
            return;
        }
        greet_next(slot);
    }

    void finish(std::size_t slot, const PairLatency& latency) { found_[sessions_[slot].ray] = latency; }

    MPI_Comm comm_;
    const std::vector<int>& rays_;
    Seconds share_;  ///< of one ray
    Seconds end_;
    std::vector<PairLatency> found_;  ///< [ray]
    std::size_t next_ = 0;            ///< ray to be greeted
    std::vector<Session> sessions_;   ///< [slot]
    std::vector<MPI_Request> requests_;
};

/// A ray's part: asleep until it is greeted.
void answer(MPI_Comm comm, int centre) {
    receive_empty_quietly(comm, centre, kPing);
    MPI_Status status;
    do {
        send_empty(comm, centre, kPong);
        check(PMPI_Recv(nullptr, 0, MPI_BYTE, centre, MPI_ANY_TAG, comm, &status), "MPI_Recv");
    } while (status.MPI_TAG != kStop);
}

/// Each round: how many stars; each star: its centre, how many rays, its rays.
std::vector<int> packed(const std::vector<Round>& rounds) {
    std::vector<int> numbers;
    for (const Round& round : rounds) {
        numbers.push_back(static_cast<int>(round.size()));
        for (const Star& star : round) {
            numbers.insert(numbers.end(), {star.centre, static_cast<int>(star.rays.size())});
            numbers.insert(numbers.end(), star.rays.begin(), star.rays.end());
        }
    }
    return numbers;
}

std::vector<Round> unpacked(const std::vector<int>& numbers) {
    std::vector<Round> rounds;
    for (auto next = numbers.begin(); next != numbers.end();) {
        Round round(static_cast<std::size_t>(*next++));
        for (Star& star : round) {
            star.centre = *next++;
            const int num_rays = *next++;
            star.rays.assign(next, next + num_rays);
            next += num_rays;
        }
        rounds.push_back(std::move(round));
    }
    return rounds;
}

/// Rank 0's rounds on every rank.
std::vector<Round> agreed_rounds(MPI_Comm comm, const std::vector<Round>& rounds) {
    return unpacked(told_to_all(comm, mpi::rank_of(comm) == 0 ? packed(rounds) : std::vector<int>()));
}

/// As long as its largest star says, [round], together 1.
std::vector<double> shares_of(const std::vector<Round>& rounds) {
    std::vector<double> shares;
    for (const Round& round : rounds) {
        std::size_t most = 1;
        for (const Star& star : round) {
            most = std::max(most, star.rays.size());
        }
        shares.push_back(static_cast<double>(most));
    }
    const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
    std::transform(shares.begin(), shares.end(), shares.begin(), [&](double share) { return share / sum; });
    return shares;
}

/// What one rank measured, as bytes.
std::string packed(const std::vector<PairLatency>& latencies) {
    std::vector<discovery::LatencyNumbers> figures;
    std::transform(latencies.begin(), latencies.end(), std::back_inserter(figures), discovery::to_numbers);
    std::string bytes(figures.size() * sizeof(discovery::LatencyNumbers), '\0');
    if (!figures.empty()) {
        std::memcpy(bytes.data(), figures.data(), bytes.size());
    }
    return bytes;
}

PairLatency unpacked(const std::string& bytes, std::size_t pair) {
    discovery::LatencyNumbers figures{};
    assert((pair + 1) * sizeof figures <= bytes.size());
    std::memcpy(figures.data(), bytes.data() + pair * sizeof figures, sizeof figures);
    return discovery::latency_from(figures);
}

}  // namespace

std::vector<PairLatency> measure_rounds(MPI_Comm comm, const std::vector<Round>& rounds, Seconds budget) {
    const int rank = mpi::rank_of(comm);
    double seconds = budget.value();
    tell_all(&seconds, 1, MPI_DOUBLE, comm);
    const std::vector<Round> agreed = agreed_rounds(comm, rounds);
    const std::vector<double> shares = shares_of(agreed);
    std::vector<PairLatency> mine;
    for (std::size_t round = 0; round < agreed.size(); ++round) {
        for (const Star& star : agreed[round]) {
            if (star.centre == rank) {
                const std::vector<PairLatency> found = Centre(comm, star.rays, shares[round] * Seconds(seconds)).run();
                mine.insert(mine.end(), found.begin(), found.end());
            } else if (std::find(star.rays.begin(), star.rays.end(), rank) != star.rays.end()) {
                answer(comm, star.centre);
            }
        }
    }
    quiet_barrier(comm);
    const std::vector<std::string> all = mpi::gather_texts(comm, packed(mine), 0);
    std::vector<PairLatency> result;
    std::vector<std::size_t> next(all.size(), 0);
    if (rank == 0) {
        for (const Round& round : agreed) {
            for (const Star& star : round) {
                const auto centre = static_cast<std::size_t>(star.centre);
                for (std::size_t ray = 0; ray < star.rays.size(); ++ray) {
                    result.push_back(unpacked(all[centre], next[centre]++));
                }
            }
        }
    }
    return result;
}

}  // namespace causeway::probe
