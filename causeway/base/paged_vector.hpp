/// A vector of which most is never touched: what nobody asks for takes no memory.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <memory>
#include <vector>

namespace causeway::base {

/// Values by number, each `Value{}` until it is changed. Those near to each other come into being together.
template <typename Value>
class PagedVector {
public:
    explicit PagedVector(std::size_t size) : size_(size), pages_((size + kOfPage - 1) / kOfPage) {}

    [[nodiscard]] std::size_t size() const { return size_; }

    [[nodiscard]] Value& operator[](std::size_t number) {
        assert(number < size_);
        std::unique_ptr<Page>& page = pages_[number / kOfPage];
        if (page == nullptr) {
            page = std::make_unique<Page>();
        }
        return (*page)[number % kOfPage];
    }

    [[nodiscard]] Value operator[](std::size_t number) const {
        assert(number < size_);
        const std::unique_ptr<Page>& page = pages_[number / kOfPage];
        return page == nullptr ? Value{} : (*page)[number % kOfPage];
    }

    /// The largest: `Value{}` if nothing was touched.
    [[nodiscard]] Value largest() const {
        Value most{};
        for (const std::unique_ptr<Page>& page : pages_) {
            if (page != nullptr) {
                most = std::max(most, *std::max_element(page->begin(), page->end()));
            }
        }
        return most;
    }

private:
    static constexpr std::size_t kOfPage = 64;
    using Page = std::array<Value, kOfPage>;

    std::size_t size_ = 0;
    std::vector<std::unique_ptr<Page>> pages_;
};

}  // namespace causeway::base
