/// The experiments that tell what every host and every pair of hosts of a switched Ethernet costs.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/discovery/hosts.hpp"
#include "causeway/fit/ethernet_samples.hpp"

#include <mpi.h>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace causeway::probe {

struct EthernetProbeOptions {
    /// Of round trips and one-to-two experiments; two at least, one of them 0.
    std::vector<Bytes> sizes{Bytes(0),         Bytes(1),          Bytes(1024),       Bytes(8 * 1024),
                             Bytes(32 * 1024), Bytes(128 * 1024), Bytes(512 * 1024), Bytes(1024 * 1024)};
    /// Of one to many, broadcasts, disjoint pairs and many to one; may be empty. Where it is found that sends wait from
    /// a size on, that size and the one before are measured as well.
    std::vector<Bytes> collective_sizes{Bytes(1),         Bytes(256),        Bytes(4 * 1024),   Bytes(16 * 1024),
                                        Bytes(64 * 1024), Bytes(256 * 1024), Bytes(1024 * 1024)};
    /// Up to this size it is looked for which sends wait (send_threshold_measurement.hpp); 0: not at all.
    Bytes longest_late_send{1024 * 1024};
    int repetitions = 9;  ///< a sample is the lower quartile of so many; of messages over 64 KiB a third of them
    int collective_repetitions = 25;  ///< the same of the operations of all hosts, which more can disturb
    int rounds = 3;                   ///< samples of each experiment
    int at_once = 0;                  ///< pairs or triplets that measure at a time, at most; 0: as many as are disjoint
    /// Called on rank 0 with the part of the whole that is done; must not throw.
    std::function<void(double fraction, std::string_view what)> progress = {};
};

/// Throws InputError unless there are three hosts at least.
void require_three_hosts(const discovery::HostLayout& layout);

/// Round trips of all pairs of hosts and one-to-two experiments of all triplets, from each of their hosts, disjoint
/// ones at the same time; then one to many, broadcast by binomial tree and disjoint pairs (0 -> 1, 2 -> 3, ...) from an
/// agreed moment to the slowest process, and many to one, of which each repetition is a sample, as some escalate.
/// Before all this, between the first two hosts, which sends wait for their receivers. Of the two receivers of a
/// one-to-two experiment the one with the longer round trip is sent to last, so that what its answer takes is not
/// hidden. One process per host takes part, the others sleep.
///
/// Collective over `comm`, with equal options; the samples on rank 0, none elsewhere. Throws InputError, on every rank,
/// for fewer than three hosts; MpiError.
[[nodiscard]] fit::EthernetSamples measure_ethernet(MPI_Comm comm, const EthernetProbeOptions& options);

/// The same between the processes of `comm`, three or more, one on each of the hosts called `names`, [rank].
[[nodiscard]] fit::EthernetSamples measure_between(MPI_Comm comm, const std::vector<std::string>& names,
                                                   const EthernetProbeOptions& options);

/// The round trips among these experiments alone, of `options.sizes`, between two processes or more.
[[nodiscard]] fit::EthernetSamples measure_round_trips(MPI_Comm comm, const std::vector<std::string>& names,
                                                       const EthernetProbeOptions& options);

}  // namespace causeway::probe
