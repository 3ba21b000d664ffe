/// Files that hold a communication table, whoever wrote them.
///
/// To add a format: one file beside the others that defines a `Format` constant, and its line in formats.def. A file is
/// read by the first format of that list that recognises what is in it.
#pragma once

#include "causeway/base/registry.hpp"
#include "causeway/traffic/communication_table.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace causeway::traffic {

/// What the files alone do not say.
struct ReadOptions {
    /// What the numbers of a format with one number per pair are.
    Quantity single_quantity = Quantity::kBytes;
    /// Whether messages that collective operations caused are counted in, where they are told apart.
    bool with_collectives = false;
    /// Open MPI's monitoring: whether E and I mean each other, as some versions wrote them.
    bool swapped_kinds = false;
    /// How many processes there are, where a format says so only by the numbers it mentions.
    std::optional<int> num_processes = {};
};

/// A file's name and all it holds.
struct NamedText {
    std::string name;
    std::string text;
};

/// What files tell of a job.
struct Recording {
    CommunicationTable table;
    /// The one quantity that the files hold, if it is only one.
    std::optional<Quantity> only;
    /// Where the processes ran, [process]; empty if that is not recorded.
    std::vector<std::string> hosts;
    std::string program;  ///< the command line, if recorded
    std::string_view format;
};

struct Format {
    std::string_view name;
    std::string_view summary;  ///< how people recognise it
    std::string_view source;
    bool takes_several = false;  ///< a job's table may be spread over several files

    /// Looks at the beginning of the text.
    bool (*recognises)(std::string_view text) = nullptr;
    /// Throws InputError with the line.
    Recording (*read)(std::span<const NamedText> files, const ReadOptions& options) = nullptr;
};

[[nodiscard]] const base::Registry<Format>& formats();

/// Reads the table of one job from its file, or its files. Throws InputError at the first thing that is wrong.
[[nodiscard]] Recording read_recording(std::span<const std::string> paths, const ReadOptions& options);

/// The same from texts.
[[nodiscard]] Recording parse_recording(std::span<const NamedText> files, const ReadOptions& options);

}  // namespace causeway::traffic
