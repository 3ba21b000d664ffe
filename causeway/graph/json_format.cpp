/// Our own graph files: nodes, edges with times or bandwidths, send times, what edges share (docs/files.md).
///
/// An edge says what a slice costs in one of two ways. `time`: that many seconds. `bandwidth`: start_up + slice /
/// bandwidth seconds, where `start_up` may be left out; the affine cost of models.md section 1. Both keep the ports
/// busy. `latency`, with either, is what passes from their end until the slice has arrived, and keeps nothing busy.
/// So a figure that keeps ports busy and one that does not never share a key.
///
/// Source: the platform digraph of Beaumont, Marchal and Robert (2005), section 2; the file is ours.
#include "causeway/base/error.hpp"
#include "causeway/base/json_input.hpp"
#include "causeway/base/text.hpp"
#include "causeway/graph/graph_file.hpp"
#include "causeway/graph/node_names.hpp"
#include "causeway/graph/validate.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <unordered_map>

namespace causeway::graph {

namespace {

using base::JsonElements;
using base::JsonInput;

constexpr int kVersion = 1;
constexpr std::string_view kOneCost = "either 'time' (seconds per slice) or 'bandwidth' (bytes per second)";

bool looks_like_json(std::string_view text) {
    return begins_with_one_of(text, "{[");
}

/// A time > 0 that a double can hold; `found` is what the file says.
Seconds positive(double seconds, const JsonInput& found) {
    if (!(seconds > 0.0) || !std::isfinite(seconds)) {
        found.refuse("a number that makes a finite time > 0");
    }
    return Seconds(seconds);
}

/// Pairs of nodes -> edges.
class EdgeIndex {
public:
    explicit EdgeIndex(const Graph& graph) : num_nodes_(graph.num_nodes()) {
        for (int e = 0; e < graph.num_edges(); ++e) {
            const Edge& edge = graph.edges[static_cast<std::size_t>(e)];
            edges_.emplace(key(edge.from, edge.to), e);
        }
    }

    [[nodiscard]] std::optional<int> find(int from, int to) const {
        const auto found = edges_.find(key(from, to));
        return found == edges_.end() ? std::nullopt : std::optional(found->second);
    }

private:
    [[nodiscard]] std::int64_t key(int from, int to) const { return static_cast<std::int64_t>(from) * num_nodes_ + to; }

    int num_nodes_;
    std::unordered_map<std::int64_t, int> edges_;
};

class JsonReader {
public:
    JsonReader(const JsonInput& input, const ReadOptions& options) : input_(input), options_(options) {}

    [[nodiscard]] ReadGraph read() {
        input_.require_head("graph", kVersion);
        input_.require_keys_among(
            {"causeway", "version", "name", "slice_bytes", "nodes", "edges", "send_time", "receive_time", "shared"});
        if (const auto name = input_.optional_member("name")) {
            graph_.name = name->string();
        }
        read_slice();
        read_nodes();
        for (const JsonInput& edge : input_.member("edges").elements()) {
            read_edge(edge);
        }
        graph_.send_time = node_times("send_time");
        graph_.receive_time = node_times("receive_time");
        if (const auto shared = input_.optional_member("shared")) {
            validate(graph_, input_.source(), places_);  // the edges: what follows looks them up
            read_shared(*shared);
        }
        settle_slice();
        validate(graph_, input_.source(), places_);
        return {std::move(graph_), std::move(remarks_), !has_times_};
    }

private:
    void read_slice() {
        if (const auto slice = input_.optional_member("slice_bytes")) {
            constexpr std::int64_t kLargest = std::int64_t{1} << 53U;  // exact in a double
            file_slice_ = Bytes(slice->integer(1, kLargest));
        }
        slice_ = options_.slice.value_or(file_slice_.value_or(kDefaultSlice));
    }

    void read_nodes() {
        for (const JsonInput& node : input_.member("nodes").elements()) {
            graph_.nodes.push_back(node.string());
            places_.nodes.push_back(node.place());
        }
        names_ = NodeNames(graph_.nodes);
    }

    [[nodiscard]] int node(const JsonInput& name) const {
        return names_.at(name.string(), name.source(), name.place());
    }

    void read_edge(const JsonInput& input) {
        input.require_keys_among({"from", "to", "time", "bandwidth", "start_up", "latency", "symmetric"});
        Edge edge;
        edge.from = node(input.member("from"));
        edge.to = node(input.member("to"));
        if (input.optional_member("bandwidth") || !input.optional_member("start_up")) {
            edge.time = cost(input);
        } else {
            input.member("start_up").refuse("the key 'start_up'", "'start_up' only together with 'bandwidth'");
        }
        if (const auto latency = input.optional_member("latency")) {
            edge.latency = latency->non_negative_seconds();
        }
        graph_.edges.push_back(edge);
        places_.edges.push_back(input.place());
        const auto symmetric = input.optional_member("symmetric");
        if (symmetric && symmetric->boolean()) {
            std::swap(edge.from, edge.to);
            graph_.edges.push_back(edge);
            places_.edges.push_back(input.place());
        }
    }

