#include "causeway/preload/exports/say.hpp"

#include "causeway/process/ranks.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <unistd.h>

namespace causeway::preload {

void say_unless_disabled(const std::string& text) {
    const char* const disabled = std::getenv("CAUSEWAY_DISABLE");
    if (process::may_speak() && (disabled == nullptr || std::strcmp(disabled, "1") != 0)) {
        std::fprintf(stderr, "causeway: %s\n", text.c_str());
    }
}

void fail(const std::string& text) {
    std::fprintf(stderr, "causeway: %s\n", text.c_str());
    ::_exit(127);
}

}  // namespace causeway::preload
