#include "causeway/study/requirement.hpp"

#include "causeway/base/error.hpp"

namespace causeway::study {

void require(std::string_view source, bool holds, std::string_view place, const std::string& found,
             std::string_view accepted) {
    if (!holds) {
        throw base::InputError({.source = std::string(source),
                                .place = std::string(place),
                                .found = found,
                                .accepted = std::string(accepted)});
    }
}

}  // namespace causeway::study
