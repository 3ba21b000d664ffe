#include "collective_option.hpp"

#include "causeway/base/error.hpp"

#include <fmt/format.h>

#include <vector>

namespace causeway::app {

scheme::Operation parse_operation(const std::string& collective) {
    if (const auto operation = scheme::find_operation(collective)) {
        return *operation;
    }
    std::vector<std::string> accepted;
    for (const scheme::Operation one : scheme::operations()) {
        accepted.emplace_back(scheme::name_of(one));
    }
    throw base::InputError({.source = "--collective",
                            .place = {},
                            .found = fmt::format("'{}'", collective),
                            .accepted = base::joined(accepted)});
}

}  // namespace causeway::app
