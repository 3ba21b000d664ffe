#include "causeway/probe/message_streams.hpp"

#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/mpi/scratch.hpp"
#include "causeway/policy/measurement.hpp"
#include "causeway/probe/clock.hpp"
#include "causeway/probe/quiet_wait.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>

namespace causeway::probe {

namespace {

using mpi::check;

constexpr int kOpeningTag = 11;
constexpr int kStreamTag = 12;

/// One process's ends.
class Ends {
public:
    Ends(MPI_Comm comm, const std::vector<MessageStream>& streams, const SharedClock& clock, const StreamTimes& times)
        : comm_(comm),
          streams_(streams),
          clock_(clock),
          times_(times),
          counted_(streams.size(), std::vector<double>(static_cast<std::size_t>(times.num_looks), 0.0)),
          rank_(mpi::rank_of(comm)),
          free_(streams.size()),
          due_(streams.size(), times.begin),
          ended_(streams.size(), false) {
        std::int64_t incoming_bytes = 0;
        std::int64_t largest = 0;
        for (std::size_t s = 0; s < streams.size(); ++s) {
            assert(streams[s].size.value() > 0 && streams[s].in_flight > 0);
            if (streams[s].to == rank_) {
                for (int i = 0; i < policy::kReadyOfStream; ++i) {
                    slots_.push_back({.stream = s, .is_incoming = true, .place = incoming_bytes});
                    incoming_bytes += streams[s].size.value();
                }
            }
            if (streams[s].from == rank_) {
                slots_.insert(slots_.end(), static_cast<std::size_t>(streams[s].in_flight),
                              {.stream = s, .is_incoming = false, .place = 0});
                largest = std::max(largest, streams[s].size.value());
            }
        }
        incoming_ = incoming_memory_.zeros(incoming_bytes);
        outgoing_ = outgoing_memory_.zeros(largest);
        requests_.assign(slots_.size(), MPI_REQUEST_NULL);
    }

    std::vector<std::vector<double>> run() {
        clock_.sleep_until(times_.begin);
        for (std::size_t i = 0; i < slots_.size(); ++i) {
            if (slots_[i].is_incoming) {
                start(i);
            } else {
                free_[slots_[i].stream].push_back(i);
            }
        }
        std::vector<int> completed(slots_.size());
        std::vector<MPI_Status> statuses(slots_.size());
        while (true) {
            const bool is_sending = send_what_is_due(clock_.now());
            int count = 0;
            // Looking around costs a simulation most of its time: there only where a moment is waited for.
            const auto complete_some = kTimeIsSimulated && !has_free_slots() ? PMPI_Waitsome : PMPI_Testsome;
            check(complete_some(static_cast<int>(requests_.size()), requests_.data(), &count, completed.data(),
                                statuses.data()),
                  "MPI_Testsome");
            if (count == MPI_UNDEFINED) {
                if (!is_sending) {
                    break;
                }
                count = 0;
            }
            if (count == 0) {
                let_others_run();
            }
            const Seconds now = clock_.now();
            for (int i = 0; i < count; ++i) {
                go_on(static_cast<std::size_t>(completed[static_cast<std::size_t>(i)]),
                      statuses[static_cast<std::size_t>(i)], now);
            }
        }
        check(PMPI_Waitall(static_cast<int>(announcements_.size()), announcements_.data(), MPI_STATUSES_IGNORE),
              "MPI_Waitall");
        return std::move(counted_);
    }

private:
    /// One message under way at a time.
    struct Slot {
        std::size_t stream;
        bool is_incoming;
        std::int64_t place;  ///< where in `incoming_` it is received
    };

    void start(std::size_t index) {
        const Slot& slot = slots_[index];
        const MessageStream& stream = streams_[slot.stream];
        const int size = static_cast<int>(stream.size.value());
        if (slot.is_incoming) {
            check(PMPI_Irecv(incoming_ + slot.place, size, MPI_BYTE, stream.from, kStreamTag, comm_, &requests_[index]),
                  "MPI_Irecv");
        } else {
            // A synchronous send is over when the receiver has taken the message up.
            check(PMPI_Issend(outgoing_, size, MPI_BYTE, stream.to, kStreamTag, comm_, &requests_[index]),
                  "MPI_Issend");
        }
    }

