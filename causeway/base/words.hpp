/// A line as the words between its blanks.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace causeway::base {

/// Calls `use` with each word of `line` in turn; blanks and tabs part them. The words are parts of `line`.
template <typename Use>
void for_each_word(std::string_view line, const Use& use) {
    constexpr std::string_view kBlanks = " \t";
    std::size_t begin = line.find_first_not_of(kBlanks);
    while (begin != std::string_view::npos) {
        const std::size_t end = std::min(line.find_first_of(kBlanks, begin), line.size());
        use(line.substr(begin, end - begin));
        begin = line.find_first_not_of(kBlanks, end);
    }
}

}  // namespace causeway::base
