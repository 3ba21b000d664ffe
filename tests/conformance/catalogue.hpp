/// All datatypes and operators of the suite, made, and the cases that can be put together of them.
#pragma once

#include "tests/conformance/comparison.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace conformance {

/// A datatype, with an operator where one is needed.
struct Operands {
    const Datatype* datatype = nullptr;
    const Datatype* flat_datatype = nullptr;  ///< the basic one that it is made of; null if there are several
    const Operator* combination = nullptr;
};

class Catalogue {
public:
    Catalogue();

    /// What a collective may be called with.
    [[nodiscard]] const std::vector<Operands>& operands_of(const Collective& collective) const;

private:
    std::vector<std::unique_ptr<Datatype>> datatypes_;
    std::vector<std::unique_ptr<Operator>> operators_;
    std::vector<Operands> moving_;
    std::vector<Operands> combining_;
    std::vector<Operands> nothing_;
};

/// Up to 5 processes every root, beyond that the first, one in the middle and the last; 0 alone without a root.
std::vector<int> roots_of(const Collective& collective, int size);

/// 0, 1, 2, a prime and a large one: less of it where an element is large.
std::vector<int> counts_of(const Collective& collective, const Datatype& datatype, int size);

/// Which cases are run: about `most` of each collective, or all if 0. The plainest (ints, their sum, in the world) are
/// taken more often than the others.
struct Selection {
    std::uint64_t seed = 1;
    std::uint64_t most = 0;
    std::vector<Form> forms{Form::kBlocking, Form::kNonblocking, Form::kPersistent, Form::kLargeCount};
};

/// The cases of a collective over these communicators that are selected: the same, in the same order, at every process
/// of each communicator.
std::vector<Case> cases_of(const Catalogue& catalogue, const Collective& collective,
                           const std::vector<Communicator>& communicators, const Selection& selection);

}  // namespace conformance
