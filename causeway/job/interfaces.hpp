/// The network interfaces of this host, to tell one network from another.
#pragma once

#include <string>

namespace causeway::job {

/// "eth0=10.1.2.3 ib0=10.2.2.3": every interface that is up, loopback aside, with its IPv4 address, in the
/// system's order. Local; empty when the system does not tell.
[[nodiscard]] std::string interface_text();

}  // namespace causeway::job
