/// A library to be preloaded instead of Causeway: it replaces MPI's operations by ones with one fault, which the
/// environment chooses (FAULT, a name of faults.def). The suite must find each.
#include <mpi.h>

#include <mpi-ext.h>  // after mpi.h

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

#define FAULTY_EXPORT extern "C" __attribute__((visibility("default")))

namespace {

/// A misspelled name would let a test of that fault pass for the wrong reason: here it does not even compile.
namespace named {
#define CONFORMANCE_FAULT(name, collective) constexpr std::string_view name = #name;
#include "tests/conformance/faulty/faults.def"
#undef CONFORMANCE_FAULT
}  // namespace named

bool is_asked(std::string_view fault) {
    const char* asked = std::getenv("FAULT");
    return asked != nullptr && fault == asked;
}

int rank_in(MPI_Comm comm) {
    int rank = 0;
    PMPI_Comm_rank(comm, &rank);
    return rank;
}

int size_of(MPI_Comm comm) {
    int size = 0;
    PMPI_Comm_size(comm, &size);
    return size;
}

/// The same processes in the opposite order.
class Backwards {
public:
    explicit Backwards(MPI_Comm comm) : size_(size_of(comm)) { PMPI_Comm_split(comm, 0, -rank_in(comm), &comm_); }
    Backwards(const Backwards&) = delete;
    Backwards& operator=(const Backwards&) = delete;
    ~Backwards() { PMPI_Comm_free(&comm_); }

    [[nodiscard]] MPI_Comm comm() const { return comm_; }
    [[nodiscard]] int rank_of(int rank) const { return size_ - 1 - rank; }

private:
    int size_;
    MPI_Comm comm_ = MPI_COMM_NULL;
};

/// Where elements of a datatype lie, in bytes.
struct Extent {
    std::ptrdiff_t between = 0;  ///< from one to the next
    std::ptrdiff_t begin = 0;    ///< of the data of the first
    std::ptrdiff_t length = 0;   ///< of the data of one
};

Extent extent_of(MPI_Datatype datatype) {
    MPI_Aint lower = 0;
    MPI_Aint between = 0;
    MPI_Aint begin = 0;
    MPI_Aint length = 0;
    PMPI_Type_get_extent(datatype, &lower, &between);
    PMPI_Type_get_true_extent(datatype, &begin, &length);
    return {between, begin, length};
}

/// Changes the last byte of the data.
void spoil_the_last_byte(void* buffer, int count, MPI_Datatype datatype) {
    const Extent extent = extent_of(datatype);
    if (count > 0) {
        static_cast<char*>(buffer)[(count - 1) * extent.between + extent.begin + extent.length - 1] ^= 1;
    }
}

/// Changes the first hole of the first element, if it has one.
void spoil_a_hole(void* buffer, MPI_Datatype datatype) {
    int size = 0;
    PMPI_Type_size(datatype, &size);
    const Extent extent = extent_of(datatype);
    std::vector<char> packed(static_cast<std::size_t>(size), '\1');
    std::vector<char> data(static_cast<std::size_t>(extent.length), '\0');
    int position = 0;
    PMPI_Unpack(packed.data(), size, &position, data.data() - extent.begin, 1, datatype, MPI_COMM_SELF);
    const auto hole = std::find(data.begin(), data.end(), '\0');
    if (hole != data.end()) {
        static_cast<char*>(buffer)[extent.begin + (hole - data.begin())] ^= 1;
    }
}

}  // namespace

FAULTY_EXPORT int MPI_Bcast(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm) {
    if (is_asked(named::bcast_from_the_wrong_root)) {
        return PMPI_Bcast(buffer, count, datatype, (root + 1) % size_of(comm), comm);
    }
    if (is_asked(named::bcast_not_of_much_data) && count > 10000) {
        return MPI_SUCCESS;
    }
    if (is_asked(named::bcast_tells_errors_twice) && count < 0) {
        PMPI_Bcast(buffer, count, datatype, root, comm);
    }
    const int code = PMPI_Bcast(buffer, count, datatype, root, comm);
    if (is_asked(named::bcast_without_the_last_byte) && rank_in(comm) != root) {
        spoil_the_last_byte(buffer, count, datatype);
    }
    if (is_asked(named::bcast_into_a_hole) && count > 0) {
        spoil_a_hole(buffer, datatype);
    }
    if (is_asked(named::bcast_beyond_the_end) && count > 0) {
        const Extent extent = extent_of(datatype);
        static_cast<char*>(buffer)[(count - 1) * extent.between + extent.begin + extent.length] ^= 1;
    }
    return code;
}

