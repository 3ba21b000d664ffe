/// The hosts as Linux namespaces: network, host name, mounts and inter-process communication of
/// their own. They have no name in the system and live as long as a descriptor or a process does.
#pragma once

#include "testbed/grid.hpp"
#include "testbed/system.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace causeway::testbed {

class KernelSwitch;

/// The namespaces of one host.
struct HostNamespaces {
    Descriptor user;  ///< empty if the grid was brought up by a privileged user
    Descriptor mounts;
    Descriptor network;
    Descriptor host_name;
    Descriptor communication;
};

/// One host, ready: its namespaces and the device its packets come from, none where the kernel joins hosts.
struct HostParts {
    std::uint32_t address = 0;  ///< of its network device
    HostNamespaces namespaces;
    Descriptor device;
};

/// The files that a host sees in place of the machine's.
struct HostFiles {
    std::string hosts;  ///< becomes /etc/hosts
};

/// The network device of a host.
struct HostDevice {
    std::uint32_t address = 0;
    int mtu = 0;  ///< bytes
    /// Null: a device whose packets the router moves. Else the port's number and what it is like.
    const KernelSwitch* joined_by = nullptr;
    int number = 0;
    KernelPort port = {};
};

/// What the grid's own hosts look like in /etc/hosts.
[[nodiscard]] std::string hosts_file_text(const std::vector<Host>& hosts, int subnet);

/// Makes the calling process able to make namespaces: a process without the privilege gets it inside
/// a new user namespace, where it is root. Returns whether that was necessary. The process must have
/// one thread. Throws Error with what is missing.
bool obtain_privilege();

/// Leaves the mounts shared with the machine: what is mounted from now on, only this process sees.
void separate_mounts();

/// Makes one host; the calling process is left inside the host's network, host name and
/// inter-process communication, but sees the mounts that it saw before.
[[nodiscard]] HostParts make_host(const std::string& name, const HostDevice& device, const HostFiles& files,
                                  bool inside_user_namespace);

/// Puts the calling process, which must have one thread, into the host; its working directory stays
/// the same path. Throws Error.
void enter_host(const HostNamespaces& namespaces);

/// Enters the user namespace of a grid unless it is empty or the process's own.
void enter_user_namespace(const Descriptor& user);

/// Gives the calling process mounts of its own with the /proc of its process namespace. Where the
/// system refuses that, the machine's /proc stays, which only shows other process numbers.
void mount_own_proc();

/// Tries everything that a grid needs, in a process of its own. Throws Error with the first thing
/// that is missing; returns how it would be done: "root", "user namespaces".
[[nodiscard]] std::string check_available();

}  // namespace causeway::testbed
