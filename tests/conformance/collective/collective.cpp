#include "tests/conformance/collective/collective.hpp"

#include <algorithm>

namespace conformance {

#define CONFORMANCE_COLLECTIVE(name) extern const Collective name;
namespace collective {
#include "tests/conformance/collective/collectives.def"
}
#undef CONFORMANCE_COLLECTIVE

void Argument::give_each_its_datatype() {
    datatypes.assign(places.size(), datatype);
    MPI_Aint lower_bound = 0;
    MPI_Aint extent = 0;
    MPI_Type_get_extent(datatype, &lower_bound, &extent);
    byte_places.clear();
    for (const int place : places) {
        byte_places.push_back(static_cast<int>(place * extent));
    }
}

const std::vector<const Collective*>& all_collectives() {
    static const std::vector<const Collective*> collectives{
#define CONFORMANCE_COLLECTIVE(name) &collective::name,
#include "tests/conformance/collective/collectives.def"
#undef CONFORMANCE_COLLECTIVE
    };
    return collectives;
}

std::vector<Form> forms_of(const Collective& collective) {
    std::vector<Form> forms{Form::kBlocking, Form::kNonblocking};
#if MPI_VERSION >= 4 || defined(OMPI_HAVE_MPI_EXT_PCOLLREQ)
    forms.push_back(Form::kPersistent);
#endif
    if (MPI_VERSION >= 4 && collective.has_large_counts) {
        forms.push_back(Form::kLargeCount);
    }
    return forms;
}

const char* to_text(Form form) {
    switch (form) {
        case Form::kBlocking:
            return "blocking";
        case Form::kNonblocking:
            return "nonblocking";
        case Form::kPersistent:
            return "persistent";
        case Form::kLargeCount:
            return "large count";
    }
    return "";
}

const std::vector<std::string>& form_names() {
    static const std::vector<std::string> names{"blocking", "nonblocking", "persistent", "large_count"};
    return names;
}

std::vector<Form> forms_named(const std::vector<std::string>& names) {
    const std::vector<std::string>& all = form_names();
    std::vector<Form> forms;
    for (const std::string& name : names) {
        forms.push_back(static_cast<Form>(std::find(all.begin(), all.end(), name) - all.begin()));
    }
    return forms;
}

}  // namespace conformance
