/// How often something happened, and the bytes that it moved.
#pragma once

#include <atomic>
#include <cstdint>

namespace causeway::mpi {

/// Calls or messages, and their bytes, counted by any number of threads.
struct Counter {
    std::atomic<std::uint64_t> times{0};
    std::atomic<std::uint64_t> bytes{0};

    void add(std::uint64_t more_bytes) {
        times.fetch_add(1, std::memory_order_relaxed);
        bytes.fetch_add(more_bytes, std::memory_order_relaxed);
    }
};

}  // namespace causeway::mpi
