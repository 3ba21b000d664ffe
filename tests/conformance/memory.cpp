/// What collectives take of memory beside the program's own buffers: at the peak, and after them.
///
/// Each is called by the MPI library's own name first, then as a preloaded library has it: that one may take a tenth of
/// what the buffers of this process take, or what the MPI library took itself, and a little that does not grow with the
/// data. Afterwards next to nothing is left of it. Rooted ones are called once more with the process that gets the data
/// coming late, so that others have nowhere to pass on what they have.
#include <mpi.h>
#include <sys/mman.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

constexpr std::int64_t kMebi = std::int64_t{1} << 20U;
/// What one process gives to each, or to all.
constexpr std::int64_t kPart = 8 * kMebi;
/// For whatever does not grow with the data.
constexpr std::int64_t kLittle = 4 * kMebi;
/// What has come and has not been combined or passed on yet: 8 MiB, and what is given back later, as that goes by 2
/// MiB.
constexpr std::int64_t kMostWaiting = 12 * kMebi;
constexpr int kNobody = -1;
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

/// What a process needs memory for that passes data on.
enum class Needs {
    kNothing,       ///< parts that are too large to be passed on, or that stand in its own buffer
    kWindow,        ///< what it has got, or combined, and not passed on yet: so much at most
    kContribution,  ///< the same, but at worst all that it contributes
    kHalf,          ///< the same, but at worst half of what stands in its buffer, which comes in one round
};

bool reduces(std::string_view collective) {
    return collective.find("reduce") != std::string_view::npos || collective.ends_with("scan");
}

/// A collective as one process calls it: what it gives and gets, and the call by either name.
struct Collective {
    const char* name;
    Needs needs;
    int sent;      ///< parts in the send buffer
    int received;  ///< in the receive buffer
    int late;      ///< who keeps others from passing on what they have, by coming late
    std::function<void(void* send, void* receive, int count, MPI_Datatype datatype)> natively;
    std::function<void(void* send, void* receive, int count, MPI_Datatype datatype)> called;
};

#define BY_BOTH_NAMES(call)                                                                                   \
    [=](void* send, void* receive, int count, MPI_Datatype datatype) { (void)send, (void)receive, P##call; }, \
        [=](void* send, void* receive, int count, MPI_Datatype datatype) { (void)send, (void)receive, call; }

std::vector<Collective> collectives() {
    const int all = num_ranks;
    const int root = 1 % num_ranks;
    const int last = all - 1;
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
    // The same from each.
    const auto from_all = [=](int count) { return std::vector<int>(static_cast<std::size_t>(all), count); };
    const auto from_all_places = [=](int count) {
        std::vector<int> result;
        for (int i = 0; i < all; ++i) {
            result.push_back(i * count);
        }
        return result;
    };
    const int one_more = rank == root ? all + 1 : 0;
    return {
        {"bcast", Needs::kNothing, all, 0, kNobody,
         BY_BOTH_NAMES(MPI_Bcast(send, count * all, datatype, root, MPI_COMM_WORLD))},
        {"gather", Needs::kWindow, 1, at_root, root,
         BY_BOTH_NAMES(MPI_Gather(send, count, datatype, receive, count, datatype, root, MPI_COMM_WORLD))},
        {"gatherv", Needs::kNothing, own, one_more, root,
         BY_BOTH_NAMES(MPI_Gatherv(send, count * own, datatype, receive, counts(count).data(), places(count).data(),
                                   datatype, root, MPI_COMM_WORLD))},
        {"scatter", Needs::kWindow, at_root, 1, last,
         BY_BOTH_NAMES(MPI_Scatter(send, count, datatype, receive, count, datatype, root, MPI_COMM_WORLD))},
        {"scatterv", Needs::kNothing, one_more, own, last,
         BY_BOTH_NAMES(MPI_Scatterv(send, counts(count).data(), places(count).data(), datatype, receive, count * own,
                                    datatype, root, MPI_COMM_WORLD))},
        {"allgather", Needs::kNothing, 1, all, kNobody,
         BY_BOTH_NAMES(MPI_Allgather(send, count, datatype, receive, count, datatype, MPI_COMM_WORLD))},
        {"allgatherv", Needs::kNothing, own, all + 1, kNobody,
         BY_BOTH_NAMES(MPI_Allgatherv(send, count * own, datatype, receive, counts(count).data(), places(count).data(),
                                      datatype, MPI_COMM_WORLD))},
        {"alltoall", Needs::kWindow, all, all, kNobody,
         BY_BOTH_NAMES(MPI_Alltoall(send, count, datatype, receive, count, datatype, MPI_COMM_WORLD))},
        {"alltoall in place", Needs::kNothing, 0, all, kNobody,
         BY_BOTH_NAMES(MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, receive, count, datatype, MPI_COMM_WORLD))},
        {"alltoallv", Needs::kNothing, all + 1, all * own, kNobody,
         BY_BOTH_NAMES(MPI_Alltoallv(send, counts(count).data(), places(count).data(), datatype, receive,
                                     from_all(count * own).data(), from_all_places(count * own).data(), datatype,
                                     MPI_COMM_WORLD))},
        {"scan", Needs::kWindow, all, all, kNobody,
         BY_BOTH_NAMES(MPI_Scan(send, receive, count * all, datatype, MPI_SUM, MPI_COMM_WORLD))},
        {"exscan", Needs::kContribution, all, all, kNobody,
         BY_BOTH_NAMES(MPI_Exscan(send, receive, count * all, datatype, MPI_SUM, MPI_COMM_WORLD))},
        {"reduce", Needs::kWindow, all, rank == root ? all : 0, root,
         BY_BOTH_NAMES(MPI_Reduce(send, receive, count * all, datatype, MPI_SUM, root, MPI_COMM_WORLD))},
        {"allreduce", Needs::kWindow, all, all, kNobody,
         BY_BOTH_NAMES(MPI_Allreduce(send, receive, count * all, datatype, MPI_SUM, MPI_COMM_WORLD))},
        {"reduce_scatter", Needs::kContribution, all + 1, own, kNobody,
         BY_BOTH_NAMES(MPI_Reduce_scatter(send, receive, counts(count).data(), datatype, MPI_SUM, MPI_COMM_WORLD))},
        {"reduce_scatter in place", Needs::kHalf, 0, all + 1, kNobody,
         BY_BOTH_NAMES(
             MPI_Reduce_scatter(MPI_IN_PLACE, receive, counts(count).data(), datatype, MPI_SUM, MPI_COMM_WORLD))},
        {"reduce_scatter_block", Needs::kContribution, all, 1, kNobody,
         BY_BOTH_NAMES(MPI_Reduce_scatter_block(send, receive, count, datatype, MPI_SUM, MPI_COMM_WORLD))},
    };
}

