#include "causeway/probe/far_pairs.hpp"

#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/policy/measurement.hpp"
#include "causeway/probe/clock.hpp"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <thread>

namespace causeway::probe {

namespace {

using mpi::check;

constexpr int kFarTag = 14;

/// What a message is, its only byte.
enum class Word : char {
    kPing,
    kPong,
    kKnown,    ///< the last one: the pair is known
    kUnknown,  ///< the last one: it is not
    kNear,     ///< the last one: it is not, and its round trips are short or may be
};

/// One process among all: it pings its higher peers in turn, and answers the lower ones.
class FarPairs {
public:
    FarPairs(MPI_Comm comm, const std::vector<int>& peers, const PingSpacing& spacing)
        : comm_(comm),
          peers_(peers),
          spacing_(spacing),
          sessions_(peers.size()),
          result_(peers.size()),
          num_open_(peers.size()) {
        for (std::size_t peer = 0; peer < peers_.size(); ++peer) {
            if (peers_[peer] > mpi::rank_of(comm_)) {
                due_.push_back(peer);
            }
        }
    }

    std::vector<FarPair> run() {
        while (num_open_ > 0) {
            if (may_ping()) {
                ping(due_.front());
                due_.pop_front();
                continue;
            }
            if (is_there_a_message()) {
                take_message();
            } else {
                wait();
            }
        }
        return std::move(result_);
    }

private:
    struct Session {
        Seconds sent;
        bool was_greeted = false;  ///< the first round trip waits for a peer that may not have begun
        std::vector<Seconds> times;
    };

    void say(std::size_t peer, Word word) {
        check(PMPI_Send(&word, 1, MPI_BYTE, peers_[peer], kFarTag, comm_), "MPI_Send");
    }

    [[nodiscard]] bool may_ping() const {
        return !due_.empty() && num_under_way_ < spacing_.most_under_way && monotonic_now() >= next_ping_;
    }

    void ping(std::size_t peer) {
        ++num_under_way_;
        const Seconds now = monotonic_now();
        next_ping_ = now + spacing_.interval;
        sessions_[peer].sent = now;
        say(peer, Word::kPing);
    }

    /// In a simulation whoever waits for a message does so in it, which costs nothing.
    [[nodiscard]] bool is_there_a_message() const {
        if (kTimeIsSimulated) {
            return true;
        }
        int is_there = 0;
        check(PMPI_Iprobe(MPI_ANY_SOURCE, kFarTag, comm_, &is_there, MPI_STATUS_IGNORE), "MPI_Iprobe");
        return is_there != 0;
    }

    void wait() const {
        if (spacing_.has_pauses) {
            sleep_for(policy::kPauseOfFarPairs);
        } else {
            let_others_run();
        }
    }

    void take_message() {
        Word word{};
        MPI_Status status;
        check(PMPI_Recv(&word, 1, MPI_BYTE, MPI_ANY_SOURCE, kFarTag, comm_, &status), "MPI_Recv");
        const Seconds now = monotonic_now();
        const auto peer = static_cast<std::size_t>(std::ranges::find(peers_, status.MPI_SOURCE) - peers_.begin());
        switch (word) {
            case Word::kPing:
                say(peer, Word::kPong);
                break;
            case Word::kPong:
                go_on(peer, now);
                break;
            case Word::kKnown:
            case Word::kUnknown:
            case Word::kNear:
                end(peer, word);
                break;
        }
    }

    void go_on(std::size_t peer, Seconds now) {
        --num_under_way_;
        Session& session = sessions_[peer];
        const Seconds time = now - session.sent;
        if (session.was_greeted) {
            session.times.push_back(time);
        }
        session.was_greeted = true;
        const bool is_near = time < discovery::kLongRoundTrip;
        const bool is_last = session.times.size() >= policy::kMostFarTrips;
        // Others that are busy make short round trips longer, some of them by about as much.
        const bool may_be_near =
            is_near || (!session.times.empty() && std::ranges::min(session.times) < policy::kBusyNearTrip);
        const bool agrees =
            !(spacing_.has_pauses ? may_be_near : is_near) &&
            discovery::fastest_agree(session.times, is_last ? policy::kLooseFarTrips : policy::kTightFarTrips);
        if (!is_near && !agrees && !is_last) {
            due_.push_back(peer);
            return;
        }
        const Word last = agrees ? Word::kKnown : may_be_near ? Word::kNear : Word::kUnknown;
        say(peer, last);
        end(peer, last);
        if (agrees) {
            result_[peer].latency = discovery::pair_latency(session.times);
            result_[peer].latency->is_settled = true;
        }
    }

    void end(std::size_t peer, Word last) {
        result_[peer].is_known = last == Word::kKnown;
        result_[peer].is_near = last == Word::kNear;
        --num_open_;
    }

    MPI_Comm comm_;
    const std::vector<int>& peers_;
    PingSpacing spacing_;
    std::vector<Session> sessions_;  ///< [peer]
    std::vector<FarPair> result_;    ///< [peer]
    std::size_t num_open_;           ///< peers
    std::deque<std::size_t> due_;    ///< peers to be pinged
    Seconds next_ping_;              ///< not before
    int num_under_way_ = 0;          ///< pings that were not answered
};

}  // namespace

PingSpacing spacing_of_pings(int num_processes, bool share_one_kernel) {
    if (kTimeIsSimulated) {
        return {.most_under_way = std::max(1, policy::kMostSimulatedPings / num_processes)};
    }
    const auto processors = static_cast<double>(std::max(1U, std::thread::hardware_concurrency()));
    const double processes = share_one_kernel ? std::max(1.0, num_processes / processors) : 1.0;
    return {.interval = policy::kOccupiedByPing / policy::kPartOccupied * processes, .has_pauses = share_one_kernel};
}

std::vector<FarPair> measure_far_pairs(MPI_Comm comm, const std::vector<int>& peers, const PingSpacing& spacing) {
    return FarPairs(comm, peers, spacing).run();
}

}  // namespace causeway::probe