FAULTY_EXPORT int MPI_Reduce(const void* send, void* receive, int count, MPI_Datatype datatype, MPI_Op operation,
                             int root, MPI_Comm comm) {
    if (!is_asked(named::reduce_in_the_wrong_order)) {
        return PMPI_Reduce(send, receive, count, datatype, operation, root, comm);
    }
    const Backwards backwards(comm);
    return PMPI_Reduce(send, receive, count, datatype, operation, backwards.rank_of(root), backwards.comm());
}

FAULTY_EXPORT int MPI_Allreduce(const void* send, void* receive, int count, MPI_Datatype datatype, MPI_Op operation,
                                MPI_Comm comm) {
    if (is_asked(named::allreduce_in_the_wrong_order)) {
        const Backwards backwards(comm);
        return PMPI_Allreduce(send, receive, count, datatype, operation, backwards.comm());
    }
    if (is_asked(named::allreduce_ignores_in_place) && send == MPI_IN_PLACE) {
        return MPI_SUCCESS;
    }
    const int code = PMPI_Allreduce(send, receive, count, datatype, operation, comm);
    if (is_asked(named::allreduce_changes_the_send_buffer) && send != MPI_IN_PLACE && count > 0) {
        const_cast<char*>(static_cast<const char*>(send))[extent_of(datatype).begin] ^= 1;
    }
    return code;
}

FAULTY_EXPORT int MPI_Iallreduce(const void* send, void* receive, int count, MPI_Datatype datatype, MPI_Op operation,
                                 MPI_Comm comm, MPI_Request* request) {
    static MPI_Comm last = MPI_COMM_NULL;
    const bool is_second = std::exchange(last, comm) == comm;
    if (is_asked(named::nonblocking_allreduce_does_nothing)) {
        return PMPI_Ibarrier(comm, request);
    }
    if (is_asked(named::iallreduce_forgets_what_comes_second) && is_second && datatype == MPI_INT) {
        auto* const nobodys = new int[static_cast<std::size_t>(count)];  // in use until who knows when
        return PMPI_Iallreduce(send == MPI_IN_PLACE ? receive : send, nobodys, count, datatype, operation, comm,
                               request);
    }
    return PMPI_Iallreduce(send, receive, count, datatype, operation, comm, request);
}

FAULTY_EXPORT int MPIX_Allreduce_init(const void* send, void* receive, int count, MPI_Datatype datatype,
                                      MPI_Op operation, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    if (is_asked(named::persistent_allreduce_does_nothing)) {
        return PMPIX_Barrier_init(comm, info, request);
    }
    return PMPIX_Allreduce_init(send, receive, count, datatype, operation, comm, info, request);
}

FAULTY_EXPORT int MPIX_Bcast_init(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm,
                                  MPI_Info info, MPI_Request* request) {
    if (is_asked(named::persistent_bcast_keeps_its_first_data) && rank_in(comm) == root && count > 0) {
        const Extent extent = extent_of(datatype);
        const std::ptrdiff_t last = (count - 1) * extent.between;
        const std::ptrdiff_t begin = extent.begin + std::min<std::ptrdiff_t>(0, last);
        const std::ptrdiff_t end = extent.begin + extent.length + std::max<std::ptrdiff_t>(0, last);
        char* const kept =
            new char[static_cast<std::size_t>(end - begin)];  // for the request, which tells nobody its end
        std::memcpy(kept, static_cast<char*>(buffer) + begin, static_cast<std::size_t>(end - begin));
        buffer = kept - begin;
    }
    return PMPIX_Bcast_init(buffer, count, datatype, root, comm, info, request);
}

FAULTY_EXPORT int MPI_Startall(int count, MPI_Request requests[]) {
    return PMPI_Startall(count - (is_asked(named::startall_leaves_out_the_last) ? 1 : 0), requests);
}

