#include "causeway/mpi/scratch.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <new>
#include <utility>

namespace causeway::mpi {

namespace {

/// Where the system's pages are larger, less is given back than could be.
constexpr std::int64_t kPage = 4096;

/// Large memory comes and goes in units of this: the system finds one in a fraction of the time that it takes to find
/// as many pages.
constexpr std::int64_t kUnit = std::int64_t{2} << 20U;

std::int64_t rounded_up(std::int64_t bytes, std::int64_t unit) {
    return (bytes + unit - 1) / unit * unit;
}

std::byte* mapped(std::int64_t bytes) {
    void* const memory =
        mmap(nullptr, static_cast<std::size_t>(bytes), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        throw std::bad_alloc();
    }
    return static_cast<std::byte*>(memory);
}

void unmap(std::byte* memory, std::int64_t bytes) noexcept {
    if (bytes > 0) {
        munmap(memory, static_cast<std::size_t>(bytes));
    }
}

/// Whole units, beginning where one does.
std::byte* mapped_in_units(std::int64_t bytes) {
    std::byte* const memory = mapped(bytes + kUnit);
    const auto address = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(memory));
    const std::int64_t before = rounded_up(address, kUnit) - address;
    unmap(memory, before);
    unmap(memory + before + bytes, kUnit - before);
    madvise(memory + before, static_cast<std::size_t>(bytes), MADV_HUGEPAGE);  // where there are any
    return memory + before;
}

std::int64_t size_of(const std::vector<GrowingMemory>& memories) {
    std::int64_t bytes = 0;
    for (const GrowingMemory& memory : memories) {
        bytes += memory.size();
    }
    return bytes;
}

}  // namespace

GrowingMemory::GrowingMemory(GrowingMemory&& other) noexcept {
    *this = std::move(other);
}

GrowingMemory& GrowingMemory::operator=(GrowingMemory&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(asked_, other.asked_);
    std::swap(needed_, other.needed_);
    return *this;
}

std::byte* GrowingMemory::at_least(std::int64_t bytes) {
    const bool is_large = bytes > Scratch::kMostKept;
    const std::int64_t size = rounded_up(std::max<std::int64_t>(1, bytes), is_large ? kUnit : kPage);
    if (size_ < size) {
        give_back();
        data_ = is_large ? mapped_in_units(size) : mapped(size);
        size_ = size;
    }
    asked_ = bytes;
    needed_.assign(is_large ? static_cast<std::size_t>(size / kUnit) : 0, kUnit);
    if (is_large) {
        needed_.back() -= size - bytes;
    }
    return data_;
}

std::byte* GrowingMemory::zeros(std::int64_t bytes) {
    std::byte* const memory = at_least(bytes);
    std::fill_n(memory, bytes, std::byte{0});
    return memory;
}

void GrowingMemory::give_back() noexcept {
    unmap(data_, size_);
    data_ = nullptr;
    size_ = 0;
    needed_.clear();
}

void GrowingMemory::over(const std::byte* begin, std::int64_t bytes) noexcept {
    const std::int64_t end = std::min(asked_, begin - data_ + bytes);  // the gap behind a last element is nothing
    for (std::int64_t at = begin - data_; at < end;) {
        const std::int64_t unit = at / kUnit;
        const std::int64_t next = std::min(end, (unit + 1) * kUnit);
        std::int64_t& needed = needed_[static_cast<std::size_t>(unit)];
        needed -= next - at;
        if (needed == 0) {
            madvise(data_ + unit * kUnit, static_cast<std::size_t>(kUnit), MADV_DONTNEED);
        }
        at = next;
    }
}

std::int64_t Scratch::size() const {
    return data.size() + static_cast<std::int64_t>(held.capacity()) + size_of(partials);
}

void Scratch::give_back_large() noexcept {
    if (size_of(partials) > kMostKept) {
        partials.clear();
    }
    if (data.size() > kMostKept) {
        data.give_back();
    }
}

}  // namespace causeway::mpi
