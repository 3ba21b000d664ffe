/// causeway-simgrid-graph PLATFORM SLICE_BYTES: a SimGrid platform as a graph file on standard output.
///
/// Hosts are nodes; each ordered pair of hosts with a route is an edge: T = slice / the least bandwidth of its links,
/// latency = the route's. A link that several routes cross is a shared resource, unless it is a FATPIPE, which serves
/// any number at once; SimGrid itself makes two links, one each way, of a SPLITDUPLEX one. What goes wrong is said on
/// standard output too, with exit code 2: the reader in causeway/graph/simgrid_format.cpp makes a message of it.
#include "causeway/graph/graph_file.hpp"

#include <fmt/format.h>
#include <simgrid/s4u.hpp>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <map>
#include <string>
#include <vector>

#include <unistd.h>

namespace {

using causeway::Bytes;
using causeway::BytesPerSecond;
using causeway::Seconds;
using causeway::graph::Graph;
using causeway::graph::Share;
namespace s4u = simgrid::s4u;

Graph read_platform(const s4u::Engine& engine, Bytes slice) {
    Graph graph;
    graph.slice = slice;
    const std::vector<s4u::Host*> hosts = engine.get_all_hosts();
    for (const s4u::Host* host : hosts) {
        graph.nodes.push_back(host->get_name());
    }
    std::map<std::string, std::vector<Share>> shares_of_link;  // by name: the same order in every run
    for (std::size_t from = 0; from < hosts.size(); ++from) {
        for (std::size_t to = 0; to < hosts.size(); ++to) {
            std::vector<s4u::Link*> links;
            double latency = 0.0;
            if (from != to) {
                hosts[from]->route_to(hosts[to], links, &latency);
            }
            if (links.empty()) {
                continue;  // no route
            }
            Seconds time;
            for (const s4u::Link* link : links) {
                const Seconds of_link = slice / BytesPerSecond(link->get_bandwidth());
                time = std::max(time, of_link);
                if (link->get_sharing_policy() != s4u::Link::SharingPolicy::FATPIPE) {
                    std::vector<Share>& shares = shares_of_link[link->get_name()];
                    if (!shares.empty() && shares.back().edge == graph.num_edges()) {
                        shares.back().time += of_link;  // a route that crosses a link twice
                    } else {
                        shares.push_back({graph.num_edges(), of_link});
                    }
                }
            }
            graph.edges.push_back({static_cast<int>(from), static_cast<int>(to), time, Seconds(latency)});
        }
    }
    for (auto& [name, shares] : shares_of_link) {
        if (shares.size() > 1) {
            graph.shared.push_back({fmt::format("the link {}", name), std::move(shares)});
        }
    }
    return graph;
}

/// Leaves without the destructors of SimGrid, which are not made for an engine that never ran.
[[noreturn]] void leave(int code, const std::string& text) {
    std::fputs(text.c_str(), stdout);
    std::fflush(stdout);
    _exit(code);
}

}  // namespace

int main(int argc, char** argv) {
    long long slice = 0;
    if (argc != 3 || std::from_chars(argv[2], argv[2] + std::strlen(argv[2]), slice).ec != std::errc() || slice < 1) {
        leave(2, "usage: causeway-simgrid-graph PLATFORM SLICE_BYTES\n");
    }
    try {
        std::string program = argv[0];
        std::string quiet = "--log=root.threshold:critical";
        char* arguments[] = {program.data(), quiet.data(), nullptr};
        int number = 2;
        s4u::Engine engine(&number, arguments);
        engine.load_platform(argv[1]);
        leave(0, causeway::graph::graph_text(read_platform(engine, Bytes(slice))));
    } catch (const std::exception& error) {
        leave(2, error.what());
    }
}
