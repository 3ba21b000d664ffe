#include "causeway/base/standard_error.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <exception>

namespace causeway::base {

void tell(std::string_view who, std::string_view text) noexcept {
    try {
        const std::string line = fmt::format("{}: {}\n", who, text);
        static_cast<void>(std::fwrite(line.data(), 1, line.size(), stderr));
    } catch (const std::exception&) {
        return;
    }
}

}  // namespace causeway::base
