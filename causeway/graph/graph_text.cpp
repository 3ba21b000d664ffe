/// Graphs as files of ours, which json_format.cpp reads.
#include "causeway/graph/graph_file.hpp"

#include "causeway/base/json_output.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace causeway::graph {

namespace {

using base::JsonOutput;

/// `values` with each on a line of its own: files that people can read and compare.
std::string on_lines(const std::vector<JsonOutput>& values) {
    std::string text = "[";
    for (std::size_t i = 0; i < values.size(); ++i) {
        text += fmt::format("{}\n  {}", i == 0 ? "" : ",", values[i].dump());
    }
    return text + "]";
}

class Writer {
public:
    explicit Writer(const Graph& graph) : graph_(graph) {}

    [[nodiscard]] std::string text() const {
        std::string result = R"({"causeway": "graph", "version": 1)";
        if (!graph_.name.empty()) {
            result += fmt::format(", \"name\": {}", JsonOutput(graph_.name).dump());
        }
        if (graph_.slice) {
            result += fmt::format(", \"slice_bytes\": {}", graph_.slice->value());
        }
        result += fmt::format(",\n \"nodes\": {},\n \"edges\": {}", JsonOutput(graph_.nodes).dump(), on_lines(edges()));
        result += node_times("send_time", graph_.send_time) + node_times("receive_time", graph_.receive_time);
        if (!graph_.shared.empty()) {
            result += fmt::format(",\n \"shared\": {}", on_lines(shared_resources()));
        }
        return result + "}\n";
    }

private:
    [[nodiscard]] const std::string& name_of(int node) const { return graph_.nodes[static_cast<std::size_t>(node)]; }

    [[nodiscard]] static std::string node_times(std::string_view key, const std::vector<Seconds>& times) {
        if (times.empty()) {
            return {};
        }
        JsonOutput values = JsonOutput::array();
        for (const Seconds time : times) {
            values.push_back(time.value());
        }
        return fmt::format(",\n \"{}\": {}", key, values.dump());
    }

    [[nodiscard]] std::vector<JsonOutput> edges() const {
        std::vector<JsonOutput> result;
        for (const Edge& edge : graph_.edges) {
            result.push_back({{"from", name_of(edge.from)}, {"to", name_of(edge.to)}, {"time", edge.time.value()}});
            if (edge.latency != Seconds(0.0)) {
                result.back()["latency"] = edge.latency.value();
            }
        }
        return result;
    }

    /// One time for all edges of a resource where they have it in common, else a time for each.
    [[nodiscard]] std::vector<JsonOutput> shared_resources() const {
        std::vector<JsonOutput> result;
        for (const SharedResource& resource : graph_.shared) {
            const Seconds first = resource.shares.front().time;
            const bool in_common = std::all_of(resource.shares.begin(), resource.shares.end(),
                                               [&](const Share& share) { return share.time == first; });
            JsonOutput edges = JsonOutput::array();
            for (const Share& share : resource.shares) {
                const Edge& edge = graph_.edges[static_cast<std::size_t>(share.edge)];
                if (in_common) {
                    edges.push_back(JsonOutput::array({name_of(edge.from), name_of(edge.to)}));
                } else {
                    edges.push_back(
                        {{"from", name_of(edge.from)}, {"to", name_of(edge.to)}, {"time", share.time.value()}});
                }
            }
            JsonOutput entry = {{"name", resource.name}};
            if (in_common) {
                entry["time"] = first.value();
            }
            entry["edges"] = std::move(edges);
            result.push_back(std::move(entry));
        }
        return result;
    }

    const Graph& graph_;
};

}  // namespace

std::string graph_text(const Graph& graph) {
    return Writer(graph).text();
}

}  // namespace causeway::graph
