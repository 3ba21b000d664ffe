#include "causeway/planner/forced.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/text.hpp"

#include <fmt/format.h>

#include <string>

namespace causeway::planner {

Forced parse_forced(std::string_view text, std::string_view source) {
    const std::size_t at = text.find('@');
    const std::string_view name = text.substr(0, at);
    Forced result;
    if (at != std::string_view::npos) {
        result.segment = base::parse_bytes(text.substr(at + 1), source);
        if (result.segment->value() < 1) {
            throw base::InputError({.source = std::string(source),
                                    .place = {},
                                    .found = "a segment of 0 bytes",
                                    .accepted = "a segment of at least 1 byte"});
        }
    }
    if (name != "native") {
        result.tuned = strategy::parse_tuned(name, source, {}, {"native"});
    }
    return result;
}

}  // namespace causeway::planner
