#include "causeway/mpi/run.hpp"

#include "causeway/mpi/error.hpp"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <optional>

namespace causeway::mpi {

namespace {

using schedule::BlockRange;
using schedule::Cursor;
using schedule::Operation;
using schedule::OperationKind;
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
/// Sends looked at for one that can leave, where data comes from several processes at different paces.
constexpr std::size_t kSendsLookedAt = 128;
/// Memory for what is received to be combined, in each strand; one message more than this allows is always under way.
constexpr std::int64_t kPartialBytes = std::int64_t{16} << 20U;
/// A send that the library buffers is complete at once, and a fast sender would fill the memory of a slow
/// route's sender. After this many bytes one send is synchronous: it completes when the receiver has it.
constexpr std::int64_t kBytesBetweenSynchronousSends = std::int64_t{8} << 20U;
/// The same to a process near by, which answers soon: enough for 10 Gbit/s and a round trip of 0.2 ms.
constexpr std::int64_t kBytesBetweenPacedSends = std::int64_t{64} << 10U;
/// Synchronous sends that may be under way before the sender waits.
constexpr int kMostSynchronousSends = 4;

/// The processes that send to this one.
std::size_t num_senders(const Program& program) {
    std::vector<int> peers;
    for (const schedule::Section& section : program.sections) {
        for (const Operation& operation : section.body) {
            if (!operation.is_send() && std::find(peers.begin(), peers.end(), operation.peer) == peers.end()) {
                peers.push_back(operation.peer);
                if (peers.size() * kReceivesPerPeer >= kReceiveWindow) {
                    return peers.size();  // as good as any more
                }
            }
        }
    }
    return peers.size();
}

/// Whether all sends go to one process, and that is one of `paced`.
bool is_paced(const Program& program, std::span<const char> paced) {
    std::optional<int> receiver;
    for (const schedule::Section& section : program.sections) {
        for (const Operation& operation : section.body) {
            if (operation.is_send() && receiver.value_or(operation.peer) != operation.peer) {
                return false;
            }
            receiver = operation.is_send() ? operation.peer : receiver;
        }
    }
    return receiver && !paced.empty() && paced[static_cast<std::size_t>(*receiver)] != 0;
}

/// What control messages demand (schedule.hpp).
bool is_let_through(const Strand& strand, const Step& step) {
    return !strand.has_control || (strand.arrived_controls >= step.controls_before &&
                                   (!step.operation.is_control() || strand.arrived_prefix >= step.receives_before));
}

std::int64_t bytes_of(const MessageBuffer& buffer) {
    MPI_Count size = 1;
    if (buffer.datatype != MPI_BYTE) {
        check(PMPI_Type_size_x(buffer.datatype, &size), "MPI_Type_size_x");
    }
    return std::int64_t{buffer.count} * size;
}

}  // namespace

Run::Run(MPI_Comm comm, int first_tag, Workspace& workspace, std::span<const Program* const> programs, int num_blocks,
         BlockData& data, std::span<const char> paced)
    : comm_(comm), first_tag_(first_tag), workspace_(workspace), order_(workspace.order), data_(data), paced_(paced) {
    assert(!programs.empty() && programs.size() <= kMostStrands);
    order_.begin(programs, num_blocks);
    workspace_.strands.resize(std::max(workspace_.strands.size(), programs.size()));
    strands_ = {workspace_.strands.data(), programs.size()};
    for (std::size_t s = 0; s < programs.size(); ++s) {
        begin(s, *programs[s], num_blocks);
    }
    reserve_slots();
    workspace_.uncombined.clear();
}

void Run::finish() {
    post();
    while (num_active_ > 0) {
        (void)take_completed(PMPI_Waitsome);
        post();
    }
}

bool Run::advance() {
    post();
    while (num_active_ > 0 && take_completed(PMPI_Testsome)) {
        post();
    }
    return num_active_ == 0;
}

void Run::post() {
    for (std::size_t s = 0; s < strands_.size(); ++s) {
        post_receives(s);
        post_sends(s);
    }
}

/// Writes out the strand's program, each operation with what it needs.
void Run::begin(std::size_t index, const Program& program, int num_blocks) {
    Strand& strand = strands_[index];
    std::vector<Step> receives = std::move(strand.receives);
    std::vector<Step> sends = std::move(strand.sends);
    std::vector<char> has_arrived = std::move(strand.has_arrived);
    std::vector<std::size_t> waiting = std::move(strand.waiting_sends);
    strand = Strand{};
    receives.clear();
    sends.clear();
    has_arrived.clear();
    waiting.clear();
    std::size_t controls = 0;
    Cursor cursor(program, num_blocks);
    while (const auto operation = cursor.next()) {
        const Step step{*operation, order_.enter(index, *operation), receives.size(), controls};
        if (operation->is_send()) {
            sends.push_back(step);
        } else {
            receives.push_back(step);
            controls += operation->is_control() ? 1 : 0;
        }
    }
    strand.has_control = controls > 0;
    has_arrived.assign(strand.has_control ? receives.size() : 0, 0);
    strand.num_senders = num_senders(program);
    strand.bytes_between_synchronous =
        is_paced(program, paced_) ? kBytesBetweenPacedSends : kBytesBetweenSynchronousSends;
    strand.receives = std::move(receives);
    strand.sends = std::move(sends);
    strand.has_arrived = std::move(has_arrived);
    strand.waiting_sends = std::move(waiting);
}

/// No more slots than there are messages: the MPI library looks at all of them whenever some are asked for.
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
    num_slots_ = first_send_slot_ + send_window_ * num_strands;
    if (workspace_.requests.size() < num_slots_) {
        workspace_.requests.resize(num_slots_, MPI_REQUEST_NULL);
        workspace_.slots.resize(num_slots_);
        workspace_.completed.resize(num_slots_);
    }
}

