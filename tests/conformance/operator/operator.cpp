#include "tests/conformance/operator/operator.hpp"

#include <algorithm>
#include <atomic>

namespace conformance {

#define CONFORMANCE_OPERATOR(name) extern const OperatorKind name;
namespace operators {
#include "tests/conformance/operator/operators.def"
}
#undef CONFORMANCE_OPERATOR

namespace {

/// Operators have no other place for it: MPI gives them nothing but their operands.
std::atomic<int> unknown_datatypes{0};

}  // namespace

const std::vector<const OperatorKind*>& all_operator_kinds() {
    static const std::vector<const OperatorKind*> kinds{
#define CONFORMANCE_OPERATOR(name) &operators::name,
#include "tests/conformance/operator/operators.def"
#undef CONFORMANCE_OPERATOR
    };
    return kinds;
}

Operator::~Operator() {
    if (!kind_->is_predefined) {
        MPI_Op_free(&handle_);
    }
}

bool is_of(const Datatype& datatype, std::initializer_list<Category> categories) {
    return datatype.is_predefined() && std::find(categories.begin(), categories.end(),
                                                 datatype.places().front().basic->category) != categories.end();
}

bool holds_numbers(const Datatype& datatype) {
    return std::all_of(datatype.places().begin(), datatype.places().end(),
                       [](const BasicPlace& place) { return place.basic->exact_bits > 0; });
}

int calls_with_unknown_datatypes() {
    return unknown_datatypes;
}

void note_unknown_datatype() {
    ++unknown_datatypes;
}

}  // namespace conformance
