/// Which processes share a host, whatever their hosts call themselves.
#pragma once

#include <string>
#include <vector>

namespace causeway::mpi {

/// What a process knows of its host.
struct HostMark {
    std::string name;  ///< as the MPI library has it
    /// The same for two processes exactly when they share a machine and its network: the boot of the machine and the
    /// network namespace, by which containers differ. Empty: not known; then the name says it all.
    std::string identity;
    std::string boot;  ///< boot_id(): which kernel it runs under

    friend bool operator==(const HostMark&, const HostMark&) = default;
};

/// Differs between machines, and between two boots of one; the same in all containers of a machine. Empty where the
/// system does not tell. Local.
[[nodiscard]] std::string boot_id();

/// That of this process. Of a simulated machine only the name counts: all its processes live in one. Local. Throws
/// MpiError.
[[nodiscard]] HostMark own_host_mark();

/// The mark as text, and back.
[[nodiscard]] std::string text_of(const HostMark& mark);
[[nodiscard]] HostMark host_mark_from(const std::string& text);

/// A name for the host of each process, [rank], given the marks, [rank]: equal exactly where the hosts are. A host that
/// goes by several names takes the shortest, of equally short ones the first by alphabet. Hosts that share a name get
/// the suffixes "#2", "#3", ... from the second on, in the order of their identities. Neither depends on which rank is
/// where.
[[nodiscard]] std::vector<std::string> names_of_hosts(const std::vector<HostMark>& marks);

/// Whether all run under one kernel, so that their monotonic clocks are one clock (several hosts of a testbed do).
[[nodiscard]] bool share_one_kernel(const std::vector<HostMark>& marks);

}  // namespace causeway::mpi
