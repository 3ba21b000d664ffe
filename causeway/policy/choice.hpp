/// The numbers of choice.def as constants.
#pragma once

#include "causeway/base/units.hpp"

#include <cstddef>
#include <cstdint>

namespace causeway::policy {

#define CAUSEWAY_POLICY(type, name, value, unit, reason, source) inline constexpr type name{value};
#include "causeway/policy/choice.def"
#undef CAUSEWAY_POLICY

}  // namespace causeway::policy
