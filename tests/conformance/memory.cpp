/// What collectives take of memory beside the program's own buffers: at the peak, and after them.
///
/// Each is called by the MPI library's own name first, then as a preloaded library has it: that one may take a tenth of
/// what the buffers of this process take, or what the MPI library took itself, and a little that does not grow with the
/// data. Afterwards next to nothing is left of it.
#include <mpi.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace {

constexpr std::int64_t kMebi = std::int64_t{1} << 20U;
/// What one process gives to each, or to all.
constexpr std::int64_t kPart = 8 * kMebi;
/// For whatever does not grow with the data.
constexpr std::int64_t kLittle = 4 * kMebi;
/// What comes to be combined and has not been yet.
constexpr std::int64_t kWindow = 8 * kMebi;
constexpr std::int64_t kMostKept = 16 * kMebi;

/// A line of the system's account of this process, in bytes.
std::int64_t account(const std::string& name) {
    std::ifstream file("/proc/self/status");
    std::string word;
    while (file >> word) {
        if (word == name + ":") {
            std::int64_t kibi = 0;
            file >> kibi;
            return kibi << 10U;
        }
        file.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
    }
    return -1;
}

void forget_peak() {
    std::ofstream("/proc/self/clear_refs") << "5";
}

/// A buffer of the program: all of it is there.
class Buffer {
public:
    explicit Buffer(std::int64_t bytes) : size_(static_cast<std::size_t>(std::max<std::int64_t>(1, bytes))) {
        data_ = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (data_ == MAP_FAILED) {
            std::fprintf(stderr, "no memory for the buffers of this test\n");
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
        std::memset(data_, 1, size_);
    }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    ~Buffer() { munmap(data_, size_); }
    [[nodiscard]] void* get() const { return data_; }
    [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(size_); }

private:
    void* data_;
    std::size_t size_;
};

int rank;
int num_ranks;

/// What of one datatype is moved.
struct Data {
    const char* name;
    MPI_Datatype datatype;
    std::int64_t extent;
};

/// A collective as one process calls it: what it gives and gets, and the call by either name.
struct Collective {
    const char* name;
    bool reduces;
    int sent;      ///< parts in the send buffer
    int received;  ///< in the receive buffer
    std::function<void(void* send, void* receive, int count, MPI_Datatype datatype)> natively;
    std::function<void(void* send, void* receive, int count, MPI_Datatype datatype)> called;
};

#define BY_BOTH_NAMES(call)                                                                                   \
    [=](void* send, void* receive, int count, MPI_Datatype datatype) { (void)send, (void)receive, P##call; }, \
        [=](void* send, void* receive, int count, MPI_Datatype datatype) { (void)send, (void)receive, call; }

std::vector<Collective> collectives() {
    const int all = num_ranks;
    const int root = 1 % num_ranks;
    const int at_root = rank == root ? all : 0;
    // Uneven: half of it is the first process's.
    const auto counts = [=](int count) {
        std::vector<int> result(static_cast<std::size_t>(all), count);
        result[0] = count * 2;
        return result;
    };
    const auto places = [=](int count) {
        std::vector<int> result;
        for (int i = 0; i < all; ++i) {
            result.push_back(i == 0 ? 0 : (i + 1) * count);
        }
        return result;
    };
    const int own = rank == 0 ? 2 : 1;
    const int one_more = rank == root ? all + 1 : 0;
    return {
        {"bcast", false, all, 0, BY_BOTH_NAMES(MPI_Bcast(send, count * all, datatype, root, MPI_COMM_WORLD))},
        {"gather", false, 1, at_root,
         BY_BOTH_NAMES(MPI_Gather(send, count, datatype, receive, count, datatype, root, MPI_COMM_WORLD))},
        {"gatherv", false, own, one_more,
         BY_BOTH_NAMES(MPI_Gatherv(send, count * own, datatype, receive, counts(count).data(), places(count).data(),
                                   datatype, root, MPI_COMM_WORLD))},
        {"scatter", false, at_root, 1,
         BY_BOTH_NAMES(MPI_Scatter(send, count, datatype, receive, count, datatype, root, MPI_COMM_WORLD))},
        {"scatterv", false, one_more, own,
         BY_BOTH_NAMES(MPI_Scatterv(send, counts(count).data(), places(count).data(), datatype, receive, count * own,
                                    datatype, root, MPI_COMM_WORLD))},
        {"allgather", false, 1, all,
         BY_BOTH_NAMES(MPI_Allgather(send, count, datatype, receive, count, datatype, MPI_COMM_WORLD))},
        {"allgatherv", false, own, all + 1,
         BY_BOTH_NAMES(MPI_Allgatherv(send, count * own, datatype, receive, counts(count).data(), places(count).data(),
                                      datatype, MPI_COMM_WORLD))},
        {"alltoall", false, all, all,
         BY_BOTH_NAMES(MPI_Alltoall(send, count, datatype, receive, count, datatype, MPI_COMM_WORLD))},
        {"alltoall in place", false, 0, all,
         BY_BOTH_NAMES(MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, receive, count, datatype, MPI_COMM_WORLD))},
        {"reduce", true, all, rank == root ? all : 0,
         BY_BOTH_NAMES(MPI_Reduce(send, receive, count * all, datatype, MPI_SUM, root, MPI_COMM_WORLD))},
        {"allreduce", true, all, all,
         BY_BOTH_NAMES(MPI_Allreduce(send, receive, count * all, datatype, MPI_SUM, MPI_COMM_WORLD))},
        {"reduce_scatter", true, all + 1, own,
         BY_BOTH_NAMES(MPI_Reduce_scatter(send, receive, counts(count).data(), datatype, MPI_SUM, MPI_COMM_WORLD))},
        {"reduce_scatter_block", true, all, 1,
         BY_BOTH_NAMES(MPI_Reduce_scatter_block(send, receive, count, datatype, MPI_SUM, MPI_COMM_WORLD))},
    };
}

/// What the process takes more at the peak than before the call.
template <typename Call>
std::int64_t peak_of(const Call& call) {
    MPI_Barrier(MPI_COMM_WORLD);
    forget_peak();
    const std::int64_t before = account("VmRSS");
    call();
    return account("VmHWM") - before;
}

/// Calls it in parts of so many bytes; returns whether it took too much.
bool takes_too_much(const Collective& collective, const Data& data, std::int64_t part, bool is_checked,
                    std::int64_t* kept) {
    const auto count = static_cast<int>(part / data.extent);
    const Buffer send(collective.sent * part);
    const Buffer receive(collective.received * part);
    const std::int64_t native = peak_of([&] { collective.natively(send.get(), receive.get(), count, data.datatype); });
    const std::int64_t before = account("RssAnon");
    const std::int64_t called = peak_of([&] { collective.called(send.get(), receive.get(), count, data.datatype); });
    *kept += account("RssAnon") - before;
    // What a process combines for others stays until it could leave: a few blocks, but all of them if others are slow.
    // What it combines for itself stands in its own buffer.
    const bool has_result = receive.size() >= send.size();
    const std::int64_t combined = collective.reduces ? kWindow + (has_result ? 0 : send.size()) : 0;
    const std::int64_t most = std::max({(send.size() + receive.size()) / 10, native, combined}) + kLittle;
    if (!is_checked) {
        return false;
    }
    std::printf("%s: %s of %s at rank %d: %.1f MiB beside buffers of %.1f MiB, the MPI library's own %.1f MiB\n",
                called > most ? "TOO MUCH" : "fine", collective.name, data.name, rank,
                static_cast<double>(called) / kMebi, static_cast<double>(send.size() + receive.size()) / kMebi,
                static_cast<double>(native) / kMebi);
    return called > most;
}

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &num_ranks);
    MPI_Datatype pair = MPI_DATATYPE_NULL;
    MPI_Type_vector(1024, 1, 2, MPI_DOUBLE, &pair);
    MPI_Datatype rows = MPI_DATATYPE_NULL;
    MPI_Type_create_resized(pair, 0, 16384, &rows);
    MPI_Type_commit(&rows);
    const std::vector<Data> all_data{{"ints", MPI_INT, 4}, {"every second double", rows, 16384}};
    const std::string only = argc > 1 ? argv[1] : "";
    int failures = 0;
    std::int64_t kept = 0;
    for (const std::int64_t part : {std::int64_t{64} << 10U, kPart}) {  // connections are made by the first
        const bool is_checked = part == kPart;
        kept = 0;
        for (const Collective& collective : collectives()) {
            for (const Data& data : all_data) {
                if ((only.empty() || only == collective.name) && !(collective.reduces && data.datatype != MPI_INT)) {
                    failures += takes_too_much(collective, data, part, is_checked, &kept) ? 1 : 0;
                }
            }
        }
    }
    std::printf("%s: rank %d keeps %.1f MiB\n", kept > kMostKept ? "TOO MUCH" : "fine", rank,
                static_cast<double>(kept) / kMebi);
    failures += kept > kMostKept ? 1 : 0;
    MPI_Type_free(&pair);
    MPI_Type_free(&rows);
    PMPI_Allreduce(MPI_IN_PLACE, &failures, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0) {
        std::printf("memory: %d collectives took or kept too much\n", failures);
    }
    MPI_Finalize();
    return failures == 0 ? 0 : 1;
}
