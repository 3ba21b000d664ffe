/// What the generator Tiers writes: networks of three levels, WAN, MAN and LAN, with positions and redundant links.
///
/// Comment lines begin with '#' and hold the parameters. A table of nodes follows "# NODES": number, x, y, type (0 WAN,
/// 1 MAN, 2 LAN); a table of edges follows "# EDGES": from, to, delay, bandwidth, the types of both ends, state (1
/// active, 2 redundant, 3 between networks, 4 the same, redundant). The delay is a fixed part plus one per distance, by
/// the types of the ends. The file names no units: bandwidths are read as Mbit/s and delays as microseconds, which the
/// usual parameters (10, 100, 1000; about 1 per kilometre of a WAN) fit. The delay becomes the latency, which keeps
/// nothing busy; links of every state carry slices. The generator lists a link between networks of two levels once with
/// each of them: what is repeated word for word counts once.
///
/// Source: Doar, "A Better Model for Generating Test Networks", IEEE Globecom (1996); the head of the files.
#include "causeway/base/error.hpp"
#include "causeway/base/text.hpp"
#include "causeway/base/trimmed.hpp"
#include "causeway/base/words.hpp"
#include "causeway/graph/graph_file.hpp"
#include "causeway/graph/node_names.hpp"
#include "causeway/graph/number.hpp"
#include "causeway/graph/validate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace causeway::graph {

namespace {

constexpr double kBytesPerSecondOfMegabit = 1e6 / 8.0;
constexpr double kMicrosecond = 1e-6;
constexpr std::string_view kDirection = "Edge list is directed";
constexpr std::string_view kNumberOfNodes = "Total Number of Nodes";
constexpr std::string_view kEnd = "End of Model";

class TiersReader {
public:
    TiersReader(const std::string& source, const ReadOptions& options)
        : source_(source), options_(options), slice_(options.slice.value_or(kDefaultSlice)) {}

    [[nodiscard]] ReadGraph read(std::string_view text) {
        while (!text.empty()) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            ++line_;
            read_line(base::trimmed(text.substr(0, end)));
            text.remove_prefix(std::min(end + 1, text.size()));
        }
        if (stated_nodes_ && *stated_nodes_ != static_cast<double>(nodes_.names().size())) {
            refuse(fmt::format("{} nodes", nodes_.names().size()),
                   fmt::format("the {} nodes that the head of the file states", *stated_nodes_));
        }
        ReadGraph result;
        result.graph.nodes = nodes_.names();
        result.graph.edges = std::move(edges_);
        result.graph.slice = slice_;
        validate(result.graph, source_, places_);
        result.remarks = remarks();
        return result;
    }

private:
    enum class Table { kNone, kNodes, kEdges };

    [[noreturn]] void refuse(std::string found, std::string accepted) const {
        throw base::InputError({.source = source_,
                                .place = fmt::format("line {}", line_),
                                .found = std::move(found),
                                .accepted = std::move(accepted)});
    }

    void read_line(std::string_view line) {
        if (line.empty()) {
            return;
        }
        if (line.front() == '#') {
            read_comment(base::trimmed(line.substr(1)));
            return;
        }
        std::vector<std::string_view> words;
        base::for_each_word(line, [&](std::string_view word) { words.push_back(word); });
        switch (table_) {
            case Table::kNone:
                refuse(fmt::format("'{}'", line), "comments, which begin with '#', up to \"# NODES\"");
            case Table::kNodes:
                read_node(words);
                break;
            case Table::kEdges:
                read_edge(words);
                break;
        }
    }

    void read_comment(std::string_view comment) {
        if (comment == "NODES") {
            table_ = Table::kNodes;
        } else if (comment == "EDGES") {
            table_ = Table::kEdges;
        } else if (comment.find(kDirection) != std::string_view::npos) {
            undirected_ = comment.front() == '1';
        } else if (comment.starts_with(kNumberOfNodes)) {
            stated_nodes_ = number_in(comment.substr(comment.rfind(':') + 1));
        } else if (comment.starts_with(kEnd)) {
            has_end_ = true;
        }
    }

    [[nodiscard]] double number(std::string_view word, std::string_view what, double least, double most) const {
        const std::optional<double> value = number_in(word);
        if (!value || *value < least || *value > most) {
            refuse(fmt::format("'{}' as {}", word, what), fmt::format("a number from {} to {}", least, most));
        }
        return *value;
    }