FAULTY_EXPORT int MPI_Gather(const void* send, int send_count, MPI_Datatype send_type, void* receive, int receive_count,
                             MPI_Datatype receive_type, int root, MPI_Comm comm) {
    if (is_asked(named::gather_ignores_in_place) && send == MPI_IN_PLACE && receive_count > 0) {
        const Extent extent = extent_of(receive_type);
        const std::ptrdiff_t before = std::max<std::ptrdiff_t>(0, -extent.begin);
        const std::vector<char> nothing(
            static_cast<std::size_t>(before + receive_count * std::abs(extent.between) + extent.begin + extent.length));
        return PMPI_Gather(nothing.data() + before, receive_count, receive_type, receive, receive_count, receive_type,
                           root, comm);
    }
    return PMPI_Gather(send, send_count, send_type, receive, receive_count, receive_type, root, comm);
}

FAULTY_EXPORT int MPI_Gatherv(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                              const int counts[], const int places[], MPI_Datatype receive_type, int root,
                              MPI_Comm comm) {
    if (is_asked(named::gatherv_packs_the_portions) && rank_in(comm) == root && send != MPI_IN_PLACE) {
        std::vector<int> packed(static_cast<std::size_t>(size_of(comm)), 0);
        std::partial_sum(counts, counts + packed.size() - 1, packed.begin() + 1);
        return PMPI_Gatherv(send, send_count, send_type, receive, counts, packed.data(), receive_type, root, comm);
    }
    return PMPI_Gatherv(send, send_count, send_type, receive, counts, places, receive_type, root, comm);
}

FAULTY_EXPORT int MPI_Scatter(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                              int receive_count, MPI_Datatype receive_type, int root, MPI_Comm comm) {
    if (!is_asked(named::scatter_in_the_wrong_order)) {
        return PMPI_Scatter(send, send_count, send_type, receive, receive_count, receive_type, root, comm);
    }
    const Backwards backwards(comm);
    return PMPI_Scatter(send, send_count, send_type, receive, receive_count, receive_type, backwards.rank_of(root),
                        backwards.comm());
}

FAULTY_EXPORT int MPI_Scatterv(const void* send, const int counts[], const int places[], MPI_Datatype send_type,
                               void* receive, int receive_count, MPI_Datatype receive_type, int root, MPI_Comm comm) {
    const int code = PMPI_Scatterv(send, counts, places, send_type, receive, receive_count, receive_type, root, comm);
    if (is_asked(named::scatterv_without_the_last_byte) && receive != MPI_IN_PLACE) {
        spoil_the_last_byte(receive, receive_count, receive_type);
    }
    return code;
}

FAULTY_EXPORT int MPI_Allgather(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                                int receive_count, MPI_Datatype receive_type, MPI_Comm comm) {
    int is_inter = 0;
    PMPI_Comm_test_inter(comm, &is_inter);
    if (is_asked(named::allgather_between_groups_does_nothing) && is_inter != 0) {
        return PMPI_Barrier(comm);
    }
    if (!is_asked(named::allgather_in_the_wrong_order)) {
        return PMPI_Allgather(send, send_count, send_type, receive, receive_count, receive_type, comm);
    }
    const Backwards backwards(comm);
    return PMPI_Allgather(send, send_count, send_type, receive, receive_count, receive_type, backwards.comm());
}

FAULTY_EXPORT int MPI_Allgatherv(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                                 const int counts[], const int places[], MPI_Datatype receive_type, MPI_Comm comm) {
    if (is_asked(named::allgatherv_packs_the_portions) && send != MPI_IN_PLACE) {
        std::vector<int> packed(static_cast<std::size_t>(size_of(comm)), 0);
        std::partial_sum(counts, counts + packed.size() - 1, packed.begin() + 1);
        return PMPI_Allgatherv(send, send_count, send_type, receive, counts, packed.data(), receive_type, comm);
    }
    return PMPI_Allgatherv(send, send_count, send_type, receive, counts, places, receive_type, comm);
}

FAULTY_EXPORT int MPI_Alltoall(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                               int receive_count, MPI_Datatype receive_type, MPI_Comm comm) {
    if (!is_asked(named::alltoall_in_the_wrong_order)) {
        return PMPI_Alltoall(send, send_count, send_type, receive, receive_count, receive_type, comm);
    }
    const Backwards backwards(comm);
    return PMPI_Alltoall(send, send_count, send_type, receive, receive_count, receive_type, backwards.comm());
}

