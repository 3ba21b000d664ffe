#include "causeway/calls/between_groups.hpp"

#include "causeway/calls/call.hpp"
#include "causeway/calls/first_agreement.hpp"
#include "causeway/calls/host_copies.hpp"
#include "causeway/job/processes.hpp"
#include "causeway/mpi/element_layout.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/mpi/payload.hpp"

#include <climits>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace causeway::calls {

namespace {

/// No others are sent over the communicator of both groups.
constexpr int kTag = 0;

/// Whether an MPI function takes so many bytes.
bool is_short_enough(std::int64_t bytes) {
    return bytes <= INT_MAX;
}

bool is_valid(const BetweenGroups::Part& part) {
    return part.address != MPI_IN_PLACE && part.count >= 0 && part.datatype != MPI_DATATYPE_NULL;
}

mpi::BufferDescription parts_of(const BetweenGroups::Part& part, int number) {
    return {part.address, part.count * number, part.datatype};
}

std::int64_t bytes_of(const BetweenGroups::Part& part, int number) {
    return mpi::packed_size(parts_of(part, number)).value();
}

/// The data of a buffer as bytes, one after another: where they stand, if they do, or copied.
class Packed {
public:
    /// What is to be sent.
    static Packed of(const mpi::BufferDescription& buffer) {
        Packed packed(buffer);
        if (!packed.copy_.empty()) {
            packed.payload_.pack(0, packed.payload_.size(), packed.copy_.data());
        }
        return packed;
    }

    /// Room for what is received, to be put in place by `unpack`.
    static Packed room_in(const mpi::BufferDescription& buffer) { return Packed(buffer); }

    [[nodiscard]] std::byte* data() { return copy_.empty() ? payload_.data() : copy_.data(); }
    [[nodiscard]] int size() const { return static_cast<int>(payload_.size()); }

    void unpack() const {
        if (!copy_.empty()) {
            payload_.unpack(0, payload_.size(), copy_.data());
        }
    }

private:
    explicit Packed(const mpi::BufferDescription& buffer)
        : payload_(buffer),
          copy_(payload_.is_contiguous() ? std::size_t{0} : static_cast<std::size_t>(payload_.size())) {}

    mpi::Payload payload_;
    std::vector<std::byte> copy_;
};

/// Memory for elements of a datatype.
class Elements {
public:
    Elements(MPI_Count count, MPI_Datatype datatype)
        : count_(count), datatype_(datatype), first_(mpi::ElementLayout(datatype).room_for(memory_, count)) {}

