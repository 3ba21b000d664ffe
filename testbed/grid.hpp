/// The grid to emulate, as a value, and its file.
#pragma once

#include "testbed/noise.hpp"
#include "testbed/quantity.hpp"

#include "causeway/base/json_input.hpp"
#include "causeway/base/matrix.hpp"
#include "causeway/base/units.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace causeway::testbed {

/// Of the grid file.
constexpr int kGridVersion = 1;

/// In which order ranks go over the hosts.
struct Placement {
    bool shuffled = false;   ///< false: the hosts of the first site, then those of the second, ...
    std::uint64_t seed = 1;  ///< of the shuffle

    friend bool operator==(const Placement&, const Placement&) = default;
};

/// What a host's processor does for every packet that carries data, whether it sends or receives it.
struct Processor {
    Seconds fixed;            ///< for each packet
    SecondsPerByte per_byte;  ///< for each byte of data

    friend bool operator==(const Processor&, const Processor&) = default;
};

/// How a host is joined to the others by the kernel itself, which takes what that takes.
struct KernelPort {
    int hops = 0;         ///< further bridges between it and the others': at each a packet is queued and taken up again
    bool offload = true;  ///< false: the kernel makes, sums and takes every packet of the MTU's size by itself

    friend bool operator==(const KernelPort&, const KernelPort&) = default;
};

/// Between a part of the grid and what is around it: every packet out of the part or into it passes here.
struct Boundary {
    BytesPerSecond uplink_rate;    ///< out of the part; infinite: no limit
    BytesPerSecond downlink_rate;  ///< into the part
    double uplink_loss = 0;        ///< probability that a packet out of the part is lost
    double downlink_loss = 0;      ///< the same for one into the part
    Bytes uplink_burst{0};         ///< what may leave at once after a quiet time: the bucket of a shaper
    Bytes downlink_burst{0};       ///< the same of what enters
};

/// In place of a group: none, the whole grid.
constexpr int kWhole = -1;

/// Hosts on one local network. Where sites of the file hold LANs, each LAN is one of these.
struct Site {
    std::string name;
    int num_hosts = 0;
    int group = kWhole;  ///< that holds it
    Boundary boundary;
    BytesPerSecond nic_rate;  ///< of every host, each way
    Seconds lan_latency;      ///< one way, between two hosts of the site
    Seconds lan_jitter{0};    ///< as Grid::jitter, inside the site
    /// [host of the site]; empty: their processors are never what limits.
    std::vector<Processor> processors = {};
    /// [host of the site]; not empty: the kernel joins the hosts of this site, the only one, and nothing is emulated.
    std::vector<KernelPort> kernel_ports = {};
};

/// What grid files call a part.
enum class PartKind : std::uint8_t { kRegion, kSite, kLan };

/// Several sites, or groups of them, behind one boundary.
struct Group {
    std::string name;
    PartKind kind = PartKind::kSite;  ///< a region holds sites, a site holds LANs
    int group = kWhole;               ///< that holds it
    Boundary boundary;
};

struct Host {
    std::string name;  ///< the site's name and a number: "a0"
    int site = 0;
};

struct Grid {
    std::string name;
    Bytes mtu;  ///< the largest packet
    std::vector<Site> sites;
    std::vector<Group> groups = {};  ///< each behind the group that holds it
    // What is between two parts, sites or groups: for neighbours of the tree in parts.hpp, which numbers the parts; no
    // other entry is used.
    base::SquareMatrix<Seconds> latency;          ///< [from part][to part], one way
    base::SquareMatrix<BytesPerSecond> capacity;  ///< [from part][to part]; infinite: no link of its own
    Placement placement = {};
    /// [from part][to part]: every packet takes longer by a random time from 0 to this, each as likely.
    base::SquareMatrix<Seconds> jitter = {};
    base::SquareMatrix<double> loss = {};  ///< [from part][to part]: probability that a packet is lost
    /// [from part][to part]: what one flow, the packets from one host to another, can bring; infinite: no limit.
    base::SquareMatrix<BytesPerSecond> per_flow_limit = {};
    Seconds longest_queue{0.2};  ///< a packet that would wait longer for a NIC or a link is dropped
    bool reordering = false;     ///< whether jitter may let a packet overtake an earlier one of its flow
    std::uint64_t seed = 1;      ///< of jitter, loss and noise
    Noise noise = {};
    std::vector<TimedChange> changes = {};  ///< by time
};

/// Reads and checks a grid file. Throws InputError.
[[nodiscard]] Grid read_grid(const std::string& path);
/// The same from a JSON document in memory.
[[nodiscard]] Grid read_grid(const base::JsonInput& input);

/// The grid as its file, complete with what the file had left to defaults.
[[nodiscard]] std::string grid_text(const Grid& grid);

/// All hosts, site by site.
[[nodiscard]] std::vector<Host> hosts_of(const Grid& grid);

/// A probability below 1. Throws InputError.
[[nodiscard]] double read_probability(const base::JsonInput& input);

/// "site-order", "shuffled" or "shuffled:SEED". Throws InputError naming `source`.
[[nodiscard]] Placement parse_placement(const std::string& text, const std::string& source);

/// Throws InputError unless `name` can be the name of a grid: it becomes a folder's name.
void require_grid_name(const std::string& name, const std::string& source, const std::string& place);

/// The order in which ranks fill the hosts: a permutation of 0..num_hosts-1.
///
/// A shuffle leaves host 0 first, so that rank 0, the usual root, stays in the first site and the
/// two placements can be compared root for root.
[[nodiscard]] std::vector<int> host_order(int num_hosts, const Placement& placement);

}  // namespace causeway::testbed
