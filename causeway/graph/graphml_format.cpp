/// GraphML as the Internet Topology Zoo has it: maps of networks that operators published.
///
/// Nodes have a label and mostly a latitude and a longitude; links have a speed in bits per second (LinkSpeedRaw), in
/// two parts (LinkSpeed and LinkSpeedUnits), or as text (LinkLabel, LinkType, label), or none. An undirected link
/// becomes two edges, one each way, that do not share its rate. T is slice / rate. The latency is the length of the
/// great circle between the ends at two thirds of the speed of light, what signals reach in fibre; it keeps nothing
/// busy.
///
/// Source: Knight, Nguyen, Falkner, Bowden, Roughan, "The Internet Topology Zoo", IEEE JSAC 29 (2011); the GraphML
/// primer (graphml.graphdrawing.org).
#include "causeway/base/error.hpp"
#include "causeway/base/text.hpp"
#include "causeway/graph/graph_file.hpp"
#include "causeway/graph/link_speed.hpp"
#include "causeway/graph/node_names.hpp"
#include "causeway/graph/number.hpp"
#include "causeway/graph/validate.hpp"
#include "causeway/graph/xml_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

namespace causeway::graph {

namespace {

constexpr double kEarthRadius = 6371.0088e3;               // metres; the mean radius of IUGG
constexpr double kSpeedInFibre = 299792458.0 * 2.0 / 3.0;  // metres per second; refractive index about 1.5

struct Position {
    double latitude = 0.0;   ///< degrees
    double longitude = 0.0;  ///< degrees
};

/// How long a signal takes along the great circle (haversine).
Seconds latency_between(const Position& a, const Position& b) {
    constexpr double kRadians = std::numbers::pi / 180.0;
    const double north = std::sin((b.latitude - a.latitude) * kRadians / 2.0);
    const double east = std::sin((b.longitude - a.longitude) * kRadians / 2.0);
    const double chord =
        north * north + std::cos(a.latitude * kRadians) * std::cos(b.latitude * kRadians) * east * east;
    return Seconds(2.0 * kEarthRadius * std::asin(std::min(1.0, std::sqrt(chord))) / kSpeedInFibre);
}

struct Node {
    std::string id;
    std::string label;
    std::optional<Position> position;
};

struct Link {
    int from = 0;
    int to = 0;
    bool directed = false;
    std::optional<BytesPerSecond> rate;
    std::string place;
};

/// "1 link", "3 links"
std::string counted(std::size_t number, std::string_view what) {
    return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

class GraphmlReader {
public:
    GraphmlReader(const std::string& source, const ReadOptions& options)
        : source_(source), options_(options), slice_(options.slice.value_or(kDefaultSlice)) {}

    [[nodiscard]] ReadGraph read(const Element& root) {
        if (root.name != "graphml") {
            refuse("", fmt::format("no element 'graphml' but '{}'", root.name), "a GraphML file");
        }
        const auto num_graphs = std::count_if(root.children.begin(), root.children.end(),
                                              [](const Element& each) { return each.name == "graph"; });
        if (num_graphs != 1) {
            refuse("graphml", counted(static_cast<std::size_t>(num_graphs), "graph"), "one element 'graph'");
        }
        read_keys(root);
        const Element& graph = *root.child("graph");
        read_nodes(graph);
        read_links(graph);
        fill_in_rates();
        ReadGraph result;
        result.graph.name =
            data_of(graph, "graph", "label").value_or(data_of(graph, "graph", "Network").value_or(std::string()));
        result.graph.slice = slice_;
        result.graph.nodes = node_names();
        add_edges(result.graph);
        if (!options_.slice) {
            remarks_.push_back(fmt::format("Slices of {} are assumed.", to_text(kDefaultSlice)));
        }
        validate(result.graph, source_, places_);
        result.remarks = std::move(remarks_);
        return result;
    }

private:
    [[noreturn]] void refuse(std::string place, std::string found, std::string accepted) const {
        throw base::InputError(
            {.source = source_, .place = std::move(place), .found = std::move(found), .accepted = std::move(accepted)});
    }

    [[nodiscard]] std::string attribute(const Element& element, const std::string& name,
                                        const std::string& place) const {
        const std::string* const value = element.attribute(name);
        if (value == nullptr) {
            refuse(place, fmt::format("no attribute '{}'", name), fmt::format("an element with '{}'", name));
        }
        return *value;
    }

    [[nodiscard]] static std::string attribute_or(const Element& element, const std::string& name,
                                                  const std::string& otherwise) {
        const std::string* const value = element.attribute(name);
        return value == nullptr ? otherwise : *value;
    }

    /// What data elements call their fields: (node, edge or graph; field) -> key and value where there is none.
    void read_keys(const Element& root) {
        for (const Element& element : root.children) {
            if (element.name != "key") {
                continue;
            }
            const std::string name = attribute_or(element, "attr.name", "");
            if (name.empty()) {
                continue;  // of a drawing program
            }
            const std::string id = attribute(element, "id", "key");
            const std::string domain = attribute_or(element, "for", "all");
            for (const std::string& kind : domain == "all" ? std::vector<std::string>{"graph", "node", "edge"}
                                                           : std::vector<std::string>{domain}) {
                const Element* const usual = element.child("default");
                keys_[{kind, name}] = {id, usual == nullptr ? std::nullopt : std::optional(usual->text)};
            }
        }
    }

    /// The field `name` of a node, an edge or the graph; none when it is empty.
    [[nodiscard]] std::optional<std::string> data_of(const Element& element, const std::string& kind,
                                                     const std::string& name) const {
        const auto key = keys_.find({kind, name});
        if (key == keys_.end()) {
            return std::nullopt;
        }
        for (const Element& data : element.children) {
            if (data.name == "data" && attribute_or(data, "key", "") == key->second.id) {
                return data.text.empty() ? std::nullopt : std::optional(data.text);
            }
        }
        return key->second.usual;
    }

    [[nodiscard]] std::optional<double> number_of(const Element& element, const std::string& kind,
                                                  const std::string& name, const std::string& place, double least,
                                                  double most) const {
        const std::optional<std::string> text = data_of(element, kind, name);
        if (!text) {
            return std::nullopt;
        }
        const std::optional<double> value = number_in(*text);
        if (!value || *value < least || *value > most) {
            refuse(fmt::format("{}.{}", place, name), fmt::format("'{}'", *text),
                   fmt::format("a number from {} to {}", least, most));
        }
        return value;
    }

    void read_nodes(const Element& graph) {
        for (const Element& element : graph.children) {
            if (element.name == "hyperedge") {
                refuse("graph", "a 'hyperedge'", "links between two nodes");
            }
            if (element.name != "node") {
                continue;
            }
            Node node;
            node.id = attribute(element, "id", fmt::format("node[{}]", nodes_.size()));
            const std::string place = fmt::format("node {}", node.id);
            if (element.child("graph") != nullptr) {
                refuse(place, "a graph inside a node", "one flat graph");
            }
            if (!ids_.add(node.id)) {
                refuse(place, fmt::format("the id '{}' a second time", node.id), "an id of its own for each node");
            }
            node.label = data_of(element, "node", "label").value_or(node.id);
            const auto latitude = number_of(element, "node", "Latitude", place, -90.0, 90.0);
            const auto longitude = number_of(element, "node", "Longitude", place, -180.0, 180.0);
            if (latitude && longitude) {
                node.position = Position{*latitude, *longitude};
            }
            nodes_.push_back(std::move(node));
            places_.nodes.push_back(place);
        }
    }

    void read_links(const Element& graph) {
        const std::string usual = attribute(graph, "edgedefault", "graph");
        if (usual != "directed" && usual != "undirected") {
            refuse("graph.edgedefault", fmt::format("'{}'", usual), "directed, undirected");
        }
        for (const Element& element : graph.children) {
            if (element.name != "edge") {
                continue;
            }
            Link link;
            link.place = fmt::format("edge[{}]", links_.size());
            const std::string from = attribute(element, "source", link.place);
            const std::string to = attribute(element, "target", link.place);
            link.from = ids_.at(from, source_, link.place + ".source");
            link.to = ids_.at(to, source_, link.place + ".target");
            const std::string directed = attribute_or(element, "directed", usual == "directed" ? "true" : "false");
            if (directed != "true" && directed != "false") {
                refuse(link.place + ".directed", fmt::format("'{}'", directed), "true, false");
            }
            link.directed = directed == "true";
            link.rate = rate_of(element, link.place);
            link.place += fmt::format(" ({} - {})", from, to);
            links_.push_back(std::move(link));
        }
    }

    [[nodiscard]] std::optional<BytesPerSecond> rate_of(const Element& element, const std::string& place) const {
        constexpr double kFastest = 1e18;  // bits per second: more is a slip
        if (const auto bits = number_of(element, "edge", "LinkSpeedRaw", place, 1.0, kFastest)) {
            return BytesPerSecond(*bits / kBitsPerByte);
        }
        const auto speed = data_of(element, "edge", "LinkSpeed");
        const auto units = data_of(element, "edge", "LinkSpeedUnits");
        if (speed && units) {
            if (const auto rate = speed_in(*speed + " " + *units)) {
                return rate;
            }
        }
        for (const char* field : {"LinkLabel", "LinkType", "label"}) {
            const auto text = data_of(element, "edge", field);
            if (const auto rate = text ? speed_in(*text) : std::nullopt) {
                return rate;
            }
        }
        return std::nullopt;
    }

    /// Links whose speed is not told take the one asked for, else the one that most of the others have.
    void fill_in_rates() {
        std::size_t unknown = 0;
        std::map<BytesPerSecond, std::size_t> links_of_rate;
        for (const Link& link : links_) {
            if (link.rate) {
                ++links_of_rate[*link.rate];
            } else {
                ++unknown;
            }
        }
        if (unknown == 0) {
            return;
        }
        if (!options_.bandwidth && links_of_rate.empty()) {
            refuse("", "no link with a speed",
                   "LinkSpeedRaw, LinkSpeed and LinkSpeedUnits, or LinkLabel on one link at least, or the bandwidth to "
                   "assume as an option");
        }
        const BytesPerSecond rate = options_.bandwidth ? *options_.bandwidth : most_frequent(links_of_rate);
        for (Link& link : links_) {
            link.rate = link.rate.value_or(rate);
        }
        remarks_.push_back(fmt::format("{} of {} have no speed in the file: {} is assumed, {}.", unknown,
                                       counted(links_.size(), "link"), to_text(rate),
                                       options_.bandwidth ? "as asked for" : "the most frequent one"));
    }

    /// Of rates that are equally frequent, the lowest.
    [[nodiscard]] static BytesPerSecond most_frequent(const std::map<BytesPerSecond, std::size_t>& links_of_rate) {
        return std::max_element(links_of_rate.begin(), links_of_rate.end(),
                                [](const auto& a, const auto& b) { return a.second < b.second; })
            ->first;
    }

    /// Labels; with the id behind where several nodes have the same one.
    [[nodiscard]] std::vector<std::string> node_names() {
        std::map<std::string, int> nodes_of_label;
        for (const Node& node : nodes_) {
            ++nodes_of_label[node.label];
        }
        std::vector<std::string> result;
        std::size_t ambiguous = 0;
        for (const Node& node : nodes_) {
            const bool unique = nodes_of_label[node.label] == 1;
            ambiguous += unique ? 0 : 1;
            result.push_back(unique ? node.label : fmt::format("{} ({})", node.label, node.id));
        }
        if (ambiguous > 0) {
            remarks_.push_back(
                fmt::format("Nodes whose label others have too: {}; their ids are added to it.", ambiguous));
        }
        return result;
    }

    /// Parallel links between the same nodes become one edge that carries what all of them carry.
    void add_edges(Graph& graph) {
        std::map<std::pair<int, int>, std::size_t> known;
        std::vector<double> rates;  // [edge], bytes per second
        std::size_t merged = 0;
        const auto add = [&](int from, int to, const Link& link) {
            const auto [at, is_new] = known.emplace(std::pair(from, to), graph.edges.size());
            if (is_new) {
                graph.edges.push_back({from, to, {}, latency(link)});
                places_.edges.push_back(link.place);
                rates.push_back(link.rate->value());
            } else {
                rates[at->second] += link.rate->value();
            }
            return is_new;
        };
        for (const Link& link : links_) {
            if (link.from == link.to) {
                refuse(link.place,
                       fmt::format("a link from '{}' to itself", nodes_[static_cast<std::size_t>(link.from)].label),
                       "links between different nodes");
            }
            bool is_new = add(link.from, link.to, link);
            if (!link.directed) {
                is_new = add(link.to, link.from, link) && is_new;
            }
            merged += is_new ? 0 : 1;
        }
        for (std::size_t e = 0; e < rates.size(); ++e) {
            graph.edges[e].time = slice_ / BytesPerSecond(rates[e]);
        }
        if (merged > 0) {
            remarks_.push_back(
                fmt::format("Links beside another between the same nodes: {}; their rates are added up.", merged));
        }
        remark_on_positions();
    }

    [[nodiscard]] Seconds latency(const Link& link) const {
        const auto& from = nodes_[static_cast<std::size_t>(link.from)].position;
        const auto& to = nodes_[static_cast<std::size_t>(link.to)].position;
        return from && to ? latency_between(*from, *to) : Seconds(0.0);
    }

    void remark_on_positions() {
        const auto unknown = static_cast<std::size_t>(
            std::count_if(nodes_.begin(), nodes_.end(), [](const Node& node) { return !node.position; }));
        if (unknown > 0) {
            remarks_.push_back(fmt::format("{} of {} have no coordinates: links there get latency 0.", unknown,
                                           counted(nodes_.size(), "node")));
        }
    }

    struct Key {
        std::string id;
        std::optional<std::string> usual;
    };

    const std::string& source_;
    const ReadOptions& options_;
    Bytes slice_;
    std::map<std::pair<std::string, std::string>, Key> keys_;
    NodeNames ids_;
    std::vector<Node> nodes_;
    std::vector<Link> links_;
    Places places_;
    std::vector<std::string> remarks_;
};

bool looks_like_graphml(std::string_view text) {
    return begins_with_one_of(text, "<") && text.find("<graphml") != std::string_view::npos;
}

ReadGraph read_graphml(std::string_view text, const std::string& source, const ReadOptions& options) {
    return GraphmlReader(source, options).read(parse_xml(text, source));
}

}  // namespace

extern constexpr Format graphml_format{
    .name = "graphml",
    .summary = "GraphML of the Internet Topology Zoo",
    .source = "Knight et al. (2011)",
    .recognises = looks_like_graphml,
    .read = read_graphml,
};

}  // namespace causeway::graph
