/// Compares all-to-alls of parts that differ in size with the MPI library's own, one after another: parts are first
/// small and then large and small again, so that what is planned for follows them. Among small ones are some of
/// nothing, and a few that are much larger than the others, which go another way where parts are passed on.
///
/// One line for each call that differs, and a summary. Exit code 1 if anything differs.
#include "tests/conformance/values.hpp"
#include "tests/conformance/watchdog.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

using conformance::mixed;

constexpr int kSecondsPerCall = 60;
constexpr int kCallsOfPhase = 30;

/// What one process has for another in a call, in elements.
int elements_of(int call, int from, int to, int mean) {
    const std::uint64_t drawn = mixed((std::uint64_t{1} << 40U) + static_cast<std::uint64_t>(call) * 1000003U +
                                      static_cast<std::uint64_t>(from) * 1009U + static_cast<std::uint64_t>(to));
    switch (drawn % 16) {
        case 0:
            return 0;
        case 1:
            return 7 * mean + 1;  // not passed on
        case 2:
            return drawn % 5 == 0 ? 90001 : mean;  // cut
        default:
            return static_cast<int>((drawn >> 8U) % static_cast<std::uint64_t>(2 * mean + 1));
    }
}

/// The parts of one side, and the memory that holds them.
struct Side {
    std::vector<int> counts;
    std::vector<int> places;  ///< in elements, with gaps
    std::vector<int> places_in_bytes;
    std::vector<MPI_Datatype> datatypes;
    std::vector<std::byte> memory;

    template <typename Elements>
    Side(int size, MPI_Datatype datatype, const Elements& elements) {
        MPI_Aint lower = 0;
        MPI_Aint extent = 0;
        MPI_Type_get_extent(datatype, &lower, &extent);
        int place = 3;
        for (int rank = 0; rank < size; ++rank) {
            counts.push_back(elements(rank));
            places.push_back(place);
            places_in_bytes.push_back(place * static_cast<int>(extent));
            place += counts.back() + 1;
        }
        datatypes.assign(counts.size(), datatype);
        memory.resize(static_cast<std::size_t>(place) * static_cast<std::size_t>(extent));
    }
};

enum class Way { kAlltoallv, kAlltoallw, kIalltoallv };

void exchange(Way way, bool is_native, const Side& send, Side& receive) {
    MPI_Request request = MPI_REQUEST_NULL;
    const MPI_Datatype datatype = send.datatypes.front();
    switch (way) {
        case Way::kAlltoallv:
            (is_native ? PMPI_Alltoallv : MPI_Alltoallv)(send.memory.data(), send.counts.data(), send.places.data(),
                                                         datatype, receive.memory.data(), receive.counts.data(),
                                                         receive.places.data(), datatype, MPI_COMM_WORLD);
            break;
        case Way::kAlltoallw:
            (is_native ? PMPI_Alltoallw : MPI_Alltoallw)(
                send.memory.data(), send.counts.data(), send.places_in_bytes.data(), send.datatypes.data(),
                receive.memory.data(), receive.counts.data(), receive.places_in_bytes.data(), receive.datatypes.data(),
                MPI_COMM_WORLD);
            break;
        case Way::kIalltoallv:
            (is_native ? PMPI_Ialltoallv : MPI_Ialltoallv)(send.memory.data(), send.counts.data(), send.places.data(),
                                                           datatype, receive.memory.data(), receive.counts.data(),
                                                           receive.places.data(), datatype, MPI_COMM_WORLD, &request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
            break;
    }
}

/// Whether both leave the same memory, on all processes.
bool is_equal(int call, int mean, MPI_Datatype datatype) {
    int rank = 0;
    int size = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    Side send(size, datatype, [&](int to) { return elements_of(call, rank, to, mean); });
    Side receive(size, datatype, [&](int from) { return elements_of(call, from, rank, mean); });
    for (std::size_t i = 0; i < send.memory.size(); ++i) {
        send.memory[i] = static_cast<std::byte>(mixed(i + static_cast<std::size_t>(call + 17 * rank)));
    }
    Side expected = receive;
    // Open MPI 4.1.4 takes displacements in bytes for elements where there is one process (known_faults.cpp).
    const Way way = call % 5 == 0 && size > 1 ? Way::kAlltoallw : call % 7 == 0 ? Way::kIalltoallv : Way::kAlltoallv;
    exchange(way, false, send, receive);
    exchange(way, true, send, expected);
    int differs = receive.memory != expected.memory ? 1 : 0;
    PMPI_Allreduce(MPI_IN_PLACE, &differs, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    return differs == 0;
}

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    conformance::start_watchdog();
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Datatype with_holes = MPI_DATATYPE_NULL;
    MPI_Type_vector(3, 1, 2, MPI_CHAR, &with_holes);
    MPI_Type_commit(&with_holes);
    int num_different = 0;
    int call = 0;
    for (const int mean : {101, 5003, 37}) {
        for (int of_phase = 0; of_phase < kCallsOfPhase; ++of_phase, ++call) {
            conformance::watch(fmt::format("call {}", call), kSecondsPerCall);
            if (!is_equal(call, mean, call % 3 == 0 ? with_holes : MPI_BYTE)) {
                ++num_different;
                if (rank == 0) {
                    fmt::print(stderr, "differs: call {}, {} elements on average\n", call, mean);
                }
            }
        }
    }
    if (rank == 0) {
        fmt::print("uneven exchanges: {} calls compared, {}\n", call,
                   num_different == 0 ? "all equal" : fmt::format("{} differ", num_different));
    }
    MPI_Type_free(&with_holes);
    MPI_Finalize();
    return num_different == 0 ? 0 : 1;
}
