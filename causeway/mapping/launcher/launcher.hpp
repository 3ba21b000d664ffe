/// Files that tell a launcher which process goes where.
///
/// To add a launcher: one file beside the others that defines a `Launcher` constant, and its line in launchers.def.
#pragma once

#include "causeway/base/registry.hpp"

#include <span>
#include <string>
#include <string_view>

namespace causeway::mapping {

struct Launcher {
    std::string_view name;
    std::string_view summary;
    std::string_view source;
    /// How the file is used; {} stands for its name.
    std::string_view usage;

    /// The file for processes on these hosts, [process].
    std::string (*file)(std::span<const std::string> hosts) = nullptr;
};

[[nodiscard]] const base::Registry<Launcher>& launchers();

}  // namespace causeway::mapping
