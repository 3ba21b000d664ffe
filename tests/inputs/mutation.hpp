/// Texts that are almost right: what is known of their structure is kept, and something in it is changed.
#pragma once

#include "parser.hpp"

#include "causeway/base/random.hpp"

#include <span>
#include <string>

namespace causeway::test {

/// One of `seeds`, texts of that form, with one change or several; now and then with none. The same for equal random
/// numbers.
[[nodiscard]] std::string mutated(std::span<const std::string> seeds, Form form, base::Random& random);

/// Texts of that form with changes to the values and objects of a JSON document; `text` itself if it is none.
[[nodiscard]] std::string with_changed_values(const std::string& text, base::Random& random);

/// With changes to lines and the cells of lines; lines of `other` may come in.
[[nodiscard]] std::string with_changed_lines(const std::string& text, const std::string& other, base::Random& random);

/// With changes to XML's tags: missing, double, in another place.
[[nodiscard]] std::string with_changed_tags(const std::string& text, base::Random& random);

/// With another number, or what could be taken for one, in the place of one.
[[nodiscard]] std::string with_changed_number(const std::string& text, base::Random& random);

/// With changes to bytes, whatever they mean.
[[nodiscard]] std::string with_changed_bytes(const std::string& text, const std::string& other, base::Random& random);

}  // namespace causeway::test
