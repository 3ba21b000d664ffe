/// SimGrid's platform files, read by SimGrid itself, which knows its zones, routings and clusters.
///
/// The program causeway-simgrid-graph (apps/simgrid_graph, built with CAUSEWAY_SIMGRID_FILES) turns the platform into a
/// graph file of ours: hosts, routes between them, links that routes share.
///
/// Source: SimGrid 3.32, "The XML reference" of its documentation.
#include "causeway/base/error.hpp"
#include "causeway/base/files.hpp"
#include "causeway/base/program_output.hpp"
#include "causeway/base/text.hpp"
#include "causeway/graph/graph_file.hpp"
#include "causeway/graph/xml_input.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include <unistd.h>

namespace causeway::graph {

namespace {

constexpr std::string_view kProgram = "causeway-simgrid-graph";

/// Beside the running program if it is there, else left to the PATH.
std::string path_of_reader() {
    std::error_code ignored;
    const std::filesystem::path running = std::filesystem::read_symlink("/proc/self/exe", ignored);
    const std::filesystem::path beside = running.parent_path() / kProgram;
    return !running.empty() && std::filesystem::exists(beside, ignored) ? beside.string() : std::string(kProgram);
}

/// A file with the given text for as long as this lives: SimGrid reads files only.
class TemporaryFile {
public:
    explicit TemporaryFile(std::string_view text)
        : path_((std::filesystem::temp_directory_path() / "causeway-platform-XXXXXX").string()) {
        const int descriptor = ::mkstemp(path_.data());
        if (descriptor < 0) {
            throw base::Error(fmt::format("{}: cannot be made", path_));
        }
        ::close(descriptor);
        try {
            base::write_file(path_, text);
        } catch (...) {
            remove();
            throw;
        }
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    ~TemporaryFile() { remove(); }

    [[nodiscard]] const std::string& path() const { return path_; }

private:
    void remove() const {
        std::error_code ignored;
        std::filesystem::remove(path_, ignored);
    }

    std::string path_;
};

/// What SimGrid says, on one line, about the file that it was given in the place of `source`.
std::string told(std::string text, const std::string& path, const std::string& source) {
    for (std::size_t at = text.find(path); at != std::string::npos; at = text.find(path, at + source.size())) {
        text.replace(at, path.size(), source);
    }
    text = text.substr(0, text.find('\n'));
    return text.empty() ? "a platform that SimGrid cannot read" : fmt::format("what SimGrid refuses: {}", text);
}

bool looks_like_simgrid(std::string_view text) {
    return begins_with_one_of(text, "<") && text.find("<platform") != std::string_view::npos &&
           text.find("<graphml") == std::string_view::npos;
}

ReadGraph read_simgrid(std::string_view text, const std::string& source, const ReadOptions& options) {
    (void)parse_xml(text, source);  // says better than SimGrid what is wrong with XML
    const Bytes slice = options.slice.value_or(kDefaultSlice);
    const TemporaryFile file(text);
    const auto output =
        base::output_of(path_of_reader(), {file.path(), fmt::format("{}", slice.value())}, base::Streams::kOutput);
    if (!output) {
        throw base::InputError(
            {.source = source,
             .place = {},
             .found = "a SimGrid platform, which this build cannot read",
             .accepted = fmt::format("other formats, or this one with the program {}: install SimGrid (Debian: "
                                     "libsimgrid-dev) and build with -DCAUSEWAY_SIMGRID_FILES=ON",
                                     kProgram)});
    }
    if (!output->succeeded) {
        throw base::InputError({.source = source,
                                .place = {},
                                .found = told(output->text, file.path(), source),
                                .accepted = "a platform file that SimGrid 3.32 reads"});
    }
    ReadGraph result = formats().find("json")->read(output->text, source, {});
    const std::int64_t pairs = std::int64_t{result.graph.num_nodes()} * (result.graph.num_nodes() - 1);
    if (pairs > result.graph.num_edges()) {
        result.remarks.push_back(fmt::format("Ordered pairs of hosts without a route: {} of {}; they have no edge.",
                                             pairs - result.graph.num_edges(), pairs));
    }
    if (!options.slice) {
        result.remarks.push_back(fmt::format("Slices of {} are assumed.", to_text(kDefaultSlice)));
    }
    return result;
}

}  // namespace

extern constexpr Format simgrid_format{
    .name = "simgrid",
    .summary = "a platform file of SimGrid",
    .source = "SimGrid 3.32",
    .recognises = looks_like_simgrid,
    .read = read_simgrid,
};

}  // namespace causeway::graph