void Run::post_receives(std::size_t index) {
    Strand& strand = strands_[index];
    const std::size_t window =
        std::min(receive_window_, std::max<std::size_t>(1, strand.num_senders) * kReceivesPerPeer);
    while (strand.next_receive < strand.receives.size() && strand.active_receives < window) {
        const Step& step = strand.receives[strand.next_receive];
        const bool is_partial = step.operation.kind == OperationKind::kReceiveReduce;
        // What is to be combined comes into memory of its own; anything else into the blocks' memory, once nothing
        // that stands before uses it.
        std::int64_t bytes = 0;
        if (is_partial) {
            bytes = data_.partial_bytes(step.operation.blocks);
            if (strand.partial_bytes > 0 && strand.partial_bytes + bytes > kPartialBytes) {
                return;
            }
        } else if (!order_.is_ready(step.operation, step.needs)) {
            return;
        }
        const std::size_t slot = free_slot(index * receive_window_);
        const MessageBuffer buffer = is_partial                    ? data_.partial(step.operation.blocks, slot)
                                     : step.operation.is_control() ? MessageBuffer{}
                                                                   : data_.incoming(step.operation.blocks);
        check(PMPI_Irecv(buffer.address, buffer.count, buffer.datatype, step.operation.peer, tag_of(index), comm_,
                         &workspace_.requests[slot]),
              "MPI_Irecv");
        workspace_.slots[slot] = {index, strand.next_receive, false, is_partial};
        ++strand.next_receive;
        ++strand.active_receives;
        strand.partial_bytes += bytes;
        ++num_active_;
    }
}

void Run::post_sends(std::size_t index) {
    if (strands_[index].num_senders > 1 && !strands_[index].has_control) {
        post_sends_that_can_leave(index);
    } else {
        post_sends_in_order(index);
    }
}

bool Run::may_send(const Strand& strand) const {
    return strand.active_sends < send_window_ && strand.synchronous_sends < kMostSynchronousSends;
}

void Run::post_sends_in_order(std::size_t index) {
    Strand& strand = strands_[index];
    while (strand.next_send < strand.sends.size() && may_send(strand)) {
        const Step& step = strand.sends[strand.next_send];
        if (!is_let_through(strand, step) || !order_.is_ready(step.operation, step.needs)) {
            return;
        }
        post_send(index, strand.next_send++);
    }
}

