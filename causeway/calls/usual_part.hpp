/// How large parts are that differ in size, where no process knows all of them: what ranks have found in earlier calls.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/policy/choice.hpp"

namespace causeway::calls {

/// What parts are on average in the calls of one operation on a communicator. The same on every rank that is told the
/// same.
class UsualPart {
public:
    UsualPart() = default;
    /// As an earlier job has found.
    explicit UsualPart(Bytes known) : size_(known) {}

    /// What to plan for: the largest of a class of sizes.
    [[nodiscard]] Bytes size() const { return size_; }

    /// What parts were on average in some calls. Returns whether they were planned for about that: else `size` is
    /// another one from here on. After a few changes everything is as good as what there is.
    bool confirms(Bytes mean);

private:
    Bytes size_ = policy::kSupposedPart;
    int num_changes_ = 0;
};

}  // namespace causeway::calls
