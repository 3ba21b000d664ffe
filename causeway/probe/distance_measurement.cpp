#include "causeway/probe/distance_measurement.hpp"

#include "causeway/discovery/tournament.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/policy/measurement.hpp"
#include "causeway/probe/far_pairs.hpp"
#include "causeway/probe/near_pairs.hpp"
#include "causeway/probe/ping_pong.hpp"
#include "causeway/probe/quiet_wait.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace causeway::probe {

namespace {

using discovery::PairLatency;
using discovery::Ways;
using mpi::check;

/// Of what one process tells of one meeting.
constexpr std::size_t kNumFigures = std::tuple_size_v<discovery::LatencyNumbers>;

/// To those that are wanted, [rank], a few at a time.
void open_connections(MPI_Comm comm, const std::vector<char>& is_wanted) {
    const int size = mpi::size_of(comm);
    const int rank = mpi::rank_of(comm);
    std::vector<int> peers;
    // By distances that both of a pair see alike, so that nobody waits for one who waits for others.
    for (int distance = 1; 2 * distance <= size; ++distance) {
        for (const int peer : {(rank + distance) % size, (rank - distance + size) % size}) {
            if (is_wanted[static_cast<std::size_t>(peer)] != 0 && (peers.empty() || peers.back() != peer)) {
                peers.push_back(peer);
            }
        }
        if (distance % (policy::kConnectionsAtOnce / 2) == 0 || 2 * (distance + 1) > size) {
            meet_all(comm, peers);
            peers.clear();
        }
    }
}

/// The peers of this process, in the order of the tournament.
std::vector<int> wanted_opponents(MPI_Comm comm, const std::vector<char>& is_wanted) {
    std::vector<int> result = discovery::opponents(mpi::rank_of(comm), mpi::size_of(comm));
    std::erase_if(result,
                  [&](int opponent) { return opponent < 0 || is_wanted[static_cast<std::size_t>(opponent)] == 0; });
    return result;
}

/// How pairs are measured.
struct Measuring {
    PingSpacing spacing;         ///< of the far ones
    int at_once = 0;             ///< near ones: so many take turns; none: each process measures one with all others
    Seconds share = {};          ///< of each pair's, where each process measures
    Seconds share_of_turn = {};  ///< of each pair's, where they take turns
};

/// This process's part of what round trips say of the pairs that are wanted, [rank]: for each higher one the figures,
/// [rank][figure]; no samples elsewhere. First the far pairs, if there may be any, all at once; then, where processes
/// take turns, the near ones; then the others, in a tournament. Collective.
std::vector<double> own_figures(MPI_Comm comm, const std::vector<char>& is_wanted, const Measuring& measuring,
                                Ways ways) {
    const int rank = mpi::rank_of(comm);
    std::vector<double> mine(static_cast<std::size_t>(mpi::size_of(comm)) * kNumFigures, 0.0);
    const auto keep = [&](int peer, const discovery::PairLatency& pair) {
        std::ranges::copy(discovery::to_numbers(pair),
                          mine.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(peer) * kNumFigures));
    };
    const std::vector<int> peers = wanted_opponents(comm, is_wanted);
    std::vector<FarPair> far(peers.size(), {.is_near = true});
    if (measuring.at_once == 0 || ways == Ways::kAny) {
        open_connections(comm, is_wanted);
        far = measure_far_pairs(comm, peers, measuring.spacing);
    }
    const auto takes_turns = [&](std::size_t i) { return measuring.at_once > 0 && far[i].is_near; };
    std::vector<int> near;
    for (std::size_t i = 0; i < peers.size(); ++i) {
        if (takes_turns(i)) {
            near.push_back(peers[i]);
        }
    }
    const NearLatencies by_turns = measuring.at_once > 0
                                       ? measure_near_pairs(comm, near, measuring.at_once, measuring.share_of_turn)
                                       : NearLatencies();
    for (std::size_t i = 0; i < by_turns.size(); ++i) {
        if (by_turns[i]) {
            keep(near[i], *by_turns[i]);
        }
    }
    for (std::size_t i = 0; i < peers.size(); ++i) {
        if (far[i].is_known && far[i].latency) {
            keep(peers[i], *far[i].latency);
        } else if (!far[i].is_known && !takes_turns(i)) {
            meet(comm, peers[i]);
            if (peers[i] < rank) {
                answer_pings(comm, peers[i]);
            } else {
                keep(peers[i], measure_pair(comm, peers[i], measuring.share));
            }
        }
    }
    return mine;
}

/// What round trips say of `pairs`, the same on all ranks. Collective.
std::vector<discovery::PairLatency> measure_pairs(MPI_Comm comm, const std::vector<discovery::HostPair>& pairs,
                                                  Measuring measuring, Seconds budget, Ways ways) {
    const int size = mpi::size_of(comm);
    const int rank = mpi::rank_of(comm);
    std::vector<char> is_wanted(static_cast<std::size_t>(size), 0);
    std::vector<int> num_pairs(static_cast<std::size_t>(size), 0);
    for (const auto& [a, b] : pairs) {
        ++num_pairs[static_cast<std::size_t>(a)];
        ++num_pairs[static_cast<std::size_t>(b)];
        if (a == rank || b == rank) {
            is_wanted[static_cast<std::size_t>(a == rank ? b : a)] = 1;
        }
    }
    const int most = std::max(1, std::ranges::max(num_pairs));
    measuring.share = budget / static_cast<double>(most);
    measuring.share_of_turn = static_cast<double>(measuring.at_once) / static_cast<double>(pairs.size()) * budget;
    const std::vector<double> mine = own_figures(comm, is_wanted, measuring, ways);
    const std::size_t row = mine.size();
    std::vector<double> all(row * static_cast<std::size_t>(size));
    check(PMPI_Allgather(mine.data(), static_cast<int>(row), MPI_DOUBLE, all.data(), static_cast<int>(row), MPI_DOUBLE,
                         comm),
          "MPI_Allgather");
    std::vector<discovery::PairLatency> result;
    for (const auto& [a, b] : pairs) {
        const std::size_t meeting =
            static_cast<std::size_t>(a) * static_cast<std::size_t>(size) + static_cast<std::size_t>(b);
        result.push_back(discovery::latency_from(std::span(all).subspan(meeting * kNumFigures).first<kNumFigures>()));
    }
    return result;
}

}  // namespace

discovery::LatencyMatrix measure_latencies(MPI_Comm comm, bool share_one_kernel, Seconds budget,
                                           const base::SquareMatrix<double>& known) {
    const int most_at_once = mpi::size_of(comm) / 2;
    const int at_once = most_at_once > 0 ? pairs_at_once(comm, share_one_kernel, most_at_once) : 0;
    const Measuring measuring{.spacing = spacing_of_pings(mpi::size_of(comm), share_one_kernel),
                              .at_once = at_once < most_at_once ? at_once : 0};
    return discovery::survey_latencies(mpi::size_of(comm), budget, known,
                                       [&](const std::vector<discovery::HostPair>& pairs, Seconds share, Ways ways) {
                                           return measure_pairs(comm, pairs, measuring, share, ways);
                                       });
}

}  // namespace causeway::probe
