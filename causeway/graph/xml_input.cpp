#include "causeway/graph/xml_input.hpp"

#include "causeway/base/error.hpp"

#include <fmt/format.h>
#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <sstream>

namespace causeway::graph {

namespace {

constexpr int kDeepest = 100;

/// How deep elements nest at most, counting as open what looks like a tag; never too little for well-formed text, where
/// comments and the like may only add to it.
int depth_of(std::string_view text) {
    int depth = 0;
    int deepest = 0;
    for (std::size_t at = text.find('<'); at != std::string_view::npos; at = text.find('<', at + 1)) {
        const char next = at + 1 < text.size() ? text[at + 1] : '\0';
        if (next == '?' || next == '!') {
            continue;
        }
        if (next == '/') {
            depth = std::max(depth - 1, 0);
            continue;
        }
        deepest = std::max(deepest, ++depth);
        const std::size_t end = text.find('>', at);
        if (end != std::string_view::npos && text[end - 1] == '/') {
            --depth;
        }
    }
    return deepest;
}

bool is_utf8(std::string_view text) {
    try {
        (void)nlohmann::json(text).dump();  // strict: throws for bytes that are no UTF-8
        return true;
    } catch (const nlohmann::json::type_error&) {
        return false;
    }
}

}  // namespace

boost::property_tree::ptree parse_xml(std::string_view text, const std::string& source) {
    if (!is_utf8(text)) {
        throw base::InputError(
            {.source = source, .place = {}, .found = "bytes that are not UTF-8", .accepted = "XML in UTF-8"});
    }
    if (const int depth = depth_of(text); depth > kDeepest) {
        throw base::InputError({.source = source,
                                .place = {},
                                .found = fmt::format("elements nested {} deep", depth),
                                .accepted = fmt::format("at most {} levels", kDeepest)});
    }
    try {
        namespace xml = boost::property_tree::xml_parser;
        std::istringstream stream{std::string(text)};
        boost::property_tree::ptree result;
        xml::read_xml(stream, result, xml::no_comments | xml::trim_whitespace);
        return result;
    } catch (const boost::property_tree::xml_parser_error& error) {
        throw base::InputError({.source = source,
                                .place = fmt::format("line {}", error.line()),
                                .found = fmt::format("text that is not XML ({})", error.message()),
                                .accepted = "well-formed XML"});
    }
}

}  // namespace causeway::graph
