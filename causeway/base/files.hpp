/// Whole files, read and written in one go.
#pragma once

#include <string>
#include <string_view>

namespace causeway::base {

/// The contents of the file at `path`. Throws InputError when it cannot be read.
[[nodiscard]] std::string read_file(const std::string& path);

/// Writes `text` to `path` by way of a temporary file beside it, so that the old file stays whole
/// until the new one is: whoever is killed meanwhile, whenever that is, leaves one of the two, and at worst the
/// temporary file ("path.PID.tmp"), which a later write an hour on removes. Throws Error when it cannot be written. A
/// path that is not a regular file (a device, a pipe) is written directly.
void write_file(const std::string& path, std::string_view text);

}  // namespace causeway::base
