#include "causeway/mpi/executor.hpp"

#include "causeway/mpi/error.hpp"
#include "causeway/schedule/sends.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace causeway::mpi {

namespace {

using schedule::BlockRange;
using schedule::BlockSizes;
using schedule::ControlGate;
using schedule::Cursor;
using schedule::Operation;
using schedule::OperationKind;
using schedule::OperationQueue;
using schedule::Program;

/// Receives posted ahead of the data from each process that sends to this one, so that no segment waits for its
/// receiver and handshakes of large segments over a long route overlap.
constexpr std::size_t kReceivesPerPeer = 32;
/// Receives posted at once, from all of them.
constexpr std::size_t kReceiveWindow = 128;
/// Sends under way at once, for the same reason.
constexpr std::size_t kSendWindow = 32;
/// Sends looked at for one that can leave, where data comes from several processes at different paces.
constexpr std::size_t kSendsLookedAt = 128;
/// A send that the library buffers is complete at once, and a fast sender would fill the memory of a slow
/// route's sender. After this many bytes one send is synchronous: it completes when the receiver has it.
constexpr std::int64_t kBytesBetweenSynchronousSends = std::int64_t{8} << 20U;
/// Synchronous sends that may be under way before the sender waits.
constexpr int kMostSynchronousSends = 4;

/// The communicator is private and messages between two ranks do not overtake each other, so one tag does.
constexpr int kTag = 1;

/// The processes that send to this one.
std::size_t num_senders(const Program& program) {
    std::vector<int> peers;
    for (const schedule::Section& section : program.sections) {
        for (const Operation& operation : section.body) {
            if (operation.kind == OperationKind::kReceive &&
                std::find(peers.begin(), peers.end(), operation.peer) == peers.end()) {
                peers.push_back(operation.peer);
                if (peers.size() * kReceivesPerPeer >= kReceiveWindow) {
                    return peers.size();  // as good as any more
                }
            }
        }
    }
    return peers.size();
}

bool receives_data(const Program& program) {
    return std::any_of(program.sections.begin(), program.sections.end(), [](const schedule::Section& section) {
        return std::any_of(section.body.begin(), section.body.end(), [](const Operation& operation) {
            return operation.kind == OperationKind::kReceive && !operation.is_control();
        });
    });
}

}  // namespace

/// One call: the state that lives from its beginning to its end.
class Executor::Run {
public:
    Run(Executor& executor, const Program& program, int num_blocks, const BlockSizes& sizes, Payload& payload)
        : executor_(executor),
          sizes_(sizes),
          payload_(payload),
          num_blocks_(num_blocks),
          receives_(program, num_blocks, OperationKind::kReceive),
          sends_(program, num_blocks, OperationKind::kSend),
          gate_(program, num_blocks),
          senders_(num_senders(program)),
          receive_window_(std::min(kReceiveWindow, std::max<std::size_t>(1, senders_) * kReceivesPerPeer)) {
        executor_.waiting_sends_.clear();
        // What is never received is there from the beginning.
        executor_.held_.assign(static_cast<std::size_t>(num_blocks), 1);
        Cursor cursor(program, num_blocks);
        while (const auto operation = cursor.next()) {
            if (operation->kind == OperationKind::kReceive) {
                std::fill_n(executor_.held_.begin() + operation->blocks.first, operation->blocks.count, char{0});
            }
        }
    }

    void carry_out() {
        advance_prefix();
        while (receives_.head() || sends_.head() || !executor_.waiting_sends_.empty() || num_active_ > 0) {
            post_receives();
            if (senders_ > 1 && !gate_.is_needed()) {
                post_sends_that_can_leave();
            } else {
                post_sends_in_order();
            }
            if (num_active_ > 0) {
                wait_for_some();
            }
        }
    }

private:
    void post_receives() {
        while (receives_.head() && active_receives_ < receive_window_) {
            const Operation& operation = *receives_.head();
            const std::size_t slot = free_slot(0, receive_window_);
            check(PMPI_Irecv(address_of(operation.blocks), length_of(operation.blocks), MPI_BYTE, operation.peer, kTag,
                             executor_.comm_.handle(), &executor_.requests_[slot]),
                  "MPI_Irecv");
            occupy(slot, operation);
            receive_of_slot_[slot] = num_received_++;
            ++active_receives_;
            receives_.pop();
        }
    }

    [[nodiscard]] bool may_send() const {
        return active_sends_ < kSendWindow && synchronous_sends_ < kMostSynchronousSends;
    }

    void post_sends_in_order() {
        while (sends_.head() && may_send() && is_held(sends_.head()->blocks) && gate_.opens_at(sends_)) {
            post_send(*sends_.head());
            sends_.pop();
        }
    }

    /// Data that comes over several ways does not come in the order of the program: a send that has to wait lets those
    /// to other processes pass. To each process they leave in order.
    void post_sends_that_can_leave() {
        std::vector<Operation>& waiting = executor_.waiting_sends_;
        bool has_sent = true;
        while (has_sent && may_send()) {
            has_sent = false;
            for (; sends_.head() && waiting.size() < kSendsLookedAt; sends_.pop()) {
                waiting.push_back(*sends_.head());
            }
            std::vector<int>& held_up = executor_.held_up_peers_;
            held_up.clear();
            std::size_t kept = 0;
            for (const Operation& operation : waiting) {
                const bool is_held_up = std::find(held_up.begin(), held_up.end(), operation.peer) != held_up.end();
                if (!is_held_up && may_send() && is_held(operation.blocks)) {
                    post_send(operation);
                    has_sent = true;
                    continue;
                }
                if (!is_held_up) {
                    held_up.push_back(operation.peer);
                }
                waiting[kept++] = operation;
            }
            waiting.resize(kept);
        }
    }

