#include "tests/conformance/datatype/datatype.hpp"

#include <algorithm>

namespace conformance {

#define CONFORMANCE_DATATYPE(name) extern const DatatypeKind name;
namespace datatype {
#include "tests/conformance/datatype/datatypes.def"
}
#undef CONFORMANCE_DATATYPE

namespace {

/// The attribute by which an operator finds what is known of its datatype, also through a duplicate of it.
int description_key() {
    static const int key = [] {
        int made = MPI_KEYVAL_INVALID;
        MPI_Type_create_keyval(MPI_TYPE_DUP_FN, MPI_TYPE_NULL_DELETE_FN, &made, nullptr);
        return made;
    }();
    return key;
}

}  // namespace

const std::vector<const DatatypeKind*>& all_datatype_kinds() {
    static const std::vector<const DatatypeKind*> kinds{
#define CONFORMANCE_DATATYPE(name) &datatype::name,
#include "tests/conformance/datatype/datatypes.def"
#undef CONFORMANCE_DATATYPE
    };
    return kinds;
}

Datatype::Datatype(const DatatypeKind& kind) : kind_(&kind), places_(kind.places()) {
    if (is_predefined()) {
        handle_ = places_.front().basic->handle();
    } else {
        kind.make(&handle_);
        MPI_Type_commit(&handle_);
    }
    MPI_Aint lower_bound = 0;
    MPI_Aint extent = 0;
    MPI_Type_get_extent(handle_, &lower_bound, &extent);
    extent_ = extent;
    MPI_Type_set_attr(handle_, description_key(), this);
}

Datatype::~Datatype() {
    if (is_predefined()) {
        MPI_Type_delete_attr(handle_, description_key());
    } else {
        MPI_Type_free(&handle_);
    }
}

bool Datatype::is_uniform() const {
    return std::all_of(places_.begin(), places_.end(),
                       [&](const BasicPlace& place) { return place.basic == places_.front().basic; });
}

const Datatype* Datatype::of(MPI_Datatype handle) {
    void* found = nullptr;
    int is_set = 0;
    MPI_Type_get_attr(handle, description_key(), static_cast<void*>(&found), &is_set);
    return is_set != 0 ? static_cast<const Datatype*>(found) : nullptr;
}

}  // namespace conformance
