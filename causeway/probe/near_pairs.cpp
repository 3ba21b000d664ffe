#include "causeway/probe/near_pairs.hpp"

#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/policy/measurement.hpp"
#include "causeway/probe/clock.hpp"
#include "causeway/probe/ping_pong.hpp"
#include "causeway/probe/quiet_wait.hpp"
#include "causeway/probe/tell_all.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <utility>

namespace causeway::probe {

namespace {

using mpi::check;

constexpr int kNearTag = 34;

/// What wakes a process, its only byte.
enum class Word : char {
    kGreeting,  ///< from one that measures
    kTurn,      ///< from the process before: it is this one's turn
};

/// One process among all. Turns go from rank to rank, in as many chains of neighbours as pairs may measure at once. A
/// process that measures may have to wait for a higher one that does so itself, never for a lower one: all get on.
class NearPairs {
public:
    NearPairs(MPI_Comm comm, const std::vector<int>& peers, int at_once, Seconds share)
        : comm_(comm), peers_(peers), share_(share), rank_(mpi::rank_of(comm)), result_(peers.size()) {
        const int size = mpi::size_of(comm);
        const auto chain_of = [&](int rank) { return static_cast<std::int64_t>(rank) * at_once / size; };
        begins_ = rank_ == 0 || chain_of(rank_ - 1) != chain_of(rank_);
        passes_on_ = rank_ + 1 < size && chain_of(rank_ + 1) == chain_of(rank_);
    }

    NearLatencies run() {
        auto num_to_answer = std::ranges::count_if(peers_, [&](int peer) { return peer < rank_; });
        bool is_to_measure = true;
        if (begins_) {
            measure();
            is_to_measure = false;
        }
        while (num_to_answer > 0 || is_to_measure) {
            const auto [word, from] = next_word();
            if (word == Word::kTurn) {
                measure();
                is_to_measure = false;
            } else {
                send_empty(comm_, from, kPong);
                answer_pings(comm_, from);
                --num_to_answer;
            }
        }
        quiet_barrier(comm_);
        return std::move(result_);
    }

private:
    /// This process's turn.
    void measure() {
        for (std::size_t i = 0; i < peers_.size(); ++i) {
            if (peers_[i] > rank_) {
                // The first round trip wakes the peer, and does not count.
                say(peers_[i], Word::kGreeting);
                check(PMPI_Recv(nullptr, 0, MPI_BYTE, peers_[i], kPong, comm_, MPI_STATUS_IGNORE), "MPI_Recv");
                result_[i] = measure_pair(comm_, peers_[i], share_, policy::kAgreeingTrips);
            }
        }
        if (passes_on_) {
            say(rank_ + 1, Word::kTurn);
        }
    }

    void say(int to, Word word) const { check(PMPI_Send(&word, 1, MPI_BYTE, to, kNearTag, comm_), "MPI_Send"); }

    /// And who says it. Asleep until it is there.
    [[nodiscard]] std::pair<Word, int> next_word() const {
        Word word{};
        MPI_Request request = MPI_REQUEST_NULL;
        MPI_Status status;
        check(PMPI_Irecv(&word, 1, MPI_BYTE, MPI_ANY_SOURCE, kNearTag, comm_, &request), "MPI_Irecv");
        quiet_wait(request, &status);
        return {word, status.MPI_SOURCE};
    }

    MPI_Comm comm_;
    const std::vector<int>& peers_;
    Seconds share_;
    int rank_;
    bool begins_ = false;     ///< its turn is the first of a chain
    bool passes_on_ = false;  ///< to the next rank
    NearLatencies result_;    ///< [peer]
};

}  // namespace

int pairs_at_once(MPI_Comm comm, bool share_one_kernel, int num_pairs) {
    if (kTimeIsSimulated || !share_one_kernel) {
        return num_pairs;
    }
    // Of processes that are bound to processors each sees its own.
    int at_once = static_cast<int>(std::thread::hardware_concurrency() / 2);
    tell_all(&at_once, 1, MPI_INT, comm);
    return std::clamp(at_once, 1, num_pairs);
}

NearLatencies measure_near_pairs(MPI_Comm comm, const std::vector<int>& peers, int at_once, Seconds share) {
    return NearPairs(comm, peers, at_once, share).run();
}

}  // namespace causeway::probe