FAULTY_EXPORT int MPI_Alltoallv(const void* send, const int send_counts[], const int send_places[],
                                MPI_Datatype send_type, void* receive, const int receive_counts[],
                                const int receive_places[], MPI_Datatype receive_type, MPI_Comm comm) {
    if (is_asked(named::alltoallv_sends_nothing_to_the_last) && send != MPI_IN_PLACE) {
        const auto last = static_cast<std::size_t>(size_of(comm)) - 1;
        std::vector<int> sent(send_counts, send_counts + last + 1);
        std::vector<int> received(receive_counts, receive_counts + last + 1);
        sent[last] = 0;
        if (rank_in(comm) == static_cast<int>(last)) {
            std::fill(received.begin(), received.end(), 0);
        }
        return PMPI_Alltoallv(send, sent.data(), send_places, send_type, receive, received.data(), receive_places,
                              receive_type, comm);
    }
    return PMPI_Alltoallv(send, send_counts, send_places, send_type, receive, receive_counts, receive_places,
                          receive_type, comm);
}

FAULTY_EXPORT int MPI_Reduce_scatter(const void* send, void* receive, const int counts[], MPI_Datatype datatype,
                                     MPI_Op operation, MPI_Comm comm) {
    if (!is_asked(named::reduce_scatter_mistakes_the_portions)) {
        return PMPI_Reduce_scatter(send, receive, counts, datatype, operation, comm);
    }
    // Every process gets the portion of the one opposite, as far as it fits.
    const auto size = static_cast<std::size_t>(size_of(comm));
    std::vector<int> rotated(counts, counts + size);
    std::reverse(rotated.begin(), rotated.end());
    const Extent extent = extent_of(datatype);
    const int most = *std::max_element(rotated.begin(), rotated.end());
    const std::ptrdiff_t before = std::max<std::ptrdiff_t>(0, -extent.begin);
    std::vector<char> result(
        static_cast<std::size_t>(before + (most + 1) * std::abs(extent.between) + extent.begin + extent.length));
    if (send == MPI_IN_PLACE) {
        return PMPI_Reduce_scatter(send, receive, rotated.data(), datatype, operation, comm);
    }
    const int code = PMPI_Reduce_scatter(send, result.data() + before, rotated.data(), datatype, operation, comm);
    const int own = std::min(counts[rank_in(comm)], rotated[static_cast<std::size_t>(rank_in(comm))]);
    PMPI_Sendrecv(result.data() + before, own, datatype, 0, 0, receive, own, datatype, 0, 0, MPI_COMM_SELF,
                  MPI_STATUS_IGNORE);
    return code;
}

FAULTY_EXPORT int MPI_Reduce_scatter_block(const void* send, void* receive, int count, MPI_Datatype datatype,
                                           MPI_Op operation, MPI_Comm comm) {
    if (!is_asked(named::reduce_scatter_block_in_the_wrong_order)) {
        return PMPI_Reduce_scatter_block(send, receive, count, datatype, operation, comm);
    }
    const Backwards backwards(comm);
    return PMPI_Reduce_scatter_block(send, receive, count, datatype, operation, backwards.comm());
}

FAULTY_EXPORT int MPI_Scan(const void* send, void* receive, int count, MPI_Datatype datatype, MPI_Op operation,
                           MPI_Comm comm) {
    if (!is_asked(named::scan_in_the_wrong_order)) {
        return PMPI_Scan(send, receive, count, datatype, operation, comm);
    }
    const Backwards backwards(comm);
    return PMPI_Scan(send, receive, count, datatype, operation, backwards.comm());
}

FAULTY_EXPORT int MPI_Exscan(const void* send, void* receive, int count, MPI_Datatype datatype, MPI_Op operation,
                             MPI_Comm comm) {
    if (is_asked(named::exscan_includes_its_own)) {
        return PMPI_Scan(send, receive, count, datatype, operation, comm);
    }
    return PMPI_Exscan(send, receive, count, datatype, operation, comm);
}

FAULTY_EXPORT int MPI_Barrier(MPI_Comm comm) {
    return is_asked(named::barrier_waits_for_nobody) ? MPI_SUCCESS : PMPI_Barrier(comm);
}
