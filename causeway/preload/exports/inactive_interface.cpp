#include "causeway/preload/exports/inactive_interface.hpp"

#include "causeway/preload/inactive.hpp"

#include <cstring>

namespace causeway::preload {

namespace {

int version(int* major, int* minor, int* patch) {
    const int numbers[] = {CAUSEWAY_PROJECT_MAJOR, CAUSEWAY_PROJECT_MINOR, CAUSEWAY_PROJECT_PATCH};
    int* const places[] = {major, minor, patch};
    for (int i = 0; i < 3; ++i) {
        if (places[i] != nullptr) {
            *places[i] = numbers[i];
        }
    }
    return 0;
}

const char* error_text(int) {
    return "Causeway does nothing in this program: it has no variant for its MPI library";
}

/// All others take arguments that it need not know, and give a code.
int inactive() {
    return kInactive;
}

}  // namespace

void* inactive_function(const char* name) noexcept {
    if (std::strcmp(name, "causeway_version") == 0) {
        return reinterpret_cast<void*>(&version);
    }
    if (std::strcmp(name, "causeway_error_text") == 0) {
        return reinterpret_cast<void*>(&error_text);
    }
    return reinterpret_cast<void*>(&inactive);
}

}  // namespace causeway::preload
