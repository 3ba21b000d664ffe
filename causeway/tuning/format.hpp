/// Files that tell MPI libraries which of their algorithms to use.
///
/// To add a format: one file beside the others that defines a `Format` constant, and its line in formats.def.
#pragma once

#include "causeway/base/registry.hpp"
#include "causeway/tuning/choices.hpp"

#include <span>
#include <string>
#include <string_view>

namespace causeway::tuning {

struct Format {
    std::string_view name;
    std::string_view summary;
    std::string_view source;
    /// What the version of the library begins with (MPI_Get_library_version) that reads it.
    std::string_view library;
    /// How the file is used; {} stands for its name.
    std::string_view usage;

    /// Whether the file can say anything of the collective.
    bool (*takes)(std::string_view collective) = nullptr;
    /// The file. `own`: how the library decides itself, as it says, where file() needs that (needs_own). Throws Error
    /// for an `own` that it cannot read.
    std::string (*file)(std::span<const CollectiveChoices> choices, std::string_view own) = nullptr;
    bool needs_own = false;
};

[[nodiscard]] const base::Registry<Format>& formats();

/// The first format of the library with this version; null: none.
[[nodiscard]] const Format* format_of(std::string_view library_version);

}  // namespace causeway::tuning
