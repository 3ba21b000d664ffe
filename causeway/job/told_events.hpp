/// What happened and is told one by one in the report: the first of it, in memory that has a bound.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

namespace causeway::job {

/// Of events of one kind, and for any number of threads.
template <typename Event>
class ToldEvents {
public:
    /// So many are told; of the others, how many they were.
    static constexpr std::size_t kMost = 1024;

    void add(Event event) {
        const std::lock_guard lock(mutex_);
        if (first_.size() < kMost) {
            first_.push_back(std::move(event));
        } else {
            ++num_others_;
        }
    }

    [[nodiscard]] std::vector<Event> first() const {
        const std::lock_guard lock(mutex_);
        return first_;
    }

    [[nodiscard]] std::int64_t num_others() const {
        const std::lock_guard lock(mutex_);
        return num_others_;
    }

private:
    mutable std::mutex mutex_;
    std::vector<Event> first_;
    std::int64_t num_others_ = 0;
};

}  // namespace causeway::job
