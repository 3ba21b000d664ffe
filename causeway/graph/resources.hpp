/// What the slices of a broadcast keep busy: ports by the port model, and what edges share.
///
/// Every port model is a list of resources, each of which is busy for so long per slice on each edge, and is never
/// busy for more than one second a second. Loads, linear programs and packings know resources only, so that a new
/// port model is a new list (models.md section 1).
#pragma once

#include "causeway/graph/graph.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace causeway::graph {

enum class PortModel {
    kOnePort,                ///< one send and one receive at a time (Bhat et al.): "one"
    kOnePortUnidirectional,  ///< one send or one receive at a time: "one-unidirectional"
    kMultiPort,              ///< sends overlap on the links, a node starts one each send_u (Bar-Noy et al.): "multi"
    /// The sender's processor for send_u, then the link for T_uv, then the receiver's processor for recv_v, one after
    /// another; a processor does one thing at a time (Banikazemi et al.): "send-link-receive"
    kSendLinkReceive,
};

[[nodiscard]] std::string_view name_of(PortModel model);
/// The names of all, in their order.
[[nodiscard]] std::vector<std::string> port_model_names();
/// The model of that name. Throws InputError naming `source`, with the names there are.
[[nodiscard]] PortModel port_model_named(std::string_view name, std::string_view source);

struct Resource {
    std::string name;  ///< in a sentence: "the outgoing port of p0", "the uplink of site b"
    std::vector<Share> shares;
};

/// What a slice on an edge does to a resource.
struct Use {
    int resource = 0;
    Seconds time;
    Seconds after = Seconds(0.0);  ///< from the start of the slice's transfer until the resource is busy with it
};

/// The resources of a graph under a port model. All that share a slice-time are listed: also those that can never bind.
class Resources {
public:
    Resources(const Graph& graph, PortModel model);

    [[nodiscard]] int size() const { return static_cast<int>(resources_.size()); }
    [[nodiscard]] const Resource& operator[](int resource) const {
        return resources_[static_cast<std::size_t>(resource)];
    }
    /// What a slice on `edge` keeps busy.
    [[nodiscard]] std::span<const Use> of_edge(int edge) const { return of_edge_[static_cast<std::size_t>(edge)]; }
    /// From the start of a slice's transfer over `edge` until it has arrived, if nothing is in its way.
    [[nodiscard]] Seconds transit(int edge) const { return transit_[static_cast<std::size_t>(edge)]; }

    /// [resource]: how long one slice on each of `edges` keeps it busy; an edge may be listed more than once.
    [[nodiscard]] std::vector<Seconds> load(std::span<const int> edges) const;
    /// The most loaded resource's load: the period in which `edges` can carry slice after slice.
    [[nodiscard]] Seconds period(std::span<const int> edges) const;

    /// What time backwards makes of them, for the graph whose edges lead the other way: a reduction is a broadcast seen
    /// backwards.
    [[nodiscard]] Resources turned_round() const;

private:
    /// `after`: [edge], of Use.
    void add(Resource resource, const std::vector<Seconds>& after);
    /// `arrivals`: [edge], after the start of the transfer, at the receiver's processor.
    void add_ports(const Graph& graph, PortModel model, const std::vector<Seconds>& arrivals);

    std::vector<Resource> resources_;
    std::vector<std::vector<Use>> of_edge_;
    std::vector<Seconds> transit_;  ///< [edge]
};

/// What the source's experiment takes where send times are not known: 0.80 of the fastest edge out of the node; of a
/// node without such an edge, 0.
[[nodiscard]] std::vector<Seconds> usual_send_times(const Graph& graph);

/// send_u of each node: what the graph says, or the usual ones.
[[nodiscard]] std::vector<Seconds> send_times_of(const Graph& graph);
/// recv_u of each node: what the graph says; where it says nothing, a node takes a slice in as fast as it sends one.
[[nodiscard]] std::vector<Seconds> receive_times_of(const Graph& graph);

}  // namespace causeway::graph
