/// Reading platform graphs from files of several formats, told apart by what stands in them.
///
/// To add a format: one file beside the others that defines a `Format` constant, and its line in formats.def.
#pragma once

#include "causeway/base/registry.hpp"
#include "causeway/base/units.hpp"
#include "causeway/graph/graph.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace causeway::graph {

/// Where neither the options nor the file say it: 1 MB, as in Beaumont's and Steffenel's experiments.
inline constexpr Bytes kDefaultSlice{1'000'000};

struct ReadOptions {
    /// Size of a slice: what the times of edges that are given with bandwidths are for. None: what the file says, or
    /// kDefaultSlice.
    std::optional<Bytes> slice;
    /// Of links whose speed the file does not tell. None: the most frequent of the speeds it tells.
    std::optional<BytesPerSecond> bandwidth;
};

struct ReadGraph {
    Graph graph;
    /// Sentences for people: what the file leaves open and how it was read.
    std::vector<std::string> remarks;
    /// Whether all edges are given with bandwidths, so that the file can be read for slices of any size.
    bool is_for_any_slice = true;
};

struct Format {
    std::string_view name;
    std::string_view summary;
    std::string_view source;

    /// Whether `text` looks like this format; no two formats claim the same text.
    bool (*recognises)(std::string_view text) = nullptr;
    /// Throws InputError naming `source`, the place, what was found and what is accepted. The graph is valid
    /// (validate).
    ReadGraph (*read)(std::string_view text, const std::string& source, const ReadOptions& options) = nullptr;
};

[[nodiscard]] const base::Registry<Format>& formats();

/// Whether the first letter of `text` that is no blank is one of `letters`: the cheap part of recognising a format.
[[nodiscard]] bool begins_with_one_of(std::string_view text, std::string_view letters);

/// Throws InputError naming `source` when no format recognises `text`, and as the format's `read` does.
[[nodiscard]] ReadGraph parse_graph(std::string_view text, const std::string& source, const ReadOptions& options = {});

/// Throws InputError when the file cannot be read, and as `parse_graph`.
[[nodiscard]] ReadGraph read_graph(const std::string& path, const ReadOptions& options = {});

/// The graph as a file of the format `json`, which reads back equal. The graph is valid, its names are UTF-8.
[[nodiscard]] std::string graph_text(const Graph& graph);

}  // namespace causeway::graph
