/// XML text as a tree of elements.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace causeway::graph {

struct Element {
    std::string name;
    std::string text;  ///< its own, with one space for each run of white space between words, and none around them
    std::vector<std::pair<std::string, std::string>> attributes;  ///< name, value
    std::vector<Element> children;

    /// The attribute's value; null if there is none of the name.
    [[nodiscard]] const std::string* attribute(std::string_view of_name) const;
    /// The first child of the name; null if there is none.
    [[nodiscard]] const Element* child(std::string_view of_name) const;
};

/// The outermost element of `text`. Throws InputError naming `source` and the line for text that is not XML, or whose
/// elements nest more than 100 deep.
[[nodiscard]] Element parse_xml(std::string_view text, const std::string& source);

}  // namespace causeway::graph
