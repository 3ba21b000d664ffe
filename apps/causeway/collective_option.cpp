#include "collective_option.hpp"

#include "causeway/base/error.hpp"

#include <fmt/format.h>

#include <vector>

namespace causeway::app {

scheme::Operation parse_operation(const std::string& collective, bool follows_ranks) {
    const auto is_accepted = [&](scheme::Operation one) { return follows_ranks || !scheme::is_scan(one); };
    if (const auto operation = scheme::find_operation(collective); operation && is_accepted(*operation)) {
        return *operation;
    }
    std::vector<std::string> accepted;
    for (const scheme::Operation one : scheme::operations()) {
        if (is_accepted(one)) {
            accepted.emplace_back(scheme::name_of(one));
        }
    }
    throw base::InputError({.source = "--collective",
                            .place = {},
                            .found = fmt::format("'{}'", collective),
                            .accepted = base::joined(accepted)});
}

}  // namespace causeway::app
