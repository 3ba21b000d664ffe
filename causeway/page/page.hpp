/// A report as one HTML page that needs nothing else: no network, no other file.
#pragma once

#include "causeway/page/subject.hpp"

#include <string>

namespace causeway::page {

/// The whole page. `title`: what it is about, such as a file's name.
[[nodiscard]] std::string html_page(const Subject& subject, const std::string& title);

}  // namespace causeway::page
