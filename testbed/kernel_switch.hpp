/// Hosts that the kernel joins itself: each is a port of a bridge, and what a packet costs is what the kernel takes.
#pragma once

#include "testbed/grid.hpp"
#include "testbed/system.hpp"

#include <cstdint>
#include <string>

namespace causeway::testbed {

/// A bridge in a network namespace of its own, which lives as long as this and the hosts' devices do. Nothing is
/// emulated: a packet is copied from the sender's memory, queued by the kernel at every device on its way, taken up by
/// its soft interrupt, and copied into the receiver's memory.
class KernelSwitch {
public:
    /// Leaves the calling thread, which must be the only one of its process, in the network that it was in. Throws
    /// Error.
    KernelSwitch();

    /// Makes the network device of a host, of which the calling thread is inside, and joins it to the bridge; `number`
    /// tells its ports apart. The device has the address and is up. Throws Error.
    void join(int number, std::uint32_t address, int mtu, const KernelPort& port) const;

private:
    Descriptor network_;
};

}  // namespace causeway::testbed
