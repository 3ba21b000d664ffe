/// The datatypes of the suite. One file makes one kind of datatype; `datatypes.def` lists them.
#pragma once

#include "tests/conformance/basic.hpp"

#include <mpi.h>

#include <cstddef>
#include <string_view>
#include <vector>

namespace conformance {

/// Where one basic element lies in an element of a datatype.
struct BasicPlace {
    std::ptrdiff_t offset = 0;  ///< bytes from the element's origin; may be negative
    const Basic* basic = nullptr;
};

/// One kind of datatype.
struct DatatypeKind {
    std::string_view name;
    /// A new handle, not committed. Null: the datatype is the predefined one of its only place.
    void (*make)(MPI_Datatype* made);
    /// Its basic elements in the order of its type map. As the test wrote them down, not as MPI reports them.
    std::vector<BasicPlace> (*places)();
};

/// All kinds, in the order of the list.
const std::vector<const DatatypeKind*>& all_datatype_kinds();

/// A committed datatype with what is known of it; freed at the end of its life.
class Datatype {
public:
    explicit Datatype(const DatatypeKind& kind);
    Datatype(const Datatype&) = delete;
    Datatype& operator=(const Datatype&) = delete;
    ~Datatype();

    [[nodiscard]] const DatatypeKind& kind() const { return *kind_; }
    [[nodiscard]] MPI_Datatype handle() const { return handle_; }
    [[nodiscard]] const std::vector<BasicPlace>& places() const { return places_; }
    /// Bytes from one element's origin to the next; may be negative.
    [[nodiscard]] std::ptrdiff_t extent() const { return extent_; }
    [[nodiscard]] bool is_predefined() const { return kind_->make == nullptr; }
    /// All basic elements are alike, so that a count of them has the same signature.
    [[nodiscard]] bool is_uniform() const;

    /// Of the handle that an operator is given; null if the handle is none of the suite's.
    static const Datatype* of(MPI_Datatype handle);

private:
    const DatatypeKind* kind_;
    std::vector<BasicPlace> places_;
    MPI_Datatype handle_ = MPI_DATATYPE_NULL;
    std::ptrdiff_t extent_ = 0;
};

}  // namespace conformance
