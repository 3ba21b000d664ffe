#include "causeway/mpi/run.hpp"

#include "causeway/mpi/error.hpp"
#include "causeway/schedule/send_order.hpp"

#include <algorithm>
#include <cassert>
#include <climits>
#include <cstdint>
#include <optional>
#include <utility>

namespace causeway::mpi {

namespace {

using schedule::Action;
using schedule::ActionKind;
using schedule::BlockRange;
using schedule::Program;

/// Receives posted ahead of the data from each process that sends to this one, so that no segment waits for its
/// receiver and handshakes of large segments over a long route overlap.
constexpr std::size_t kReceivesPerPeer = 32;
/// Receives posted at once, from all of them. Strands share these places, and the next ones, equally: none waits for
/// another's.
constexpr std::size_t kReceiveWindow = 128;
/// Sends under way at once, for the same reason.
constexpr std::size_t kSendWindow = 32;
/// What they are at least in each of many strands.
constexpr std::size_t kLeastWindow = 4;
/// Memory of our own for what is received to be combined, in each strand, and for what is there to be passed on. One
/// message more than this allows may always be under way; where data goes one way, not while something leaves.
constexpr std::int64_t kMostHeldBytes = std::int64_t{8} << 20U;
/// A send that the library buffers is complete at once, and a fast sender would fill the memory of a slow
/// route's sender. After this many bytes one send is synchronous: it completes when the receiver has it.
constexpr std::int64_t kBytesBetweenSynchronousSends = std::int64_t{8} << 20U;
/// The same to a process near by, which answers soon: enough for 10 Gbit/s and a round trip of 0.2 ms.
constexpr std::int64_t kBytesBetweenPacedSends = std::int64_t{64} << 10U;
/// Synchronous sends that may be under way before the sender waits.
constexpr int kMostSynchronousSends = 4;

/// Whether all sends go to one process, and that is one of `paced`.
bool is_paced(const Program& program, std::span<const char> paced) {
    std::optional<int> receiver;
    for (const schedule::Section& section : program.sections) {
        for (const Action& operation : section.body) {
            if (operation.is_send() && receiver.value_or(operation.peer) != operation.peer) {
                return false;
            }
            receiver = operation.is_send() ? operation.peer : receiver;
        }
    }
    return receiver && !paced.empty() && paced[static_cast<std::size_t>(*receiver)] != 0;
}

std::int64_t bytes_of(const MessageBuffer& buffer) {
    MPI_Count size = 1;
    if (buffer.datatype != MPI_BYTE) {
        check(PMPI_Type_size_x(buffer.datatype, &size), "MPI_Type_size_x");
    }
    return std::int64_t{buffer.count} * size;
}

}  // namespace

std::int64_t Workspace::size() const {
    std::int64_t bytes = scratch.size() + order.size();
    for (const Strand& strand : strands) {
        bytes += static_cast<std::int64_t>((strand.receives.capacity() + strand.sends.capacity()) * sizeof(Step) +
                                           strand.has_arrived.capacity());
    }
    return bytes;
}

Run::Run(FailureNotices& failures, CallTags tags, Workspace& workspace, std::span<const Program* const> programs,
         int num_blocks, BlockData& data, Manner manner)
    : failures_(failures), tags_(tags), workspace_(workspace), order_(workspace.order), data_(data), manner_(manner) {
    assert(!programs.empty() && programs.size() < kMostStrands);
    order_.begin(programs, num_blocks);
    workspace_.strands.resize(std::max(workspace_.strands.size(), programs.size()));
    strands_ = {workspace_.strands.data(), programs.size()};
    for (std::size_t s = 0; s < programs.size(); ++s) {
        strands_[s].begin(s, *programs[s], num_blocks, order_);
        // More are as good as these.
        strands_[s].num_senders = schedule::num_senders(*programs[s], kReceiveWindow / kReceivesPerPeer);
        strands_[s].lets_sends_pass = schedule::lets_sends_pass(*programs[s]);
        strands_[s].bytes_between_synchronous =
            is_paced(*programs[s], manner_.paced) ? kBytesBetweenPacedSends : kBytesBetweenSynchronousSends;
    }
    workspace_.opening.begin(strands_, num_blocks, manner_.told_size);
    reserve_slots();
    workspace_.uncombined.clear();
}

void Run::finish() {
    post();
    while (num_active_ > 0) {
        (void)take_completed(Completion::kWait);
        post();
    }
    is_over_ = true;
}

bool Run::advance() {
    post();
    while (num_active_ > 0 && take_completed(Completion::kTest)) {
        post();
    }
    is_over_ = num_active_ == 0;
    return is_over_;
}

void Run::post() {
    num_active_ += workspace_.opening.post(opening_places());
    for (std::size_t s = 0; s < strands_.size(); ++s) {
        if (workspace_.opening.is_open()) {
            post_receives(s);
        }
        post_sends(s);
    }
}

/// No more slots than there are messages: all of them are looked at whenever some are asked for.
void Run::reserve_slots() {
    std::size_t most_receives = 0;
    std::size_t most_sends = 0;
    for (const Strand& strand : strands_) {
        most_receives = std::max(most_receives, strand.receives.size());
        most_sends = std::max(most_sends, strand.sends.size());
    }
    const std::size_t num_strands = strands_.size();
    receive_window_ = std::min(most_receives, std::max(kLeastWindow, kReceiveWindow / num_strands));
    send_window_ = std::min(most_sends, std::max(kLeastWindow, kSendWindow / num_strands));
    first_send_slot_ = receive_window_ * num_strands;
    opening_slot_ = first_send_slot_ + send_window_ * num_strands;
    num_slots_ = opening_slot_ + workspace_.opening.num_places();
    if (workspace_.requests.size() <= num_slots_) {
        workspace_.slots.resize(num_slots_ + 1);
        workspace_.completed.reserve(num_slots_ + 1);
        workspace_.requests.resize(num_slots_ + 1, MPI_REQUEST_NULL);
    }
}

Opening::Places Run::opening_places() const {
    return {.channel = failures_.channel(),
            .tag = opening_tag(),
            .counters = manner_.counters,
            .requests = std::span(workspace_.requests).subspan(opening_slot_, num_slots_ - opening_slot_)};
}

void Run::post_receives(std::size_t index) {
    Strand& strand = strands_[index];
    const std::size_t window =
        std::min(receive_window_, std::max<std::size_t>(1, strand.num_senders) * kReceivesPerPeer);
    while (strand.next_receive < strand.receives.size() && strand.active_receives < window) {
        const Step& step = strand.receives[strand.next_receive];
        const bool is_partial = step.operation.kind == ActionKind::kReceiveReduce;
        // What is to be combined comes into memory of its own; anything else into the blocks' memory, once nothing
        // that stands before uses it.
        std::int64_t bytes = 0;
        if (is_partial) {
            bytes = data_.partial_bytes(step.operation.blocks);
        } else if (!order_.is_ready(step.operation, step.needs)) {
            return;
        }
        if ((is_partial || manner_.flow != Flow::kAnyhow) && !has_room(index, bytes)) {
            return;
        }
        const std::size_t slot = free_slot(index * receive_window_);
        const MessageBuffer buffer = is_partial                    ? data_.partial(step.operation.blocks, slot)
                                     : step.operation.is_control() ? MessageBuffer{}
                                                                   : data_.incoming(step.operation.blocks);
        const bool is_opening = workspace_.opening.is_block(step.operation);
        const Channel& channel = failures_.channel();
        check(PMPI_Irecv(buffer.address, buffer.count, buffer.datatype,
                         is_opening ? MPI_ANY_SOURCE : channel.place_of(step.operation.peer),
                         channel.own_tag(is_opening ? opening_tag() : tag_of(index)), channel.comm(),
                         &workspace_.requests[slot]),
              "MPI_Irecv");
        workspace_.slots[slot] = {.strand = index,
                                  .step = strand.next_receive,
                                  .is_partial = is_partial,
                                  .is_opening = is_opening,
                                  .may_be_shorter = buffer.may_be_shorter,
                                  .bytes = bytes_of(buffer)};
        ++strand.next_receive;
        ++strand.active_receives;
        strand.partial_bytes += bytes;
        ++num_active_;
    }
}

/// Whether the next receive may be posted, which takes so much beside the blocks.
bool Run::has_room(std::size_t index, std::int64_t partial_bytes) const {
    const Strand& strand = strands_[index];
    if (strand.partial_bytes + partial_bytes + data_.held_bytes() <= kMostHeldBytes) {
        return true;
    }
    // To wait for what comes is safe, as something comes; to wait for what leaves, where its receiver waits for nothing
    // that this process has to do first.
    switch (manner_.flow) {
        case Flow::kOneTree:
            return strand.active_receives + strand.active_sends == 0;
        case Flow::kSeveralTrees:  // of all transfers that are left the first can always be made
            return has_left_before(index, strand.receives[strand.next_receive]);
        case Flow::kAnyhow:
            break;
    }
    return strand.partial_bytes == 0;
}

/// Whether all that the strand sends before this receive is on its way and has been taken.
bool Run::has_left_before(std::size_t index, const Step& receive) const {
    if (strands_[index].has_to_send_before(receive)) {
        return false;
    }
    const std::size_t first = first_send_slot_ + index * send_window_;
    for (std::size_t slot = first; slot < first + send_window_; ++slot) {
        if (workspace_.requests[slot] != MPI_REQUEST_NULL && workspace_.slots[slot].step < receive.sends_before) {
            return false;
        }
    }
    return true;
}

void Run::post_sends(std::size_t index) {
    if (strands_[index].lets_sends_pass) {
        post_sends_that_can_leave(index);
    } else {
        post_sends_in_order(index);
    }
}

/// A place is kept for the send that is next in the program: others that pass it must not keep it from leaving.
bool Run::may_send(const Strand& strand, bool is_next) const {
    const std::size_t kept = is_next || send_window_ == 1 ? 0 : 1;
    return strand.active_sends + kept < send_window_ &&
           strand.synchronous_sends + static_cast<int>(kept) < kMostSynchronousSends;
}

void Run::post_sends_in_order(std::size_t index) {
    Strand& strand = strands_[index];
    while (strand.next_send < strand.sends.size() && may_send(strand, true)) {
        const Step& step = strand.sends[strand.next_send];
        if (!strand.lets_through(step) || !order_.is_ready(step.operation, step.needs)) {
            return;
        }
        post_send(index, strand.next_send++);
    }
}

/// Each as soon as nothing to the same process has to leave before it (schedule/send_order.hpp).
void Run::post_sends_that_can_leave(std::size_t index) {
    Strand& strand = strands_[index];
    std::vector<std::size_t>& waiting = strand.waiting_sends;
    bool has_sent = true;
    while (has_sent && may_send(strand, true)) {
        has_sent = false;
        for (; strand.next_send < strand.sends.size() && waiting.size() < schedule::kSendsLookedAt;
             ++strand.next_send) {
            waiting.push_back(strand.next_send);
        }
        std::vector<int>& held_up = workspace_.held_up_peers;
        held_up.clear();
        std::size_t kept = 0;
        for (const std::size_t number : waiting) {
            const Step& step = strand.sends[number];
            const bool is_held_up = std::find(held_up.begin(), held_up.end(), step.operation.peer) != held_up.end();
            if (!is_held_up && may_send(strand, kept == 0) && order_.is_ready(step.operation, step.needs)) {
                post_send(index, number);
                has_sent = true;
                continue;
            }
            if (!is_held_up) {
                held_up.push_back(step.operation.peer);
            }
            waiting[kept++] = number;
        }
        waiting.resize(kept);
    }
}

void Run::post_send(std::size_t index, std::size_t number) {
    Strand& strand = strands_[index];
    const Action& operation = strand.sends[number].operation;
    const MessageBuffer buffer = operation.is_control() ? MessageBuffer{} : data_.outgoing(operation.blocks);
    const std::size_t slot = free_slot(first_send_slot_ + index * send_window_);
    const std::int64_t bytes = bytes_of(buffer);
    strand.bytes_since_synchronous += bytes;
    const bool synchronous = strand.bytes_since_synchronous > strand.bytes_between_synchronous;
    const Channel& channel = failures_.channel();
    const int tag =
        channel.tag_to(operation.peer, workspace_.opening.is_block(operation) ? opening_tag() : tag_of(index));
    const int place = channel.place_of(operation.peer);
    const double begin = manner_.log != nullptr ? PMPI_Wtime() : 0.0;
    check((synchronous ? PMPI_Issend : PMPI_Isend)(buffer.address, buffer.count, buffer.datatype, place, tag,
                                                   channel.comm(), &workspace_.requests[slot]),
          synchronous ? "MPI_Issend" : "MPI_Isend");
    if (synchronous) {
        strand.bytes_since_synchronous = 0;
        ++strand.synchronous_sends;
    }
    workspace_.slots[slot] = {.strand = index, .step = number, .is_synchronous = synchronous};
    if (manner_.log != nullptr) {
        note(workspace_.slots[slot], operation, bytes, begin);
    }
    count(operation, bytes);
    ++strand.active_sends;
    ++num_active_;
}

/// How many messages are complete; beside them stands what tells of failures.
int Run::complete(Completion completion) {
    seen_failures_ = failures_.check(tags_.call, seen_failures_);
    const bool waits = completion == Completion::kWait;
    MPI_Request& notice = workspace_.requests[num_slots_];
    notice = failures_.lend(waits);
    const bool listens = notice != MPI_REQUEST_NULL;
    const int code = workspace_.completed.ask(std::span(workspace_.requests).first(num_slots_ + 1), completion);
    if (listens) {
        failures_.take_back(std::exchange(notice, MPI_REQUEST_NULL));
    }
    if (code == MPI_ERR_IN_STATUS) {
        for (int i = 0; i < workspace_.completed.count(); ++i) {
            check(workspace_.completed.status(i).MPI_ERROR, "a message");
        }
    }
    check(code, waits ? "MPI_Waitsome" : "MPI_Testsome");
    return workspace_.completed.count();
}

/// Throws MpiError where it is not as long as was expected; what is longer has been refused by the MPI library. In
/// bytes, of whatever datatype they are: ours for this message may be gone.
std::int64_t Run::checked_length(const MPI_Status& status, const Slot& slot) {
    int received = 0;
    check(PMPI_Get_count(&status, MPI_BYTE, &received), "MPI_Get_count");
    if (!slot.may_be_shorter && received != (slot.bytes <= INT_MAX ? slot.bytes : MPI_UNDEFINED)) {
        throw MpiError("a receive", MPI_ERR_TRUNCATE);
    }
    return slot.may_be_shorter ? received : slot.bytes;
}

bool Run::take_completed(Completion completion) {
    const int count = complete(completion);
    for (int i = 0; i < count; ++i) {
        const std::size_t number = workspace_.completed.place(i);
        if (number == num_slots_) {
            continue;  // a notice, not necessarily of this call
        }
        --num_active_;
        const MPI_Status& status = workspace_.completed.status(i);
        if (number >= opening_slot_) {
            if (number == opening_slot_) {
                (void)checked_length(status, {.bytes = Opening::kBytes});
                num_active_ +=
                    workspace_.opening.take(failures_.channel().rank_at(status.MPI_SOURCE), opening_places());
            }
            continue;
        }
        Slot& slot = workspace_.slots[number];
        if (number < first_send_slot_) {
            slot.bytes = checked_length(status, slot);
            if (manner_.log != nullptr) {
                note(slot, strands_[slot.strand].receives[slot.step].operation, slot.bytes, PMPI_Wtime());
            }
        }
        if (slot.is_opening) {
            const int from = strands_[slot.strand].receives[slot.step].operation.peer;
            num_active_ +=
                workspace_.opening.take_block(failures_.channel().rank_at(status.MPI_SOURCE), from, opening_places());
        }
        Strand& strand = strands_[slot.strand];
        if (number >= first_send_slot_) {
            --strand.active_sends;
            strand.synchronous_sends -= slot.is_synchronous ? 1 : 0;
            finish(strand.sends[slot.step].operation);
        } else if (slot.is_partial) {
            workspace_.uncombined.push_back(number);
        } else {
            const Action& operation = strand.receives[slot.step].operation;
            if (!operation.is_control()) {
                data_.received(operation.blocks);
            }
            finish_receive(strand, slot.step);
        }
    }
    combine_what_can_be();
    return count > 0;
}

/// In the order of the program, whatever came first.
void Run::combine_what_can_be() {
    std::vector<std::size_t>& uncombined = workspace_.uncombined;
    for (bool any = !uncombined.empty(); any;) {
        any = false;
        std::size_t kept = 0;
        for (const std::size_t number : uncombined) {
            Slot& slot = workspace_.slots[number];
            Strand& strand = strands_[slot.strand];
            const Step& step = strand.receives[slot.step];
            if (!order_.is_ready(step.operation, step.needs)) {
                uncombined[kept++] = number;
                continue;
            }
            data_.combine(step.operation.blocks, number, step.operation.peer);
            strand.partial_bytes -= data_.partial_bytes(step.operation.blocks);
            slot.is_partial = false;
            finish_receive(strand, slot.step);
            any = true;
        }
        uncombined.resize(kept);
    }
}

void Run::finish_receive(Strand& strand, std::size_t number) {
    finish(strand.receives[number].operation);
    strand.take(number);
}

void Run::finish(const Action& operation) {
    order_.done(operation);
    order_.for_each_over(operation.blocks, [this](int block) { data_.over(block); });
}

/// The first free one from `slot` on: the strand's window has one.
std::size_t Run::free_slot(std::size_t slot) const {
    while (workspace_.requests[slot] != MPI_REQUEST_NULL || is_taken(slot)) {
        ++slot;
    }
    return slot;
}

/// Whether what came there still has to be combined.
bool Run::is_taken(std::size_t slot) const {
    return slot < first_send_slot_ &&
           std::find(workspace_.uncombined.begin(), workspace_.uncombined.end(), slot) != workspace_.uncombined.end();
}

}  // namespace causeway::mpi