    /// For each node a number, whatever the slice, or what `bandwidth` with `start_up` make of it.
    [[nodiscard]] std::vector<Seconds> node_times(const std::string& key) {
        std::vector<Seconds> result;
        if (const auto times = input_.optional_member(key)) {
            for (const JsonInput& time : times->elements()) {
                if (time.is_object()) {
                    time.require_keys_among({"bandwidth", "start_up"});
                    result.push_back(cost(time));
                } else {
                    result.push_back(time.non_negative_seconds());
                }
            }
        }
        return result;
    }

    /// What `time`, or `bandwidth` with `start_up`, make of a slice.
    [[nodiscard]] Seconds cost(const JsonInput& input) {
        const auto time = input.optional_member("time");
        const auto bandwidth = input.optional_member("bandwidth");
        if (time && bandwidth) {
            input.refuse("both 'time' and 'bandwidth'", kOneCost);
        }
        if (time) {
            has_times_ = true;
            return positive(time->number(), *time);
        }
        if (!bandwidth) {
            input.refuse("neither 'time' nor 'bandwidth'", kOneCost);
        }
        has_bandwidths_ = true;
        Seconds start_up;
        if (const auto given = input.optional_member("start_up")) {
            start_up = given->non_negative_seconds();
        }
        return positive((start_up + slice_ / bandwidth->positive_rate()).value(), *bandwidth);
    }

    /// Each entry of `edges` is a pair of nodes, or an object that may give a cost of its own.
    void read_shared(const JsonInput& list) {
        const EdgeIndex edges(graph_);
        for (const JsonInput& input : list.elements()) {
            input.require_keys_among({"name", "edges", "time", "bandwidth"});
            SharedResource resource;
            resource.name = input.member("name").string();
            const bool in_common = input.optional_member("time") || input.optional_member("bandwidth");
            const Seconds common = in_common ? cost(input) : Seconds(0.0);
            for (const JsonInput& entry : input.member("edges").elements()) {
                Share share;
                if (entry.is_array()) {
                    const JsonElements ends = entry.elements();
                    if (ends.size() != 2) {
                        entry.refuse("a pair of nodes, [\"from\", \"to\"]");
                    }
                    share.edge = shared_edge(edges, ends[0], ends[1], entry);
                } else {
                    entry.require_keys_among({"from", "to", "time", "bandwidth"});
                    share.edge = shared_edge(edges, entry.member("from"), entry.member("to"), entry);
                }
                const bool own =
                    entry.is_object() && (entry.optional_member("time") || entry.optional_member("bandwidth"));
                if (!own && !in_common) {
                    entry.refuse("an edge without 'time' or 'bandwidth'",
                                 "a cost of its own, or one for all edges beside 'name'");
                }
                share.time = own ? cost(entry) : common;
                resource.shares.push_back(share);
            }
            graph_.shared.push_back(std::move(resource));
        }
    }

    [[nodiscard]] int shared_edge(const EdgeIndex& edges, const JsonInput& from, const JsonInput& to,
                                  const JsonInput& entry) const {
        const std::optional<int> edge = edges.find(node(from), node(to));
        if (!edge) {
            entry.refuse(fmt::format("no edge from '{}' to '{}'", from.string(), to.string()), "an edge of the graph");
        }
        return *edge;
    }

    /// The slice that the times are for, which a caller cannot change, and the one that bandwidths are turned into
    /// times with.
    void settle_slice() {
        if (options_.slice && file_slice_ && *options_.slice != *file_slice_ && has_times_) {
            input_.member("slice_bytes")
                .refuse(fmt::format("times for slices of {}, when slices of {} are asked for", to_text(*file_slice_),
                                    to_text(*options_.slice)),
                        "the file's own slices, or edges that all have bandwidths");
        }
        graph_.slice = options_.slice ? options_.slice : file_slice_;
        if (has_bandwidths_ && !graph_.slice) {
            graph_.slice = kDefaultSlice;
            remarks_.push_back(fmt::format("The file has bandwidths and no size of slices: slices of {} are assumed.",
                                           to_text(kDefaultSlice)));
        }
    }

    const JsonInput& input_;
    const ReadOptions& options_;
    Graph graph_;
    Places places_;
    NodeNames names_;
    std::vector<std::string> remarks_;
    std::optional<Bytes> file_slice_;
    Bytes slice_;
    bool has_times_ = false;
    bool has_bandwidths_ = false;
};

ReadGraph read_json(std::string_view text, const std::string& source, const ReadOptions& options) {
    const JsonInput input = JsonInput::parse(text, source);
    return JsonReader(input, options).read();
}

}  // namespace

extern constexpr Format json_format{
    .name = "json",
    .summary = "a graph file of ours",
    .source = "docs/files.md",
    .recognises = looks_like_json,
    .read = read_json,
};

}  // namespace causeway::graph
