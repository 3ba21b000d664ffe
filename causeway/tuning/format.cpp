#include "causeway/tuning/format.hpp"

#include <algorithm>
#include <array>

namespace causeway::tuning {

#define CAUSEWAY_TUNING_FORMAT(name) extern const Format name;
#include "causeway/tuning/formats.def"
#undef CAUSEWAY_TUNING_FORMAT

const base::Registry<Format>& formats() {
#define CAUSEWAY_TUNING_FORMAT(name) &name,
    static constexpr std::array kMembers{
#include "causeway/tuning/formats.def"
    };
#undef CAUSEWAY_TUNING_FORMAT
    static constexpr base::Registry<Format> kRegistry("format of rules", kMembers);
    return kRegistry;
}

const Format* format_of(std::string_view library_version) {
    const auto members = formats().members();
    const auto found = std::find_if(members.begin(), members.end(),
                                    [&](const Format* format) { return library_version.starts_with(format->library); });
    return found == members.end() ? nullptr : *found;
}

}  // namespace causeway::tuning
