#include "causeway/job/device_memory.hpp"

#include "causeway/process/loaded_objects.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace causeway::job {

namespace {

/// What the runtimes have to be asked with.
struct Runtimes {
    std::atomic<void*> cuda{nullptr};
    std::atomic<void*> hip{nullptr};
    std::atomic<void*> level_zero{nullptr};
    std::atomic<unsigned long long> changes{0};  ///< of the loaded objects when they were looked for
};

constinit Runtimes runtimes;

/// Looks again if something was loaded or unloaded. Returns whether there is one.
bool look() noexcept {
    const unsigned long long changes = process::changes_of_loaded_objects();
    if (runtimes.changes.load(std::memory_order_acquire) != changes) {
        try {
            runtimes.cuda = process::find_in_process("cuPointerGetAttribute");
            runtimes.hip = process::find_in_process("hipPointerGetAttributes");
            runtimes.level_zero = process::find_in_process("zeMemGetAllocProperties");
            runtimes.changes.store(changes, std::memory_order_release);
        } catch (...) {
            return true;  // no memory to look with: nobody knows
        }
    }
    return runtimes.cuda != nullptr || runtimes.hip != nullptr || runtimes.level_zero != nullptr;
}

bool is_of_cuda(void* function, const void* address) {
    constexpr int kMemoryType = 2;  // CU_POINTER_ATTRIBUTE_MEMORY_TYPE
    constexpr unsigned kHost = 1;   // CU_MEMORYTYPE_HOST
    using Ask = int(void* data, int attribute, unsigned long long address);
    unsigned type = 0;
    return reinterpret_cast<Ask*>(function)(&type, kMemoryType, reinterpret_cast<std::uintptr_t>(address)) == 0 &&
           type != kHost;
}

bool is_of_hip(void* function, const void* address) {
    // Its first field is the kind of memory. 0 is host memory up to version 5, and memory that HIP does not know from
    // version 6 on; what else is the host's is taken for a device's.
    constexpr std::size_t kMoreThanItHas = 64;
    std::array<std::uint64_t, kMoreThanItHas> attributes{};
    using Ask = int(void* attributes, const void* address);
    return reinterpret_cast<Ask*>(function)(attributes.data(), address) == 0 &&
           static_cast<std::uint32_t>(attributes.front()) != 0;
}

}  // namespace

bool has_gpu_runtime() noexcept {
    return look();
}

bool may_be_device_memory(const void* address) noexcept {
    if (!look()) [[likely]] {
        return false;
    }
    void* const cuda = runtimes.cuda;
    void* const hip = runtimes.hip;
    // Level Zero tells of a context's memory only, and the contexts are the program's.
    return runtimes.level_zero != nullptr || (cuda != nullptr && is_of_cuda(cuda, address)) ||
           (hip != nullptr && is_of_hip(hip, address)) || (cuda == nullptr && hip == nullptr);
}

}  // namespace causeway::job
