/// The operators of the suite. One file makes one; `operators.def` lists them.
#pragma once

#include "tests/conformance/datatype/datatype.hpp"
#include "tests/conformance/values.hpp"

#include <mpi.h>

#include <string_view>
#include <vector>

namespace conformance {

/// One operator.
struct OperatorKind {
    std::string_view name;
    /// The predefined operator, or a new one.
    MPI_Op (*make)();
    bool is_predefined = true;
    Values values = Values::kSmall;
    /// The standard defines it for this datatype, and the result does not depend on the order of evaluation, except
    /// that of the ranks.
    bool (*takes)(const Datatype& datatype) = nullptr;
};

/// All kinds, in the order of the list.
const std::vector<const OperatorKind*>& all_operator_kinds();

/// An operator, freed at the end of its life.
class Operator {
public:
    explicit Operator(const OperatorKind& kind) : kind_(&kind), handle_(kind.make()) {}
    Operator(const Operator&) = delete;
    Operator& operator=(const Operator&) = delete;
    ~Operator();

    [[nodiscard]] const OperatorKind& kind() const { return *kind_; }
    [[nodiscard]] MPI_Op handle() const { return handle_; }

private:
    const OperatorKind* kind_;
    MPI_Op handle_;
};

/// True if `datatype` is predefined and of one of these categories.
bool is_of(const Datatype& datatype, std::initializer_list<Category> categories);

/// Every basic element holds whole numbers exactly.
bool holds_numbers(const Datatype& datatype);

/// How many calls of user-defined operators got a datatype that the suite does not know: each is a fault.
int calls_with_unknown_datatypes();

/// The body of a user-defined operator: `combine(lower, higher, bits)` for each two basic elements of which the first
/// comes from the lower ranks; `bits` is how many the result may have. Touches no hole.
template <typename Combine>
void combine_all(const void* lower, void* higher, int length, MPI_Datatype handle, const Combine& combine);

/// Remembers that a user-defined operator got a datatype that the suite does not know.
void note_unknown_datatype();

template <typename Combine>
void combine_all(const void* lower, void* higher, int length, MPI_Datatype handle, const Combine& combine) {
    const Datatype* datatype = Datatype::of(handle);
    if (datatype == nullptr) {
        note_unknown_datatype();
        return;
    }
    for (int element = 0; element < length; ++element) {
        for (const BasicPlace& place : datatype->places()) {
            const std::ptrdiff_t offset = element * datatype->extent() + place.offset;
            std::byte* result = static_cast<std::byte*>(higher) + offset;
            const Basic& basic = *place.basic;
            const Value combined{combine(basic.read(static_cast<const std::byte*>(lower) + offset), basic.read(result),
                                         basic.exact_bits),
                                 0};
            basic.write(result, 0, {&combined, 1});
        }
    }
}

}  // namespace conformance
