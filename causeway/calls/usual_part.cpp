#include "causeway/calls/usual_part.hpp"

#include "causeway/experience/size_class.hpp"

#include <algorithm>

namespace causeway::calls {

namespace {

/// Programs whose calls are now small and now large are planned for what they did last.
constexpr int kMostChanges = 8;

}  // namespace

bool UsualPart::confirms(Bytes mean) {
    const Bytes at_least_one = std::max(mean, Bytes(1));
    const Bytes size = experience::size_class_of(at_least_one).largest;
    const bool is_about_that = size == size_ || (2 * at_least_one >= size_ && at_least_one <= 2 * size_);
    if (is_about_that || num_changes_ == kMostChanges) {
        return true;
    }
    size_ = size;
    ++num_changes_;
    return false;
}

}  // namespace causeway::calls
