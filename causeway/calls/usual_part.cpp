#include "causeway/calls/usual_part.hpp"

#include "causeway/experience/size_class.hpp"
#include "causeway/policy/choice.hpp"

#include <algorithm>

namespace causeway::calls {

bool UsualPart::confirms(Bytes mean) {
    const Bytes at_least_one = std::max(mean, Bytes(1));
    const Bytes size = experience::size_class_of(at_least_one).largest;
    const bool is_about_that = size == size_ || (2 * at_least_one >= size_ && at_least_one <= 2 * size_);
    if (is_about_that || num_changes_ == policy::kMostChangesOfUsual) {
        return true;
    }
    size_ = size;
    ++num_changes_;
    return false;
}

}  // namespace causeway::calls