    [[nodiscard]] mpi::BufferDescription description() const { return {first_, count_, datatype_}; }

private:
    MPI_Count count_;
    MPI_Datatype datatype_;
    mpi::GrowingMemory memory_;
    std::byte* first_;  ///< where MPI takes the first element to be
};

void send_to(int place, Packed packed, MPI_Comm comm) {
    mpi::check(PMPI_Send(packed.data(), packed.size(), MPI_BYTE, place, kTag, comm), "MPI_Send");
}

void receive_from(int place, const mpi::BufferDescription& buffer, MPI_Comm comm) {
    Packed packed = Packed::room_in(buffer);
    mpi::check(PMPI_Recv(packed.data(), packed.size(), MPI_BYTE, place, kTag, comm, MPI_STATUS_IGNORE), "MPI_Recv");
    packed.unpack();
}

void exchange_with(int place, Packed sent, const mpi::BufferDescription& buffer, MPI_Comm comm) {
    Packed received = Packed::room_in(buffer);
    mpi::check(PMPI_Sendrecv(sent.data(), sent.size(), MPI_BYTE, place, kTag, received.data(), received.size(),
                             MPI_BYTE, place, kTag, comm, MPI_STATUS_IGNORE),
               "MPI_Sendrecv");
    received.unpack();
}

// ---- inside a group ---------------------------------------------------------------------------------------------

void bcast_in(MPI_Comm group, const mpi::BufferDescription& data) {
    const auto native = [&] { return PMPI_Bcast(data.address, static_cast<int>(data.count), data.datatype, 0, group); };
    mpi::check(is_left_alone(group) ? native() : Bcast(data.address, data.count, data.datatype, 0, group, native),
               "MPI_Bcast");
}

void reduce_in(MPI_Comm group, const void* send, const mpi::BufferDescription& result, MPI_Op op) {
    const auto native = [&] {
        return PMPI_Reduce(send, result.address, static_cast<int>(result.count), result.datatype, op, 0, group);
    };
    mpi::check(is_left_alone(group) ? native()
                                    : Reduce(send, result.address, result.count, result.datatype, op, 0, group, native),
               "MPI_Reduce");
}

void barrier_in(MPI_Comm group) {
    const auto native = [&] { return PMPI_Barrier(group); };
    mpi::check(is_left_alone(group) ? native() : Barrier(group, native), "MPI_Barrier");
}

/// `all`: [rank] the bytes of each, on rank 0.
void gather_in(MPI_Comm group, Packed own, std::byte* all) {
    const auto native = [&] {
        return PMPI_Gather(own.data(), own.size(), MPI_BYTE, all, own.size(), MPI_BYTE, 0, group);
    };
    mpi::check(is_left_alone(group)
                   ? native()
                   : Gather(own.data(), own.size(), MPI_BYTE, all, own.size(), MPI_BYTE, 0, group, native),
               "MPI_Gather");
}

void scatter_in(MPI_Comm group, const std::byte* all, const mpi::BufferDescription& part) {
    Packed own = Packed::room_in(part);
    const auto native = [&] {
        return PMPI_Scatter(all, own.size(), MPI_BYTE, own.data(), own.size(), MPI_BYTE, 0, group);
    };
    mpi::check(is_left_alone(group)
                   ? native()
                   : Scatter(all, own.size(), MPI_BYTE, own.data(), own.size(), MPI_BYTE, 0, group, native),
               "MPI_Scatter");
    own.unpack();
}

/// All parts of a group, on its leader; nothing elsewhere.
std::vector<std::byte> gathered(MPI_Comm group, bool is_leader, int size, const BetweenGroups::Part& part) {
    std::vector<std::byte> all(is_leader ? static_cast<std::size_t>(bytes_of(part, size)) : 0);
    gather_in(group, Packed::of(parts_of(part, 1)), all.data());
    return all;
}

mpi::BufferDescription as_buffer(std::vector<std::byte>& bytes) {
    return {bytes.data(), static_cast<MPI_Count>(bytes.size()), MPI_BYTE};
}

/// What is copied back for device memory once the call is over.
int ended(const Work& copies) {
    if (copies.end) {
        copies.end();
    }
    return MPI_SUCCESS;
}

Work on_copies(const HostCopies& copies) {
    return copies.around([] { return Work{}; });
}

int num_hosts_of(const job::Job& job, const std::vector<int>& members) {
    std::set<std::string> hosts;
    for (const int member : members) {
        hosts.insert(job.host_names[static_cast<std::size_t>(member)]);
    }
    return static_cast<int>(hosts.size());
}

/// Whether nothing speaks against it on any rank. Collective: what a group says, the other one hears, and repeats.
bool may_all(bool is_willing, MPI_Comm inter) {
    int own = is_willing ? 1 : 0;
    int others = 0;
    int echo = 0;
    mpi::check(PMPI_Allreduce(&own, &others, 1, MPI_INT, MPI_MIN, inter), "MPI_Allreduce");
    mpi::check(PMPI_Allreduce(&others, &echo, 1, MPI_INT, MPI_MIN, inter), "MPI_Allreduce");
    return others != 0 && echo != 0;
}

}  // namespace

