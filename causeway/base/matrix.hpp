/// A square table indexed [from][to].
#pragma once

#include <cassert>
#include <cstddef>
#include <vector>

namespace causeway::base {

/// n x n values, row by row: `matrix(from, to)`.
template <typename Value>
class SquareMatrix {
public:
    SquareMatrix() = default;
    explicit SquareMatrix(int size, Value value = Value{})
        : size_(size), values_(static_cast<std::size_t>(size) * static_cast<std::size_t>(size), value) {}

    [[nodiscard]] int size() const { return size_; }

    [[nodiscard]] Value& operator()(int from, int to) { return values_[index(from, to)]; }
    [[nodiscard]] const Value& operator()(int from, int to) const { return values_[index(from, to)]; }

    friend bool operator==(const SquareMatrix&, const SquareMatrix&) = default;

private:
    [[nodiscard]] std::size_t index(int from, int to) const {
        assert(from >= 0 && from < size_ && to >= 0 && to < size_);
        return static_cast<std::size_t>(from) * static_cast<std::size_t>(size_) + static_cast<std::size_t>(to);
    }

    int size_ = 0;
    std::vector<Value> values_;
};

}  // namespace causeway::base