/// What the process takes more at the peak than before the call, to which one may come late.
template <typename Call>
std::int64_t peak_of(int late, const Call& call) {
    MPI_Barrier(MPI_COMM_WORLD);
    forget_peak();
    const std::int64_t before = account("VmRSS");
    if (rank == late) {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
    call();
    return account("VmHWM") - before;
}

/// What one process may take beside its buffers; `native`: what the MPI library takes for such data.
std::int64_t allowed(const Collective& collective, std::int64_t send, std::int64_t receive, std::int64_t native) {
    const std::int64_t little = (send + receive) / 10 + kLittle;
    switch (collective.needs) {
        case Needs::kNothing:
            return little;
        case Needs::kWindow:
            return std::max(little, kMostWaiting + kLittle + native);
        case Needs::kContribution:
            return std::max(little, kMostWaiting + kLittle + send);
        case Needs::kHalf:
            return std::max(little, kMostWaiting + kLittle + receive / 2);
    }
    return 0;
}

/// Calls it in parts of so many bytes; returns how often it took too much. Nobody comes late where nothing is checked.
int times_too_much(const Collective& collective, const Data& data, std::int64_t part, bool is_checked,
                   std::int64_t* kept) {
    const auto count = static_cast<int>(part / data.extent);
    const Buffer send(collective.sent * part);
    const Buffer receive(collective.received * part);
    const auto with = [&](const auto& call) { return [&] { call(send.get(), receive.get(), count, data.datatype); }; };
    const std::int64_t native = peak_of(kNobody, with(collective.natively));
    const std::int64_t most = std::max(native + kLittle, allowed(collective, send.size(), receive.size(), native));
    int times = 0;
    std::vector<int> all_late{kNobody};
    if (is_checked && collective.late != kNobody) {
        all_late.push_back(collective.late);
    }
    for (const int late : all_late) {
        const std::int64_t before = account("RssAnon");
        const std::int64_t called = peak_of(late, with(collective.called));
        *kept += account("RssAnon") - before;
        if (!is_checked) {
            continue;
        }
        std::printf("%s: %s of %s at rank %d%s: %.1f MiB beside buffers of %.1f MiB, the MPI library's own %.1f MiB\n",
                    called > most ? "TOO MUCH" : "fine", collective.name, data.name, rank,
                    late == kNobody ? "" : ", others waiting", static_cast<double>(called) / kMebi,
                    static_cast<double>(send.size() + receive.size()) / kMebi, static_cast<double>(native) / kMebi);
        times += called > most ? 1 : 0;
    }
    return times;
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
                if ((only.empty() || only == collective.name) &&
                    (data.datatype == MPI_INT || !reduces(collective.name))) {
                    failures += times_too_much(collective, data, part, is_checked, &kept);
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
