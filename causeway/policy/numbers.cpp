#include "causeway/policy/numbers.hpp"

namespace causeway::policy {

std::vector<Number> numbers() {
#define CAUSEWAY_POLICY(type, name, value, unit, reason, source) {#name, #value " " unit ": " reason, source},
    return {
#include "causeway/policy/measurement.def"

#include "causeway/policy/choice.def"
    };
#undef CAUSEWAY_POLICY
}

}  // namespace causeway::policy
