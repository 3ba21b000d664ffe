/// Whole files, read and written in one go, and who may have put there what stands in them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace causeway::base {

/// A larger file is none of ours: it is refused before it is read.
inline constexpr std::size_t kLargestFile = std::size_t{1} << 30U;

/// The contents of the file at `path`. Throws InputError when it cannot be read, is larger than kLargestFile, or is no
/// regular file: what is read from a pipe or a device may never end.
[[nodiscard]] std::string read_file(const std::string& path);

/// Why what stands at `path`, a file or a folder, may be the doing of another user, in words: it belongs neither to the
/// user of this process nor to root, or others than its owner may write to it, or either holds for the folder of a
/// file. Nothing: it is the user's own, or there is nothing at `path`. Of a folder that others may write to, but not
/// remove from what is not theirs (the sticky bit), the own files are trusted.
[[nodiscard]] std::optional<std::string> foreign_hand(const std::string& path);

/// Makes the folder at `path`, and those above it that are missing, for the user of this process alone. Throws Error
/// when it cannot be made; one that is there is left as it is.
void make_own_folder(const std::string& path);

/// Writes `text` to `path` by way of a temporary file beside it, so that the old file stays whole
/// until the new one is: whoever is killed meanwhile, whenever that is, leaves one of the two, and at worst the
/// temporary file ("path.RANDOM.tmp"), which a later write an hour on removes. What others have put at either name is
/// neither followed nor written to: a link is replaced. Only the owner may write to the new file; who may read it
/// follows from the old one, or else from the umask. Throws Error when it cannot be written; nothing is left then. A
/// path that is not a regular file (a device, a pipe that somebody reads) is written directly.
void write_file(const std::string& path, std::string_view text);

}  // namespace causeway::base
