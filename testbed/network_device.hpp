/// The network of one namespace: its loopback and the TUN device through which the router sees
/// every packet the host sends.
#pragma once

#include "testbed/system.hpp"

#include <cstdint>
#include <string>

namespace causeway::testbed {

/// The name of the one network device of every host.
constexpr const char* kDeviceName = "grid0";

/// The address of the host with this number, counted from 0: 10.77.g.h with h = number + 1. `subnet`, g, tells
/// grids apart: a program that remembers networks by their addresses must not take one grid for another.
[[nodiscard]] std::uint32_t host_address(int subnet, int number);
/// "10.77.5.1"
[[nodiscard]] std::string address_text(std::uint32_t address);

/// Makes the device in the namespace of the calling thread, with this address, up and running. TCP may keep several
/// packets of `mtu` bytes on their way, from the first on: with less room it would cut them.
/// Packets are read from and written to the descriptor, one a call; it does not block. Throws Error.
[[nodiscard]] Descriptor make_device(std::uint32_t address, int mtu);

/// Gives the device that a host has the address and the size of packets, and brings it up; TCP as with make_device().
/// Throws Error.
void configure_device(std::uint32_t address, int mtu);

/// Of a device in the namespace of the calling thread. Throw Error.
void set_mtu(const std::string& device, int mtu);
void bring_up_device(const std::string& device);

/// Brings up the loopback of the namespace of the calling thread. Throws Error.
void bring_up_loopback();

}  // namespace causeway::testbed
