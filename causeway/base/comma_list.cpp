#include "causeway/base/comma_list.hpp"

#include <algorithm>

namespace causeway::base {

std::vector<std::string> entries_of(std::string_view comma_list) {
    std::vector<std::string> result;
    for (std::size_t begin = 0; begin <= comma_list.size();) {
        const std::size_t comma = std::min(comma_list.find(',', begin), comma_list.size());
        result.emplace_back(comma_list.substr(begin, comma - begin));
        begin = comma + 1;
    }
    return result;
}

}  // namespace causeway::base
