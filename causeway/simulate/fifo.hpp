/// First in, first out. Most queues of a simulation never hold more than one, and there are many: empty ones take no
/// memory.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace causeway::simulate {

template <typename Value>
class Fifo {
public:
    [[nodiscard]] bool empty() const { return begin_ == values_.size(); }
    [[nodiscard]] std::size_t size() const { return values_.size() - begin_; }

    void push(Value value) { values_.push_back(std::move(value)); }

    /// The one that came first. Requires one.
    [[nodiscard]] const Value& front() const { return values_[begin_]; }

    /// Takes it out.
    void pop() {
        if (++begin_ == values_.size()) {
            values_.clear();
            begin_ = 0;
        } else if (begin_ >= kMostKept && 2 * begin_ >= values_.size()) {
            values_.erase(values_.begin(), values_.begin() + static_cast<std::ptrdiff_t>(begin_));
            begin_ = 0;
        }
    }

private:
    static constexpr std::size_t kMostKept = 64;  ///< of those that are out, before there are as many as are in

    std::vector<Value> values_;
    std::size_t begin_ = 0;
};

}  // namespace causeway::simulate
