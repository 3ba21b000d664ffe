/// What the parameters of a study have to fulfil.
#pragma once

#include <string>
#include <string_view>

namespace causeway::study {

/// Throws base::InputError about `place` of `source` unless `holds`: `found` is there, `accepted` would be.
void require(std::string_view source, bool holds, std::string_view place, const std::string& found,
             std::string_view accepted);

}  // namespace causeway::study
