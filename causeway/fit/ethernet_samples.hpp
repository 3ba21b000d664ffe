/// What was measured on a switched Ethernet, experiment by experiment, and the file that holds it.
#pragma once

#include "causeway/base/units.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace causeway::fit {

enum class EthernetExperiment {
    kRoundTrip,      ///< `bytes` from the first host to the second and the same back
    kOneToTwo,       ///< `bytes` from one host to two at once; both answer with an empty message; timed at the sender
    kOneToMany,      ///< `bytes` from one host to several in this order, blocking sends; timed to the last arrival
    kBroadcast,      ///< `bytes` by binomial tree, `to` being all others in the order of their ranks
    kDisjointPairs,  ///< `bytes` from each host of `from` to that of `to` in the same place, all at once; the slowest
    kManyToOne,  ///< `bytes` from each host of `from` to one that takes them as they come; timed to the last arrival
    kLateSend,   ///< `bytes` to one that begins to receive kLateness after the send began; the blocking send's time
};

/// How late a receiver of EthernetExperiment::kLateSend is: far longer than a send takes that waits for nobody.
inline constexpr Seconds kLateness(0.02);

/// "roundtrip", "one_to_two", "one_to_many", "broadcast", "disjoint_pairs", "many_to_one", "late_send".
[[nodiscard]] std::string_view name_of(EthernetExperiment experiment);

/// One time. No host occurs twice; of one experiment there may be several.
struct EthernetSample {
    EthernetExperiment experiment = EthernetExperiment::kRoundTrip;
    std::vector<int> from;  ///< indices into EthernetSamples::hosts; one but for disjoint pairs and many to one
    std::vector<int> to;    ///< one of round trips, late sends and many to one, two of one-to-two, as many as `from` of
                            ///< disjoint pairs, else >= 1
    Bytes size;
    Seconds time;  ///< > 0

    friend bool operator==(const EthernetSample&, const EthernetSample&) = default;
};

struct EthernetSamples {
    std::vector<std::string> hosts;  ///< in the order of their first appearance
    std::vector<EthernetSample> samples;

    /// The index of `host`, which is added if it is new.
    int index_of(std::string_view host);

    friend bool operator==(const EthernetSamples&, const EthernetSamples&) = default;
};

/// The same samples, of hosts in this order; hosts that are not among them follow.
[[nodiscard]] EthernetSamples with_hosts_in_order(EthernetSamples samples, std::vector<std::string> hosts);

/// CSV with the header `experiment,from,to,bytes,seconds`; several hosts in one cell are parted by blanks. Throws
/// InputError that names `source` and the line.
[[nodiscard]] EthernetSamples parse_ethernet_samples(std::string_view text, const std::string& source);

/// The reverse.
[[nodiscard]] std::string to_csv_text(const EthernetSamples& samples);

}  // namespace causeway::fit