    void post_send(const Operation& operation) {
        payload_.prepare(sizes_.offset_of(operation.blocks.end()));
        const std::size_t slot = free_slot(receive_window_, receive_window_ + kSendWindow);
        const int length = length_of(operation.blocks);
        bytes_since_synchronous_ += length;
        const bool synchronous = bytes_since_synchronous_ > kBytesBetweenSynchronousSends;
        if (synchronous) {
            check(PMPI_Issend(address_of(operation.blocks), length, MPI_BYTE, operation.peer, kTag,
                              executor_.comm_.handle(), &executor_.requests_[slot]),
                  "MPI_Issend");
            bytes_since_synchronous_ = 0;
            ++synchronous_sends_;
        } else {
            check(PMPI_Isend(address_of(operation.blocks), length, MPI_BYTE, operation.peer, kTag,
                             executor_.comm_.handle(), &executor_.requests_[slot]),
                  "MPI_Isend");
        }
        occupy(slot, operation);
        is_synchronous_[slot - receive_window_] = synchronous;
        ++active_sends_;
    }

    void wait_for_some() {
        int count = 0;
        check(PMPI_Waitsome(static_cast<int>(receive_window_ + kSendWindow), executor_.requests_.data(), &count,
                            executor_.completed_.data(), MPI_STATUSES_IGNORE),
              "MPI_Waitsome");
        for (int i = 0; i < count; ++i) {
            const auto slot = static_cast<std::size_t>(executor_.completed_[static_cast<std::size_t>(i)]);
            --num_active_;
            if (slot < receive_window_) {
                --active_receives_;
                if (gate_.is_needed()) {
                    gate_.arrived(receive_of_slot_[slot], Seconds(0.0));
                }
                const BlockRange blocks = executor_.operation_of_slot_[slot].blocks;
                std::fill_n(executor_.held_.begin() + blocks.first, blocks.count, char{1});
            } else {
                --active_sends_;
                synchronous_sends_ -= is_synchronous_[slot - receive_window_] ? 1 : 0;
            }
        }
        deliver_prefix();
    }

    /// The payload unpacks in order: passes on how far the data is there without a gap.
    void deliver_prefix() {
        const int before = prefix_;
        advance_prefix();
        if (prefix_ > before) {
            payload_.deliver(sizes_.offset_of(prefix_));
        }
    }

    void advance_prefix() {
        while (prefix_ < num_blocks_ && executor_.held_[static_cast<std::size_t>(prefix_)] != 0) {
            ++prefix_;
        }
    }

    [[nodiscard]] bool is_held(BlockRange blocks) const {
        const auto begin = executor_.held_.begin() + blocks.first;
        return std::all_of(begin, begin + blocks.count, [](char held) { return held != 0; });
    }

    [[nodiscard]] std::byte* address_of(BlockRange blocks) const {
        return payload_.data() + sizes_.offset_of(blocks.first).value();
    }

    [[nodiscard]] int length_of(BlockRange blocks) const { return static_cast<int>(sizes_.size_of(blocks).value()); }

    [[nodiscard]] std::size_t free_slot(std::size_t begin, std::size_t end) const {
        std::size_t slot = begin;
        while (slot < end && executor_.requests_[slot] != MPI_REQUEST_NULL) {
            ++slot;
        }
        return slot;
    }

    void occupy(std::size_t slot, const Operation& operation) {
        executor_.operation_of_slot_[slot] = operation;
        ++num_active_;
    }

    Executor& executor_;
    const BlockSizes& sizes_;
    Payload& payload_;
    int num_blocks_;
    OperationQueue receives_;
    OperationQueue sends_;
    ControlGate gate_;
    std::size_t senders_;                               ///< processes that send to this one
    std::size_t receive_window_;                        ///< receives posted at once
    std::size_t num_received_ = 0;                      ///< receives posted so far
    std::size_t receive_of_slot_[kReceiveWindow] = {};  ///< [receive slot]: its number in the program
    std::size_t active_receives_ = 0;
    std::size_t active_sends_ = 0;
    std::size_t num_active_ = 0;
    int synchronous_sends_ = 0;
    std::int64_t bytes_since_synchronous_ = 0;
    bool is_synchronous_[kSendWindow] = {};  ///< [send slot]
    int prefix_ = 0;                         ///< blocks held without a gap
};

void Executor::run(const Program& program, int num_blocks, Bytes block, const BufferDescription& buffer) {
    constexpr std::size_t kSlots = kReceiveWindow + kSendWindow;
    requests_.resize(kSlots, MPI_REQUEST_NULL);
    completed_.resize(kSlots);
    operation_of_slot_.resize(kSlots);
    const Direction direction = receives_data(program) ? Direction::kSink : Direction::kSource;
    Payload payload(buffer, direction, comm_.handle(), scratch_);
    const BlockSizes sizes{payload.size(), block};
    Run(*this, program, num_blocks, sizes, payload).carry_out();
}

}  // namespace causeway::mpi
