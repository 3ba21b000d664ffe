/// What the six programs share: who a process is, messages as they all send them, and the check at the end.
#pragma once

#include <mpi.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace programs {

/// This process of MPI_COMM_WORLD, from MPI_Init to MPI_Finalize.
struct Process {
    Process(int* argc, char*** argv) {
        MPI_Init(argc, argv);
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        MPI_Comm_size(MPI_COMM_WORLD, &size);
    }
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;
    ~Process() { MPI_Finalize(); }

    int rank = 0;
    int size = 1;
};

/// The exponent of a power of two; -1 of any other number.
inline int log2_of(int number) {
    int exponent = 0;
    while ((1 << exponent) < number) {
        ++exponent;
    }
    return (1 << exponent) == number ? exponent : -1;
}

/// Sends to a process and receives as much from one: the receive is posted first, so that both may do so at once, and
/// a process may exchange with itself.
inline void exchange(const double* sent, int to, double* received, int from, int count) {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Irecv(received, count, MPI_DOUBLE, from, 0, MPI_COMM_WORLD, &request);
    MPI_Send(sent, count, MPI_DOUBLE, to, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

inline double sum_of_all(double value) {
    double sum = 0.0;
    MPI_Allreduce(&value, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return sum;
}

/// A number from 0 to 1, not included, that depends on `index` alone.
inline double uniform(std::uint64_t index) {
    std::uint64_t x = (index + 1) * 0x9E3779B97F4A7C15U;  // SplitMix64
    x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9U;
    x = (x ^ (x >> 27U)) * 0x94D049BB133111EBU;
    return static_cast<double>((x ^ (x >> 31U)) >> 11U) * 0x1.0p-53;
}

/// The linear congruential numbers of the NAS benchmarks: x <- a x modulo 2^46.
class Congruential {
public:
    explicit Congruential(std::uint64_t seed) : state_(seed) {}

    /// Passes over so many numbers.
    void skip(std::uint64_t count) {
        std::uint64_t power = kFactor;
        for (; count != 0; count >>= 1U) {
            state_ = (count & 1U) != 0 ? state_ * power & kMask : state_;
            power = power * power & kMask;
        }
    }
    double next() {
        state_ = state_ * kFactor & kMask;
        return static_cast<double>(state_) * 0x1.0p-46;
    }

private:
    static constexpr std::uint64_t kFactor = 1'220'703'125;  // 5^13
    static constexpr std::uint64_t kMask = (std::uint64_t{1} << 46U) - 1;
    std::uint64_t state_;
};

/// The longest of the times that the processes took, which every one of the six ends with; on rank 0.
inline void tell_time(double started) {
    const double mine = MPI_Wtime() - started;
    double longest = 0.0;
    MPI_Reduce(&mine, &longest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
}

/// Says what came out and whether it is what is expected, within `tolerance` of it. Returns the exit code.
inline int verified(const Process& process, const char* name, double value, double expected, double tolerance = 1e-9) {
    const bool is_right = std::abs(value - expected) <= tolerance * std::abs(expected);
    if (process.rank == 0 || !is_right) {
        std::printf("%s on %d processes: %.15e, %s\n", name, process.size, value, is_right ? "verified" : "WRONG");
    }
    return is_right ? 0 : 1;
}

/// Says on how many processes the program runs. Returns the exit code.
inline int refused(const Process& process, const char* name, const char* accepted) {
    if (process.rank == 0) {
        std::fprintf(stderr, "%s: %d processes; accepted: %s\n", name, process.size, accepted);
    }
    return 2;
}

}  // namespace programs
