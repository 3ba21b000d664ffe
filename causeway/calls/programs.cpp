#include "causeway/calls/programs.hpp"

#include <atomic>
#include <limits>
#include <utility>
#include <vector>

namespace causeway::calls {

namespace {

/// Communicators of this process that have programs.
constinit std::atomic<std::size_t> num_communicators{0};

/// What an entry of the map takes beside the program.
constexpr std::size_t kEntryMemory = 256;

template <typename Element>
std::size_t bytes_of(const std::vector<Element>& elements) {
    return elements.capacity() * sizeof(Element);
}

/// Of one rank's.
std::size_t memory_of(const schedule::Program& program) {
    std::size_t memory = bytes_of(program.sections);
    for (const schedule::Section& section : program.sections) {
        memory += bytes_of(section.body);
    }
    return memory;
}

}  // namespace

std::size_t memory_of(const scheme::Built& built) {
    std::size_t memory = kEntryMemory + bytes_of(built.strands) + bytes_of(built.of_process) + built.exchanges.memory();
    for (const schedule::Schedule& strand : built.strands) {
        memory += bytes_of(strand.programs);
        for (const schedule::Program& program : strand.programs) {
            memory += memory_of(program);
        }
    }
    return memory;
}

Programs::Programs() {
    ++num_communicators;
}

Programs::~Programs() {
    --num_communicators;
}

std::shared_ptr<const scheme::Built> Programs::get(const Key& key, base::FunctionRef<scheme::Built()> make) {
    if (const Kept* const known = kept_.use(key)) {
        return known->program;
    }
    auto made = std::make_shared<const scheme::Built>(make());
    keep(key, {made, memory_of(*made)});
    return made;
}

void Programs::forget(std::uint64_t plan) {
    constexpr int kFewest = std::numeric_limits<int>::min();
    for (const auto& one : kept_.take_between({plan, kFewest}, {plan + 1, kFewest})) {
        memory_ -= one.value.memory;
    }
}

void Programs::forget_all() {
    kept_.clear();
    memory_ = 0;
}

void Programs::keep(const Key& key, Kept one) {
    const std::size_t most = kMostMemory / num_communicators;
    while (kept_.size() > 0 && memory_ + one.memory > most) {
        memory_ -= kept_.take_oldest().value.memory;
    }
    const std::size_t memory = one.memory;
    kept_.enter(key, std::move(one));
    memory_ += memory;
}

}  // namespace causeway::calls
