#include "memory_use.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <new>

#include <malloc.h>

namespace causeway::test {

namespace {

// What every `new` adds to has no other place than the process. One thread.
std::ptrdiff_t alive = 0;
std::ptrdiff_t most = 0;
std::ptrdiff_t allowed = PTRDIFF_MAX;
void (*tell)() = nullptr;

void* counted(void* memory) {
    alive += static_cast<std::ptrdiff_t>(::malloc_usable_size(memory));
    most = std::max(most, alive);
    if (alive > allowed) {
        allowed = PTRDIFF_MAX;
        tell();
    }
    return memory;
}

}  // namespace

void count_memory(std::size_t limit, void (*overstepped)()) {
    alive = 0;
    most = 0;
    allowed = static_cast<std::ptrdiff_t>(limit);
    tell = overstepped;
}

std::size_t most_memory() {
    return static_cast<std::size_t>(most);
}

}  // namespace causeway::test

void* operator new(std::size_t size) {
    if (void* memory = std::malloc(std::max<std::size_t>(size, 1))) {
        return causeway::test::counted(memory);
    }
    throw std::bad_alloc();
}

void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
    void* memory = std::malloc(std::max<std::size_t>(size, 1));
    return memory == nullptr ? nullptr : causeway::test::counted(memory);
}

void operator delete(void* memory) noexcept {
    if (memory != nullptr) {
        causeway::test::alive -= static_cast<std::ptrdiff_t>(::malloc_usable_size(memory));
        std::free(memory);
    }
}

void operator delete(void* memory, std::size_t /*size*/) noexcept {
    ::operator delete(memory);
}

void operator delete(void* memory, const std::nothrow_t& /*tag*/) noexcept {
    ::operator delete(memory);
}
