#include "tests/support/source_folder.hpp"

namespace causeway::test {

std::string source_folder() {
    return CAUSEWAY_SOURCE;
}

}  // namespace causeway::test