    void read_node(const std::vector<std::string_view>& words) {
        if (words.size() != 4) {
            refuse(fmt::format("{} columns in the table of nodes", words.size()), "node, x, y, type");
        }
        constexpr double kFarthest = 1e12;
        (void)number(words[1], "x", -kFarthest, kFarthest);  // delays hold the distances already
        (void)number(words[2], "y", -kFarthest, kFarthest);
        (void)number(words[3], "the type", 0, 2);
        if (!nodes_.add(std::string(words[0]))) {
            refuse(fmt::format("the node '{}' a second time", words[0]), "a number of its own for each node");
        }
        places_.nodes.push_back(fmt::format("line {}", line_));
    }

    void read_edge(const std::vector<std::string_view>& words) {
        if (words.size() != 7) {
            refuse(fmt::format("{} columns in the table of edges", words.size()),
                   "from, to, delay, bandwidth, type, type, state");
        }
        constexpr double kMost = 1e12;
        Edge edge;
        edge.from = nodes_.at(words[0], source_, fmt::format("line {}", line_));
        edge.to = nodes_.at(words[1], source_, fmt::format("line {}", line_));
        edge.latency = kMicrosecond * Seconds(number(words[2], "the delay", 0.0, kMost));
        const double megabits = number(words[3], "the bandwidth", 0.0, kMost);
        if (!(megabits > 0.0)) {
            refuse("a bandwidth of 0", "a number of Mbit/s > 0");
        }
        edge.time = slice_ / BytesPerSecond(megabits * kBytesPerSecondOfMegabit);
        (void)number(words[4], "the type", 0, 2);
        (void)number(words[5], "the type", 0, 2);
        (void)number(words[6], "the state", 1, 4);
        add(edge);
        if (undirected_) {
            std::swap(edge.from, edge.to);
            add(edge);
        }
    }

    void add(const Edge& edge) {
        const auto [known, is_new] = known_.emplace(std::pair(edge.from, edge.to), edges_.size());
        if (is_new) {
            edges_.push_back(edge);
            places_.edges.push_back(fmt::format("line {}", line_));
        } else if (edges_[known->second] == edge) {
            ++repeated_;
        } else {
            refuse(fmt::format("the edge from '{}' to '{}' with other values than on {}", name(edge.from),
                               name(edge.to), places_.edges[known->second]),
                   "each edge once, or again with the same values");
        }
    }

    [[nodiscard]] const std::string& name(int node) const { return nodes_.names()[static_cast<std::size_t>(node)]; }

    [[nodiscard]] std::vector<std::string> remarks() const {
        std::vector<std::string> result{"Bandwidths are read as Mbit/s and delays as microseconds."};
        if (!options_.slice) {
            result.push_back(fmt::format("Slices of {} are assumed.", to_text(kDefaultSlice)));
        }
        if (repeated_ > 0) {
            result.push_back(
                fmt::format("Edges listed a second time with the same values, which count once: {}.", repeated_));
        }
        if (!has_end_) {
            result.push_back(fmt::format("The last line is not \"# {}\": the file may have lost its end.", kEnd));
        }
        return result;
    }

    const std::string& source_;
    const ReadOptions& options_;
    Bytes slice_;
    int line_ = 0;
    Table table_ = Table::kNone;
    bool undirected_ = false;
    bool has_end_ = false;
    std::optional<double> stated_nodes_;
    NodeNames nodes_;
    std::vector<Edge> edges_;
    Places places_;
    std::map<std::pair<int, int>, std::size_t> known_;
    int repeated_ = 0;
};

bool looks_like_tiers(std::string_view text) {
    return begins_with_one_of(text, "#") && (text.find("# NODES") != std::string_view::npos ||
                                             text.find("Parameters for Network Model") != std::string_view::npos);
}

ReadGraph read_tiers(std::string_view text, const std::string& source, const ReadOptions& options) {
    return TiersReader(source, options).read(text);
}

}  // namespace

extern constexpr Format tiers_format{
    .name = "tiers",
    .summary = "output of the generator Tiers",
    .source = "Doar (1996)",
    .recognises = looks_like_tiers,
    .read = read_tiers,
};

}  // namespace causeway::graph
