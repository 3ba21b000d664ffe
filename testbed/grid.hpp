/// The grid to emulate, as a value, and its file.
#pragma once

#include "testbed/noise.hpp"
#include "testbed/quantity.hpp"

#include "causeway/base/json_input.hpp"
#include "causeway/base/matrix.hpp"
#include "causeway/base/units.hpp"

#include <cstdint>
#include <string>
#include <utility>
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

/// Hosts on one local network, joined to the other sites by one uplink.
struct Site {
    std::string name;
    int num_hosts = 0;
    BytesPerSecond uplink_rate;    ///< out of the site; infinite if the grid has one site only
    BytesPerSecond downlink_rate;  ///< into the site
    BytesPerSecond nic_rate;       ///< of every host, each way
    Seconds lan_latency;           ///< one way, between two hosts of the site
    Seconds lan_jitter{0};         ///< as Grid::jitter, inside the site
    double uplink_loss = 0;        ///< probability that a packet out of the site is lost
    double downlink_loss = 0;      ///< the same for one into the site
    /// [host of the site]; empty: their processors are never what limits.
    std::vector<Processor> processors = {};
};

struct Host {
    std::string name;  ///< the site's name and a number: "a0"
    int site = 0;
};

struct Grid {
    std::string name;
    Bytes mtu;  ///< the largest packet
    std::vector<Site> sites;
    base::SquareMatrix<Seconds> latency;          ///< [from site][to site], one way; the diagonal is not used
    base::SquareMatrix<BytesPerSecond> capacity;  ///< [from site][to site]; infinite: no link of its own
    Placement placement = {};
    /// [from site][to site]: every packet takes longer by a random time from 0 to this, each as likely.
    base::SquareMatrix<Seconds> jitter = {};
    base::SquareMatrix<double> loss = {};  ///< [from site][to site]: probability that a packet is lost
    /// [from site][to site]: what one flow, the packets from one host to another, can bring; infinite: no limit.
    base::SquareMatrix<BytesPerSecond> per_flow_limit = {};
    bool reordering = false;  ///< whether jitter may let a packet overtake an earlier one of its flow
    std::uint64_t seed = 1;   ///< of jitter, loss and noise
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

/// "between": the numbers of two different sites that an entry names. Throws InputError.
[[nodiscard]] std::pair<int, int> read_between(const base::JsonInput& entry, const std::vector<Site>& sites);

/// A probability below 1. Throws InputError.
[[nodiscard]] double read_probability(const base::JsonInput& input);

/// The number of the site that the input names, or InputError with the names there are.
[[nodiscard]] int read_site_name(const base::JsonInput& input, const std::vector<Site>& sites);

/// The site called `name`, or InputError with `source` and the names there are.
[[nodiscard]] int site_index(const Grid& grid, const std::string& name, const std::string& source);

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