BetweenGroups::BetweenGroups(MPI_Comm inter) {
    const bool is_high = job::remote_world_ranks(inter).front() < job::world_ranks(inter).front();
    MPI_Comm all = MPI_COMM_NULL;
    mpi::check(PMPI_Intercomm_merge(inter, is_high ? 1 : 0, &all), "MPI_Intercomm_merge");
    all_ = mpi::Communicator(all);
    mpi::check(PMPI_Comm_set_errhandler(all, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
    group_ = mpi::split(all, is_high ? 1 : 0);
    rank_ = mpi::rank_of(group_.handle());
    size_ = mpi::size_of(group_.handle());
    num_others_ = mpi::size_of(all) - size_;
    first_other_ = is_high ? 0 : size_;
}

void BetweenGroups::abandon_communicators() {
    all_.release();
    group_.release();
}

int BetweenGroups::barrier() {
    barrier_in(group_.handle());
    char nothing = 0;
    if (is_leader()) {
        exchange_with(place_of_other(0), Packed::of({&nothing, 0, MPI_BYTE}), {&nothing, 0, MPI_BYTE}, all_.handle());
    }
    bcast_in(group_.handle(), {&nothing, 1, MPI_BYTE});
    return MPI_SUCCESS;
}

bool BetweenGroups::is_for_the_library(const Part& part, int root, int number) const {
    const bool is_root_known = root == MPI_ROOT || (root != MPI_PROC_NULL && root >= 0 && root < num_others_);
    return !is_root_known || !is_valid(part) || bytes_of(part, 1) == 0 || !is_short_enough(bytes_of(part, number));
}

int BetweenGroups::bcast(void* buffer, MPI_Count count, MPI_Datatype datatype, int root, NativeCall native) {
    const Part part{buffer, count, datatype};
    if (is_for_the_library(part, root, 1)) {
        return native();
    }
    HostCopies copies;
    const mpi::BufferDescription data{root == MPI_ROOT ? const_cast<void*>(copies.read(buffer, count, datatype))
                                                       : copies.written(buffer, count, datatype),
                                      count, datatype};
    const Work on = on_copies(copies);
    if (root == MPI_ROOT) {
        send_to(place_of_other(0), Packed::of(data), all_.handle());
        return ended(on);
    }
    if (is_leader()) {
        receive_from(place_of_other(root), data, all_.handle());
    }
    bcast_in(group_.handle(), data);
    return ended(on);
}

int BetweenGroups::reduce(const void* send, void* receive, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root,
                          NativeCall native) {
    const Part part{root == MPI_ROOT ? receive : const_cast<void*>(send), count, datatype};
    if (op == MPI_OP_NULL || is_for_the_library(part, root, 1)) {
        return native();
    }
    HostCopies copies;
    if (root == MPI_ROOT) {
        const mpi::BufferDescription result{copies.written(receive, count, datatype), count, datatype};
        const Work on = on_copies(copies);
        receive_from(place_of_other(0), result, all_.handle());
        return ended(on);
    }
    send = copies.read(send, count, datatype);
    const Work on = on_copies(copies);
    std::optional<Elements> result;
    if (is_leader()) {
        result.emplace(count, datatype);
    }
    reduce_in(group_.handle(), send, result ? result->description() : mpi::BufferDescription{nullptr, count, datatype},
              op);
    if (is_leader()) {
        send_to(place_of_other(root), Packed::of(result->description()), all_.handle());
    }
    return ended(on);
}

int BetweenGroups::allreduce(const void* send, void* receive, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
                             NativeCall native) {
    const Part part{const_cast<void*>(send), count, datatype};
    if (!is_valid(part) || receive == MPI_IN_PLACE || op == MPI_OP_NULL || bytes_of(part, 1) == 0 ||
        !is_short_enough(bytes_of(part, 1))) {
        return native();
    }
    HostCopies copies;
    send = copies.read(send, count, datatype);
    const mpi::BufferDescription result{copies.written(receive, count, datatype), count, datatype};
    const Work on = on_copies(copies);
    if (is_leader()) {
        Elements own(count, datatype);
        reduce_in(group_.handle(), send, own.description(), op);
        exchange_with(place_of_other(0), Packed::of(own.description()), result, all_.handle());
    } else {
        reduce_in(group_.handle(), send, {nullptr, count, datatype}, op);
    }
    bcast_in(group_.handle(), result);
    return ended(on);
}

int BetweenGroups::gather(const Part& send, const Part& receive, int root, NativeCall native) {
    const bool is_root = root == MPI_ROOT;
    if (is_for_the_library(is_root ? receive : send, root, number_of_parts(root))) {
        return native();
    }
    HostCopies copies;
    if (is_root) {
        const Part room{copies.written(receive.address, receive.count * num_others_, receive.datatype), receive.count,
                        receive.datatype};
        const Work on = on_copies(copies);
        receive_from(place_of_other(0), parts_of(room, num_others_), all_.handle());
        return ended(on);
    }
    const Part own{const_cast<void*>(copies.read(send.address, send.count, send.datatype)), send.count, send.datatype};
    const Work on = on_copies(copies);
    std::vector<std::byte> all = gathered(group_.handle(), is_leader(), size_, own);
    if (is_leader()) {
        send_to(place_of_other(root), Packed::of(as_buffer(all)), all_.handle());
    }
    return ended(on);
}

int BetweenGroups::scatter(const Part& send, const Part& receive, int root, NativeCall native) {
    const bool is_root = root == MPI_ROOT;
    if (is_for_the_library(is_root ? send : receive, root, number_of_parts(root))) {
        return native();
    }
    HostCopies copies;
    if (is_root) {
        const Part own{const_cast<void*>(copies.read(send.address, send.count * num_others_, send.datatype)),
                       send.count, send.datatype};
        const Work on = on_copies(copies);
        send_to(place_of_other(0), Packed::of(parts_of(own, num_others_)), all_.handle());
        return ended(on);
    }
    const Part room{copies.written(receive.address, receive.count, receive.datatype), receive.count, receive.datatype};
    const Work on = on_copies(copies);
    std::vector<std::byte> all(is_leader() ? static_cast<std::size_t>(bytes_of(room, size_)) : 0);
    if (is_leader()) {
        receive_from(place_of_other(root), as_buffer(all), all_.handle());
    }
    scatter_in(group_.handle(), all.data(), parts_of(room, 1));
    return ended(on);
}

int BetweenGroups::allgather(const Part& send, const Part& receive, NativeCall native) {
    if (!is_valid(send) || !is_valid(receive) || bytes_of(send, 1) == 0 || bytes_of(receive, 1) == 0 ||
        !is_short_enough(bytes_of(send, size_)) || !is_short_enough(bytes_of(receive, num_others_))) {
        return native();
    }
    HostCopies copies;
    const Part own{const_cast<void*>(copies.read(send.address, send.count, send.datatype)), send.count, send.datatype};
    const Part room{copies.written(receive.address, receive.count * num_others_, receive.datatype), receive.count,
                    receive.datatype};
    const Work on = on_copies(copies);
    std::vector<std::byte> all = gathered(group_.handle(), is_leader(), size_, own);
    const mpi::BufferDescription result = parts_of(room, num_others_);
    if (is_leader()) {
        exchange_with(place_of_other(0), Packed::of(as_buffer(all)), result, all_.handle());
    }
    Packed bytes = is_leader() ? Packed::of(result) : Packed::room_in(result);
    bcast_in(group_.handle(), {bytes.data(), bytes.size(), MPI_BYTE});
    bytes.unpack();
    return ended(on);
}

bool is_between_groups(const job::Job& job, MPI_Comm comm) {
    if (!is_intercommunicator(comm)) {
        return false;
    }
    const std::vector<int> own = job::world_ranks(comm);
    const std::vector<int> others = job::remote_world_ranks(comm);
    return !own.empty() && !others.empty() && (num_hosts_of(job, own) > 1 || num_hosts_of(job, others) > 1);
}

namespace {

/// Null if the MPI library has no communicators left, for all ranks alike.
std::unique_ptr<BetweenGroups> made_between(MPI_Comm inter) {
    const mpi::ErrorsReturned errors(inter);  // the program has not asked for these communicators
    try {
        return std::make_unique<BetweenGroups>(inter);
    } catch (const mpi::MpiError&) {
        return nullptr;
    }
}

/// What carries out a call on `inter`; null: it is for the MPI library. Collective. Throws MpiError.
BetweenGroups* between_groups_of(scheme::Operation operation, MPI_Comm inter, const Calling& calling) {
    const job::Job* const job = job::active_job();
    if (job == nullptr || calling.nonblocking != nullptr) {
        return nullptr;
    }
    const std::shared_ptr<CommunicatorState> state = state_of(*job, inter);
    if (!state->is_between_groups || job->disabled_operations.contains(operation) ||
        (!std::exchange(state->had_first_call, true) && !is_insisted_on(*job))) {
        return nullptr;
    }
    if (state->between == nullptr) {
        state->between = may_all(may_take_communicators(*job), inter) ? made_between(inter) : nullptr;
        state->is_between_groups = state->between != nullptr;
    }
    return state->between.get();  // kept by the communicator
}

}  // namespace

std::optional<int> carried_out_between(scheme::Operation operation, MPI_Comm inter, const Calling& calling,
                                       base::FunctionRef<int(BetweenGroups&)> call) noexcept {
    std::optional<int> code;
    const int failure = guarded(inter, [&] {
        if (BetweenGroups* const groups = between_groups_of(operation, inter, calling)) {
            code = call(*groups);
        }
        return MPI_SUCCESS;
    });
    return failure == MPI_SUCCESS ? code : failure;
}

int passed_between(MPI_Comm inter, const Calling& calling) noexcept {
    if (const job::Job* const job = job::active_job()) {
        try {
            const std::shared_ptr<CommunicatorState> state = state_of(*job, inter);
            state->passes(CommunicatorState::kAnyCollective, state->why_none);
        } catch (const std::exception&) {  // no more is missing than a line of the report
        }
    }
    return calling.native();
}

}  // namespace causeway::calls
