#include "causeway/base/version.hpp"

namespace causeway::base {

std::string_view version() {
    return CAUSEWAY_VERSION;
}

}  // namespace causeway::base