    /// Starts what is due and has room, announces the end when it has come. Whether streams leave here that have not
    /// ended.
    bool send_what_is_due(Seconds now) {
        bool is_sending = false;
        for (std::size_t s = 0; s < streams_.size(); ++s) {
            std::vector<std::size_t>& free = free_[s];
            if (streams_[s].from != rank_ || ended_[s]) {
                continue;
            }
            if (now >= times_.end()) {
                announce_end(s);
                continue;
            }
            is_sending = true;
            // Who got no turn makes up for it, but not for more than may be under way.
            due_[s] = std::max(due_[s], now - static_cast<double>(streams_[s].in_flight) * streams_[s].interval);
            while (!free.empty() && due_[s] <= now) {
                start(free.back());
                free.pop_back();
                due_[s] += streams_[s].interval;
            }
        }
        return is_sending;
    }

    /// Whether messages leave here as soon as they are due.
    [[nodiscard]] bool has_free_slots() const {
        for (std::size_t s = 0; s < streams_.size(); ++s) {
            if (streams_[s].from == rank_ && !ended_[s] && !free_[s].empty()) {
                return true;
            }
        }
        return false;
    }

    void go_on(std::size_t index, const MPI_Status& status, Seconds now) {
        const Slot& slot = slots_[index];
        if (!slot.is_incoming) {
            free_[slot.stream].push_back(index);
            return;
        }
        int bytes = 0;
        check(PMPI_Get_count(&status, MPI_BYTE, &bytes), "MPI_Get_count");
        if (bytes > 0) {
            count(slot.stream, bytes, now);
            start(index);
        }
    }

    void announce_end(std::size_t stream) {
        ended_[stream] = true;
        for (int i = 0; i < policy::kReadyOfStream; ++i) {
            announcements_.push_back(MPI_REQUEST_NULL);
            check(PMPI_Isend(nullptr, 0, MPI_BYTE, streams_[stream].to, kStreamTag, comm_, &announcements_.back()),
                  "MPI_Isend");
        }
    }

    void count(std::size_t stream, int bytes, Seconds now) {
        const double passed = (now - times_.begin - times_.warm_up) / times_.look;
        if (passed >= 0.0 && passed < static_cast<double>(times_.num_looks)) {
            counted_[stream][static_cast<std::size_t>(passed)] += bytes;
        }
    }

    MPI_Comm comm_;
    const std::vector<MessageStream>& streams_;
    const SharedClock& clock_;
    StreamTimes times_;
    std::vector<std::vector<double>> counted_;  ///< [stream][look]
    int rank_;
    std::vector<std::vector<std::size_t>> free_;  ///< [stream] slots in which nothing is under way
    std::vector<Seconds> due_;                    ///< [stream] when the next message starts
    std::vector<bool> ended_;                     ///< [stream]
    std::vector<Slot> slots_;
    std::vector<MPI_Request> requests_;  ///< [slot]
    std::vector<MPI_Request> announcements_;
    mpi::GrowingMemory incoming_memory_;
    mpi::GrowingMemory outgoing_memory_;
    std::byte* incoming_ = nullptr;  ///< each slot its own part
    std::byte* outgoing_ = nullptr;  ///< one message, which all send
};

}  // namespace

void open_streams(MPI_Comm comm, const std::vector<MessageStream>& streams) {
    const int rank = mpi::rank_of(comm);
    std::vector<MPI_Request> requests;
    for (const MessageStream& stream : streams) {
        if (stream.to == rank) {
            requests.push_back(MPI_REQUEST_NULL);
            check(PMPI_Irecv(nullptr, 0, MPI_BYTE, stream.from, kOpeningTag, comm, &requests.back()), "MPI_Irecv");
        }
        if (stream.from == rank) {
            requests.push_back(MPI_REQUEST_NULL);
            check(PMPI_Issend(nullptr, 0, MPI_BYTE, stream.to, kOpeningTag, comm, &requests.back()), "MPI_Issend");
        }
    }
    for (MPI_Request& request : requests) {
        quiet_wait(request);
    }
}

std::vector<std::vector<double>> run_streams(MPI_Comm comm, const std::vector<MessageStream>& streams,
                                             const SharedClock& clock, const StreamTimes& times) {
    return Ends(comm, streams, clock, times).run();
}

}  // namespace causeway::probe
