#include "causeway/planner/forced.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/text.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace causeway::planner {

namespace {

using scheme::Operation;

constexpr std::string_view kNative = "native";

/// "native" and the operation's schemes.
std::vector<std::string> words_for(Operation operation) {
    std::vector<std::string> words;
    for (const scheme::Scheme* scheme : scheme::schemes_of(operation)) {
        words.emplace_back(scheme->name);
    }
    words.emplace_back(kNative);
    return words;
}

/// "flat_tree", "dary_tree/3@16K".
Forced parse_strategy(std::string_view text, std::string_view source) {
    const std::size_t at = text.find('@');
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
    result.tuned = strategy::parse_tuned(text.substr(0, at), source, {}, words_for(Operation::kBroadcast));
    return result;
}

}  // namespace

Forced parse_forced(std::string_view text, Operation operation, std::string_view source) {
    Forced result;
    if (text == kNative) {
        result.is_native = true;
        return result;
    }
    for (const scheme::Scheme* scheme : scheme::schemes_of(operation)) {
        if (scheme->name == text) {
            result.scheme = scheme;
            return result;
        }
    }
    if (operation == Operation::kBroadcast) {
        return parse_strategy(text, source);
    }
    const std::vector<std::string> words = words_for(operation);
    throw base::InputError({.source = std::string(source),
                            .place = std::string(scheme::name_of(operation)),
                            .found = fmt::format("'{}'", text),
                            .accepted = base::joined(words)});
}

}  // namespace causeway::planner