/// Data that comes over several ways does not come in the order of the program: a send that has to wait lets those
/// to other processes pass. To each process they leave in order.
void Run::post_sends_that_can_leave(std::size_t index) {
    Strand& strand = strands_[index];
    std::vector<std::size_t>& waiting = strand.waiting_sends;
    bool has_sent = true;
    while (has_sent && may_send(strand)) {
        has_sent = false;
        for (; strand.next_send < strand.sends.size() && waiting.size() < kSendsLookedAt; ++strand.next_send) {
            waiting.push_back(strand.next_send);
        }
        std::vector<int>& held_up = workspace_.held_up_peers;
        held_up.clear();
        std::size_t kept = 0;
        for (const std::size_t number : waiting) {
            const Step& step = strand.sends[number];
            const bool is_held_up = std::find(held_up.begin(), held_up.end(), step.operation.peer) != held_up.end();
            if (!is_held_up && may_send(strand) && order_.is_ready(step.operation, step.needs)) {
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
    const Operation& operation = strand.sends[number].operation;
    const MessageBuffer buffer = operation.is_control() ? MessageBuffer{} : data_.outgoing(operation.blocks);
    const std::size_t slot = free_slot(first_send_slot_ + index * send_window_);
    strand.bytes_since_synchronous += bytes_of(buffer);
    const bool synchronous = strand.bytes_since_synchronous > strand.bytes_between_synchronous;
    if (synchronous) {
        check(PMPI_Issend(buffer.address, buffer.count, buffer.datatype, operation.peer, tag_of(index), comm_,
                          &workspace_.requests[slot]),
              "MPI_Issend");
        strand.bytes_since_synchronous = 0;
        ++strand.synchronous_sends;
    } else {
        check(PMPI_Isend(buffer.address, buffer.count, buffer.datatype, operation.peer, tag_of(index), comm_,
                         &workspace_.requests[slot]),
              "MPI_Isend");
    }
    workspace_.slots[slot] = {index, number, synchronous, false};
    ++strand.active_sends;
    ++num_active_;
}

bool Run::take_completed(Completion completion) {
    int count = 0;
    check(completion(static_cast<int>(num_slots_), workspace_.requests.data(), &count, workspace_.completed.data(),
                     MPI_STATUSES_IGNORE),
          "MPI_Waitsome");
    for (int i = 0; i < count; ++i) {
        const auto number = static_cast<std::size_t>(workspace_.completed[static_cast<std::size_t>(i)]);
        --num_active_;
        const Slot& slot = workspace_.slots[number];
        Strand& strand = strands_[slot.strand];
        if (number >= first_send_slot_) {
            --strand.active_sends;
            strand.synchronous_sends -= slot.is_synchronous ? 1 : 0;
            order_.done(strand.sends[slot.step].operation);
        } else if (slot.is_partial) {
            workspace_.uncombined.push_back(number);
        } else {
            const Operation& operation = strand.receives[slot.step].operation;
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
            data_.combine(step.operation.blocks, number);
            strand.partial_bytes -= data_.partial_bytes(step.operation.blocks);
            slot.is_partial = false;
            finish_receive(strand, slot.step);
            any = true;
        }
        uncombined.resize(kept);
    }
}

void Run::finish_receive(Strand& strand, std::size_t number) {
    --strand.active_receives;
    order_.done(strand.receives[number].operation);
    if (!strand.has_control) {
        return;
    }
    strand.has_arrived[number] = 1;
    const auto is_there = [&](std::size_t receive) { return strand.has_arrived[receive] != 0; };
    while (strand.arrived_prefix < strand.receives.size() && is_there(strand.arrived_prefix)) {
        ++strand.arrived_prefix;
    }
    for (; strand.control_prefix < strand.receives.size(); ++strand.control_prefix) {
        if (strand.receives[strand.control_prefix].operation.is_control()) {
            if (!is_there(strand.control_prefix)) {
                break;
            }
            ++strand.arrived_controls;
        }
    }
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
