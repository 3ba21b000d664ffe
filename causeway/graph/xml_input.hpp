/// XML text as a tree of elements.
#pragma once

#include <boost/property_tree/ptree_fwd.hpp>

#include <string>
#include <string_view>

namespace causeway::graph {

/// The elements of `text`, attributes under "<xmlattr>" as Boost.PropertyTree has them. Throws InputError naming
/// `source` and the line for text that is not XML, in which end tags do not fit, or whose elements nest more than 100
/// deep; also for text that is not UTF-8.
[[nodiscard]] boost::property_tree::ptree parse_xml(std::string_view text, const std::string& source);

}  // namespace causeway::graph
