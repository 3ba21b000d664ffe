#include "bench_call.hpp"

#include "causeway/calls/collectives.hpp"
#include "causeway/mpi/error.hpp"

namespace causeway::app {

using scheme::Operation;

BenchCall::BenchCall(Operation operation, int root, Bytes size, int processes) : operation_(operation), root_(root) {
    const bool combines = scheme::combines(operation);
    datatype_ = combines ? MPI_FLOAT : MPI_BYTE;
    count_ = static_cast<int>(combines ? base::num_parts(size, Bytes(sizeof(float))) : size.value());
    const std::int64_t parts = scheme::has_owned_blocks(operation) ? processes : 1;
    const std::size_t of_each = combines ? sizeof(float) : 1;
    const std::size_t bytes = static_cast<std::size_t>(parts * count_) * of_each + sizeof(float);  // never empty
    send_.resize(bytes);
    receive_.resize(bytes);
}

BenchCall::BenchCall(Operation operation, int root, const UnevenParts& parts, int rank)
    : operation_(operation), root_(root), is_uneven_(true) {
    const bool is_exchange = operation == Operation::kAlltoall;
    sent_ = is_exchange ? parts.from(rank) : parts.of_all();
    received_ = is_exchange ? parts.to(rank) : parts.of_all();
    count_ = sent_.counts[static_cast<std::size_t>(rank)];
    send_.resize(static_cast<std::size_t>(sent_.total()) + 1);
    receive_.resize(static_cast<std::size_t>(received_.total()) + 1);
}

void BenchCall::native() {
    mpi::check(call_native(MPI_COMM_WORLD), "the MPI library's own collective");
}

void BenchCall::planned(MPI_Comm comm) {
    mpi::check(call_planned(comm), "the planned collective");
}

int BenchCall::call_native(MPI_Comm comm) {
    if (is_uneven_) {
        return call_native_uneven(comm);
    }
    void* const send = send_.data();
    void* const receive = receive_.data();
    switch (operation_) {
        case Operation::kBroadcast:
            return PMPI_Bcast(send, count_, datatype_, root_, comm);
        case Operation::kBarrier:
            return PMPI_Barrier(comm);
        case Operation::kReduce:
            return PMPI_Reduce(send, receive, count_, datatype_, MPI_SUM, root_, comm);
        case Operation::kAllreduce:
            return PMPI_Allreduce(send, receive, count_, datatype_, MPI_SUM, comm);
        case Operation::kReduceScatter:
            return PMPI_Reduce_scatter_block(send, receive, count_, datatype_, MPI_SUM, comm);
        case Operation::kGather:
            return PMPI_Gather(send, count_, datatype_, receive, count_, datatype_, root_, comm);
        case Operation::kScatter:
            return PMPI_Scatter(send, count_, datatype_, receive, count_, datatype_, root_, comm);
        case Operation::kAllgather:
            return PMPI_Allgather(send, count_, datatype_, receive, count_, datatype_, comm);
        case Operation::kAlltoall:
            return PMPI_Alltoall(send, count_, datatype_, receive, count_, datatype_, comm);
        case Operation::kScan:
            return PMPI_Scan(send, receive, count_, datatype_, MPI_SUM, comm);
        case Operation::kNeighborAllgather:
        case Operation::kNeighborAlltoall:
            break;  // there is no topology
    }
    return MPI_ERR_INTERN;
}

int BenchCall::call_planned(MPI_Comm comm) {
    if (is_uneven_) {
        return call_planned_uneven(comm);
    }
    const auto native = [this, comm] { return call_native(comm); };
    void* const send = send_.data();
    void* const receive = receive_.data();
    switch (operation_) {
        case Operation::kBroadcast:
            return calls::Bcast(send, count_, datatype_, root_, comm, native);
        case Operation::kBarrier:
            return calls::Barrier(comm, native);
        case Operation::kReduce:
            return calls::Reduce(send, receive, count_, datatype_, MPI_SUM, root_, comm, native);
        case Operation::kAllreduce:
            return calls::Allreduce(send, receive, count_, datatype_, MPI_SUM, comm, native);
        case Operation::kReduceScatter:
            return calls::Reduce_scatter_block(send, receive, count_, datatype_, MPI_SUM, comm, native);
        case Operation::kGather:
            return calls::Gather(send, count_, datatype_, receive, count_, datatype_, root_, comm, native);
        case Operation::kScatter:
            return calls::Scatter(send, count_, datatype_, receive, count_, datatype_, root_, comm, native);
        case Operation::kAllgather:
            return calls::Allgather(send, count_, datatype_, receive, count_, datatype_, comm, native);
        case Operation::kAlltoall:
            return calls::Alltoall(send, count_, datatype_, receive, count_, datatype_, comm, native);
        case Operation::kScan:
            return calls::Scan(send, receive, count_, datatype_, MPI_SUM, comm, native);
        case Operation::kNeighborAllgather:
        case Operation::kNeighborAlltoall:
            break;
    }
    return MPI_ERR_INTERN;
}

int BenchCall::call_native_uneven(MPI_Comm comm) {
    void* const send = send_.data();
    void* const receive = receive_.data();
    switch (operation_) {
        case Operation::kGather:
            return PMPI_Gatherv(send, count_, datatype_, receive, received_.counts.data(), received_.places.data(),
                                datatype_, root_, comm);
        case Operation::kScatter:
            return PMPI_Scatterv(send, sent_.counts.data(), sent_.places.data(), datatype_, receive, count_, datatype_,
                                 root_, comm);
        case Operation::kAllgather:
            return PMPI_Allgatherv(send, count_, datatype_, receive, received_.counts.data(), received_.places.data(),
                                   datatype_, comm);
        case Operation::kAlltoall:
            return PMPI_Alltoallv(send, sent_.counts.data(), sent_.places.data(), datatype_, receive,
                                  received_.counts.data(), received_.places.data(), datatype_, comm);
        default:
            return MPI_ERR_INTERN;  // has_uneven_form()
    }
}

int BenchCall::call_planned_uneven(MPI_Comm comm) {
    const auto native = [this, comm] { return call_native(comm); };
    void* const send = send_.data();
    void* const receive = receive_.data();
    switch (operation_) {
        case Operation::kGather:
            return calls::Gatherv(send, count_, datatype_, receive, received_.counts.data(), received_.places.data(),
                                  datatype_, root_, comm, native);
        case Operation::kScatter:
            return calls::Scatterv(send, sent_.counts.data(), sent_.places.data(), datatype_, receive, count_,
                                   datatype_, root_, comm, native);
        case Operation::kAllgather:
            return calls::Allgatherv(send, count_, datatype_, receive, received_.counts.data(), received_.places.data(),
                                     datatype_, comm, native);
        case Operation::kAlltoall:
            return calls::Alltoallv(send, sent_.counts.data(), sent_.places.data(), datatype_, receive,
                                    received_.counts.data(), received_.places.data(), datatype_, comm, native);
        default:
            return MPI_ERR_INTERN;
    }
}

}  // namespace causeway::app
