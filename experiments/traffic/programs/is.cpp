/// IS of the NAS parallel benchmarks, class S: 2^16 whole numbers below 2^11 are ranked, eleven times.
///
/// Each process has its share of the keys and counts them by buckets; an allreduce tells all how many there are in
/// each, so that every process gets buckets of about as many keys. Then each tells each how many keys it will get (an
/// alltoall), and sends them (an alltoallv): everybody talks to everybody. Point to point there is one message, of the
/// last key to the next process, in the check at the end.
/// Source: Bailey et al., "The NAS Parallel Benchmarks 2.0", NAS-95-020; RNR-94-007, section 2.5.
#include "program.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace {

using programs::Process;

constexpr std::uint64_t kSeed = 314'159'265;
constexpr int kNumKeys = 1 << 16;
constexpr int kLargest = 1 << 11;
constexpr int kNumBuckets = 1 << 9;
constexpr int kIterations = 10;

using Numbers = std::vector<int>;

int bucket_of(int key) {
    return key / (kLargest / kNumBuckets);
}

/// About Gaussian: a mean of four numbers each.
Numbers keys_of(const Process& process) {
    const int count = kNumKeys / process.size;
    programs::Congruential random(kSeed);
    random.skip(4 * static_cast<std::uint64_t>(count) * static_cast<std::uint64_t>(process.rank));
    Numbers keys(static_cast<std::size_t>(count));
    for (int& key : keys) {
        double sum = 0.0;
        for (int i = 0; i < 4; ++i) {
            sum += random.next();
        }
        key = static_cast<int>(sum * kLargest / 4);
    }
    return keys;
}

Numbers starts_of(const Numbers& counts) {
    Numbers starts(counts.size(), 0);
    std::partial_sum(counts.begin(), counts.end() - 1, starts.begin() + 1);
    return starts;
}

/// The keys of this process's buckets, in order.
Numbers ranked(const Process& process, Numbers keys) {
    std::sort(keys.begin(), keys.end(), [](int a, int b) { return bucket_of(a) < bucket_of(b); });
    Numbers in_bucket(kNumBuckets, 0);
    for (const int key : keys) {
        ++in_bucket[static_cast<std::size_t>(bucket_of(key))];
    }
    Numbers in_bucket_of_all(kNumBuckets, 0);
    MPI_Allreduce(in_bucket.data(), in_bucket_of_all.data(), kNumBuckets, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    Numbers sent(static_cast<std::size_t>(process.size), 0);
    Numbers received(sent.size(), 0);
    std::size_t to = 0;
    std::int64_t so_far = 0;
    for (std::size_t bucket = 0; bucket < kNumBuckets; ++bucket) {
        sent[to] += in_bucket[bucket];
        so_far += in_bucket_of_all[bucket];
        if (so_far * process.size >= static_cast<std::int64_t>(to + 1) * kNumKeys && to + 1 < sent.size()) {
            ++to;
        }
    }
    MPI_Alltoall(sent.data(), 1, MPI_INT, received.data(), 1, MPI_INT, MPI_COMM_WORLD);
    Numbers result(static_cast<std::size_t>(std::accumulate(received.begin(), received.end(), 0)));
    MPI_Alltoallv(keys.data(), sent.data(), starts_of(sent).data(), MPI_INT, result.data(), received.data(),
                  starts_of(received).data(), MPI_INT, MPI_COMM_WORLD);
    std::sort(result.begin(), result.end());
    return result;
}

/// How many neighbouring keys are in order, those of neighbouring processes too: all but the first.
int in_order(const Process& process, const Numbers& keys) {
    int before = -1;
    int last = keys.empty() ? -1 : keys.back();
    MPI_Request request = MPI_REQUEST_NULL;
    if (process.rank > 0) {
        MPI_Irecv(&before, 1, MPI_INT, process.rank - 1, 0, MPI_COMM_WORLD, &request);
    }
    if (process.rank + 1 < process.size) {
        MPI_Send(&last, 1, MPI_INT, process.rank + 1, 0, MPI_COMM_WORLD);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    int count = 0;
    for (const int key : keys) {
        count += before <= key ? 1 : 0;
        before = key;
    }
    return count;
}

}  // namespace

int main(int argc, char** argv) {
    const Process process(&argc, &argv);
    if (programs::log2_of(process.size) < 0 || process.size > 64) {
        return programs::refused(process, "IS", "powers of two up to 64");
    }
    Numbers keys = keys_of(process);
    (void)ranked(process, keys);  // for the pages and the caches
    const double started = MPI_Wtime();
    Numbers result;
    for (int iteration = 1; iteration <= kIterations; ++iteration) {
        if (process.rank == 0) {  // so that no two iterations do the same
            keys[static_cast<std::size_t>(iteration)] = iteration;
            keys[static_cast<std::size_t>(iteration + kIterations)] = kLargest - iteration;
        }
        result = ranked(process, keys);
    }
    programs::tell_time(started);
    const std::int64_t mine[] = {in_order(process, result),
                                 std::accumulate(keys.begin(), keys.end(), std::int64_t{0}) -
                                     std::accumulate(result.begin(), result.end(), std::int64_t{0})};
    std::int64_t all[] = {0, 0};
    MPI_Reduce(mine, all, 2, MPI_INT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
    return process.rank == 0
               ? programs::verified(process, "IS", static_cast<double>(all[0]) + std::abs(static_cast<double>(all[1])),
                                    kNumKeys, 0.0)
               : 0;
}
