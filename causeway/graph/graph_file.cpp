#include "causeway/graph/graph_file.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/files.hpp"

#include <fmt/format.h>

#include <array>
#include <cstddef>

namespace causeway::graph {

#define CAUSEWAY_GRAPH_FORMAT(name) extern const Format name;
#include "causeway/graph/formats.def"
#undef CAUSEWAY_GRAPH_FORMAT

const base::Registry<Format>& formats() {
#define CAUSEWAY_GRAPH_FORMAT(name) &name,
    static constexpr std::array kMembers{
#include "causeway/graph/formats.def"
    };
#undef CAUSEWAY_GRAPH_FORMAT
    static constexpr base::Registry<Format> kRegistry("graph format", kMembers);
    return kRegistry;
}

bool begins_with_one_of(std::string_view text, std::string_view letters) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && letters.find(text[first]) != std::string_view::npos;
}

ReadGraph parse_graph(std::string_view text, const std::string& source, const ReadOptions& options) {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (text.starts_with(kByteOrderMark)) {
        text.remove_prefix(kByteOrderMark.size());
    }
    std::vector<std::string> known;
    for (const Format* format : formats().members()) {
        if (format->recognises(text)) {
            return format->read(text, source, options);
        }
        known.push_back(fmt::format("{} ({})", format->name, format->summary));
    }
    throw base::InputError({.source = source,
                            .place = {},
                            .found = text.empty() ? "an empty file" : "a file of no format known",
                            .accepted = base::joined(known)});
}

ReadGraph read_graph(const std::string& path, const ReadOptions& options) {
    return parse_graph(base::read_file(path), path, options);
}

}  // namespace causeway::graph
