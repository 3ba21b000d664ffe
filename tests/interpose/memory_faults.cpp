/// Collectives while one allocation of the library fails on one rank (support/fail_memory.c): every rank gets an error
/// or its right data, and the communicator can be used afterwards. The n-th allocation from the first call of a kind on
/// fails, for n from 1 on until a call makes no more; beyond the first, n grows by a part of itself. (Before a rank
/// knows that the call is one to be planned it can only end the job: these collectives allocate nothing there.)
#include <dlfcn.h>
#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

using FailAllocation = void (*)(long);
using HaveFailed = int (*)();

FailAllocation fail_allocation = nullptr;
HaveFailed have_failed = nullptr;
int rank = 0;
int size = 0;
constexpr int kMany = 40000;  ///< of ints: several segments

[[noreturn]] void complain(const std::string& what) {
    std::fprintf(stderr, "rank %d: %s\n", rank, what.c_str());
    PMPI_Abort(MPI_COMM_WORLD, 1);
    std::abort();
}

/// While this lives allocations count, on the rank where one is to fail. The program's own stand outside.
long next_to_fail = 0;

class Faulty {
public:
    Faulty() { fail_allocation(next_to_fail); }
    Faulty(const Faulty&) = delete;
    Faulty& operator=(const Faulty&) = delete;
    ~Faulty() { fail_allocation(0); }
};

/// What `call` returns while allocations count.
template <typename Call>
int faulty(Call call) {
    const Faulty guard;
    return call();
}

/// One collective: its code, and whether what it brought is right.
struct Outcome {
    int code = MPI_SUCCESS;
    bool is_right = true;
};

using Collective = Outcome (*)(MPI_Comm comm);

int waited_for(int code, MPI_Request* request) {
    return code != MPI_SUCCESS ? code : MPI_Wait(request, MPI_STATUS_IGNORE);
}

bool are_all(const std::vector<int>& numbers, int value) {
    return std::count(numbers.begin(), numbers.end(), value) == static_cast<std::ptrdiff_t>(numbers.size());
}

Outcome broadcast(MPI_Comm comm) {
    std::vector<int> data(kMany, rank == 1 ? 7 : 0);
    const int code = faulty([&] { return MPI_Bcast(data.data(), kMany, MPI_INT, 1, comm); });
    return {code, are_all(data, 7)};
}

Outcome broadcast_with_request(MPI_Comm comm) {
    std::vector<int> data(kMany, rank == 1 ? 7 : 0);
    MPI_Request request = MPI_REQUEST_NULL;
    const int code =
        faulty([&] { return waited_for(MPI_Ibcast(data.data(), kMany, MPI_INT, 1, comm, &request), &request); });
    return {code, are_all(data, 7)};
}

Outcome reduce_to_all(MPI_Comm comm) {
    const std::vector<int> data(kMany, 1);
    std::vector<int> sum(kMany, 0);
    const int code = faulty([&] { return MPI_Allreduce(data.data(), sum.data(), kMany, MPI_INT, MPI_SUM, comm); });
    return {code, are_all(sum, size)};
}

Outcome exchange(MPI_Comm comm) {
    const std::vector<int> data(static_cast<std::size_t>(size), rank);
    std::vector<int> got(data.size(), -1);
    const int code = faulty([&] { return MPI_Alltoall(data.data(), 1, MPI_INT, got.data(), 1, MPI_INT, comm); });
    bool is_right = true;
    for (int r = 0; r < size; ++r) {
        is_right = is_right && got[static_cast<std::size_t>(r)] == r;
    }
    return {code, is_right};
}

constexpr Collective kCollectives[] = {broadcast, broadcast_with_request, reduce_to_all, exchange};

MPI_Comm new_communicator() {
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    return comm;
}

/// The n-th allocation of `fails` fails in the first call of this kind, and in the second none. Whether it came to
/// that.
bool try_one(Collective collective, long n, int fails) {
    MPI_Comm comm = new_communicator();
    MPI_Barrier(comm);
    next_to_fail = rank == fails ? n : 0;
    const Outcome first = collective(comm);
    int came = rank == fails ? have_failed() : 0;
    next_to_fail = 0;
    if (first.code == MPI_SUCCESS && !first.is_right) {
        complain("wrong data and no error, allocation " + std::to_string(n) + " of rank " + std::to_string(fails));
    }
    PMPI_Allreduce(MPI_IN_PLACE, &came, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    const Outcome second = collective(comm);
    if (second.code != MPI_SUCCESS || !second.is_right) {
        complain("does not work again, allocation " + std::to_string(n) + " of rank " + std::to_string(fails));
    }
    MPI_Comm_free(&comm);
    return came != 0;
}

}  // namespace

int main(int argc, char** argv) {
    int level = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);  // where errors of nonblocking calls may be told
    fail_allocation = reinterpret_cast<FailAllocation>(dlsym(RTLD_DEFAULT, "fail_allocation"));
    have_failed = reinterpret_cast<HaveFailed>(dlsym(RTLD_DEFAULT, "have_failed"));
    if (fail_allocation == nullptr || have_failed == nullptr) {
        complain("nothing makes allocations fail");
    }
    int faults = 0;
    for (const Collective collective : kCollectives) {
        (void)try_one(collective, 0, 0);  // what is made once in a process is there
        for (const int fails : {0, 1, size - 1}) {
            for (long n = 1; try_one(collective, n, fails); n += std::max(1L, n / 8)) {
                ++faults;
            }
        }
    }
    if (rank == 0) {
        std::printf("%d faults survived\n", faults);
    }
    MPI_Finalize();
    return 0;
}
