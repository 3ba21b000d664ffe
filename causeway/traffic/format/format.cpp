#include "causeway/traffic/format/format.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/files.hpp"
#include "causeway/traffic/format/cells.hpp"

#include <fmt/format.h>

#include <array>

namespace causeway::traffic {

#define CAUSEWAY_FORMAT(name) extern const Format name;
#include "causeway/traffic/format/formats.def"
#undef CAUSEWAY_FORMAT

const base::Registry<Format>& formats() {
#define CAUSEWAY_FORMAT(name) &name,
    static constexpr std::array kMembers{
#include "causeway/traffic/format/formats.def"
    };
#undef CAUSEWAY_FORMAT
    static constexpr base::Registry<Format> kRegistry("format of communication tables", kMembers);
    return kRegistry;
}

namespace {

const Format& format_of(const NamedText& file) {
    for (const Format* format : formats().members()) {
        if (format->recognises(file.text)) {
            return *format;
        }
    }
    std::vector<std::string> accepted;
    for (const Format* format : formats().members()) {
        accepted.emplace_back(format->summary);
    }
    Cells cells(file.text, file.name);
    const std::string text = fmt::format("{}", fmt::join(accepted, "; "));
    if (!cells.next_line()) {
        throw base::InputError({.source = file.name, .place = {}, .found = "no line", .accepted = text});
    }
    cells.refuse(fmt::format("a first line that begins with '{}'", cells[0].substr(0, 40)), text);
}

}  // namespace

Recording parse_recording(std::span<const NamedText> files, const ReadOptions& options) {
    const Format& format = format_of(files.front());
    for (const NamedText& other : files.subspan(1)) {
        if (!format.takes_several) {
            throw base::InputError({.source = other.name,
                                    .place = {},
                                    .found = fmt::format("a second file after '{}'", files.front().name),
                                    .accepted = "one file for each job (only Open MPI's monitoring writes several)"});
        }
        if (&format_of(other) != &format) {
            throw base::InputError({.source = other.name,
                                    .place = {},
                                    .found = fmt::format("another format than that of '{}'", files.front().name),
                                    .accepted = std::string(format.summary)});
        }
    }
    Recording recording = format.read(files, options);
    recording.format = format.name;
    if (const int processes = recording.table.num_processes();
        options.num_processes && *options.num_processes != processes) {
        throw base::InputError({.source = files.front().name,
                                .place = {},
                                .found = fmt::format("{} processes", processes),
                                .accepted = fmt::format("{}, as --processes says", *options.num_processes)});
    }
    return recording;
}

Recording read_recording(std::span<const std::string> paths, const ReadOptions& options) {
    std::vector<NamedText> files;
    for (const std::string& path : paths) {
        files.push_back({path, base::read_file(path)});
    }
    return parse_recording(files, options);
}

}  // namespace causeway::traffic
