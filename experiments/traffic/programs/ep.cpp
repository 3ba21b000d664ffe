/// EP of the NAS parallel benchmarks, class S: 2^24 pairs of random numbers, those that fall into the unit circle made
/// Gaussian deviates, their sums, and how many lie in each square ring about the origin.
///
/// Each process takes its share of the 256 batches. They tell each other of nothing but the results: three allreduces,
/// of a number, a number and ten; before that a barrier, and afterwards the longest time, an allreduce too. There is no
/// message point to point.
/// Source: Bailey et al., "The NAS Parallel Benchmarks 2.0", NAS-95-020; RNR-94-007, section 2.1, whose sums are what
/// the result is held against.
#include "program.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace {

constexpr std::uint64_t kSeed = 271'828'183;
constexpr int kBatches = 1 << 8;
constexpr int kPairs = 1 << 16;  // of a batch
constexpr std::size_t kRings = 10;
constexpr double kSumOfX = -3.247834652034740e3;
constexpr double kSumOfY = -6.958407078382297e3;

struct Deviates {
    double x = 0.0;
    double y = 0.0;
    std::array<double, kRings> in_ring{};
};

void add_batch(int batch, Deviates& deviates) {
    programs::Congruential random(kSeed);
    random.skip(static_cast<std::uint64_t>(batch) * 2 * kPairs);
    for (int pair = 0; pair < kPairs; ++pair) {
        const double x = 2.0 * random.next() - 1.0;
        const double y = 2.0 * random.next() - 1.0;
        const double square = x * x + y * y;
        if (square <= 1.0) {
            const double scale = std::sqrt(-2.0 * std::log(square) / square);
            deviates.x += x * scale;
            deviates.y += y * scale;
            ++deviates.in_ring[static_cast<std::size_t>(std::max(std::abs(x * scale), std::abs(y * scale)))];
        }
    }
}

}  // namespace

int main(int argc, char** argv) {
    const programs::Process process(&argc, &argv);
    if (process.size > kBatches) {
        return programs::refused(process, "EP", "up to 256");
    }
    MPI_Barrier(MPI_COMM_WORLD);
    const double started = MPI_Wtime();
    Deviates mine;
    for (int batch = process.rank; batch < kBatches; batch += process.size) {
        add_batch(batch, mine);
    }
    Deviates all;
    all.x = programs::sum_of_all(mine.x);
    all.y = programs::sum_of_all(mine.y);
    MPI_Allreduce(mine.in_ring.data(), all.in_ring.data(), kRings, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    const double time = MPI_Wtime() - started;
    double longest = 0.0;
    MPI_Allreduce(&time, &longest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return std::max(programs::verified(process, "EP", all.x, kSumOfX, 1e-8),
                    programs::verified(process, "EP", all.y, kSumOfY, 1e-8));
}
