/// XML text as a tree of elements.
#pragma once

#include <boost/property_tree/ptree_fwd.hpp>

#include <string>
#include <string_view>

namespace causeway::graph {

/// The elements of `text`, attributes under "<xmlattr>" as Boost.PropertyTree has them. Throws InputError naming
/// `source` and the line for text that is not well-formed XML in UTF-8, or whose elements nest deeper than any file of
/// ours would (100 levels: the parser is recursive).
[[nodiscard]] boost::property_tree::ptree parse_xml(std::string_view text, const std::string& source);

}  // namespace causeway::graph
