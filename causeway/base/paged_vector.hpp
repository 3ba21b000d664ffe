/// A vector of which most is never touched: what nobody asks for takes no memory.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <memory>
#include <vector>

namespace causeway::base {

/// Values by number, each `Value{}` until it is changed. The first ones are always there; of the others those near to
/// each other come into being together.
template <typename Value>
class PagedVector {
public:
    explicit PagedVector(std::size_t size)
        : size_(size), first_(std::min(size, kFirst)), shelves_((size - first_.size() + kOfShelf - 1) / kOfShelf) {}

    [[nodiscard]] std::size_t size() const { return size_; }

    [[nodiscard]] Value& operator[](std::size_t number) {
        assert(number < size_);
        return number < kFirst ? first_[number] : made(number - kFirst);
    }

    [[nodiscard]] Value operator[](std::size_t number) const {
        assert(number < size_);
        if (number < kFirst) {
            return first_[number];
        }
        const std::size_t other = number - kFirst;
        const std::unique_ptr<Shelf>& shelf = shelves_[other / kOfShelf];
        const Page* const page = shelf == nullptr ? nullptr : (*shelf)[other % kOfShelf / kOfPage].get();
        return page == nullptr ? Value{} : (*page)[other % kOfPage];
    }

    /// The largest, or `Value{}` if that is more.
    [[nodiscard]] Value largest() const {
        Value most{};
        if (!first_.empty()) {
            most = std::max(most, *std::max_element(first_.begin(), first_.end()));
        }
        for (const std::unique_ptr<Shelf>& shelf : shelves_) {
            for (std::size_t p = 0; shelf != nullptr && p < shelf->size(); ++p) {
                if (const std::unique_ptr<Page>& page = (*shelf)[p]) {
                    most = std::max(most, *std::max_element(page->begin(), page->end()));
                }
            }
        }
        return most;
    }

private:
    static constexpr std::size_t kFirst = 1024;
    static constexpr std::size_t kOfPage = 64;
    static constexpr std::size_t kOfShelf = 256 * kOfPage;
    using Page = std::array<Value, kOfPage>;
    using Shelf = std::array<std::unique_ptr<Page>, kOfShelf / kOfPage>;

    [[nodiscard]] Value& made(std::size_t other) {
        std::unique_ptr<Shelf>& shelf = shelves_[other / kOfShelf];
        if (shelf == nullptr) {
            shelf = std::make_unique<Shelf>();
        }
        std::unique_ptr<Page>& page = (*shelf)[other % kOfShelf / kOfPage];
        if (page == nullptr) {
            page = std::make_unique<Page>();
        }
        return (*page)[other % kOfPage];
    }

    std::size_t size_ = 0;
    std::vector<Value> first_;
    std::vector<std::unique_ptr<Shelf>> shelves_;
};

}  // namespace causeway::base
