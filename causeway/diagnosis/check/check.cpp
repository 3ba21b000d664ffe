#include "causeway/diagnosis/check/check.hpp"

#include <array>

namespace causeway::diagnosis {

#define CAUSEWAY_CHECK(name) extern const Check name;
#include "causeway/diagnosis/check/checks.def"
#undef CAUSEWAY_CHECK

const base::Registry<Check>& checks() {
#define CAUSEWAY_CHECK(name) &name,
    static constexpr std::array kMembers{
#include "causeway/diagnosis/check/checks.def"
    };
#undef CAUSEWAY_CHECK
    static constexpr base::Registry<Check> kRegistry("check", kMembers);
    return kRegistry;
}

std::string_view name_of(Severity severity) {
    return severity == Severity::kProblem ? "problem" : "hint";
}

}  // namespace causeway::diagnosis
