#include "causeway/mapping/launcher/launcher.hpp"

#include <array>

namespace causeway::mapping {

#define CAUSEWAY_LAUNCHER(name) extern const Launcher name;
#include "causeway/mapping/launcher/launchers.def"
#undef CAUSEWAY_LAUNCHER

const base::Registry<Launcher>& launchers() {
#define CAUSEWAY_LAUNCHER(name) &name,
    static constexpr std::array kMembers{
#include "causeway/mapping/launcher/launchers.def"
    };
#undef CAUSEWAY_LAUNCHER
    static constexpr base::Registry<Launcher> kRegistry("launcher", kMembers);
    return kRegistry;
}

std::string joined_value(const Variable& ours, const std::string& theirs) {
    return ours.first == "LD_PRELOAD" && !theirs.empty() ? ours.second + ":" + theirs : theirs;
}

}  // namespace causeway::mapping
