#include "testbed/network_device.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>

#include <arpa/inet.h>
#include <fcntl.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace causeway::testbed {

namespace {

constexpr const char* kTunPath = "/dev/net/tun";
constexpr std::uint32_t kNetwork = 0x0A4D0000;  // 10.77.0.0
constexpr std::uint32_t kNetmask = 0xFFFF0000;  // /16

ifreq request_for(const char* device) {
    ifreq request{};
    std::strncpy(request.ifr_name, device, IFNAMSIZ - 1);
    return request;
}

Descriptor configuration_socket() {
    return Descriptor(require(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0), "cannot open a socket"));
}

void set_address(const Descriptor& socket, unsigned long what, std::uint32_t address) {
    ifreq request = request_for(kDeviceName);
    sockaddr_in value{};
    value.sin_family = AF_INET;
    value.sin_addr.s_addr = htonl(address);
    std::memcpy(&request.ifr_addr, &value, sizeof value);
    require(::ioctl(socket.number(), what, &request), "cannot set an address of a network device");
}

void bring_up(const Descriptor& socket, const char* device) {
    ifreq request = request_for(device);
    require(::ioctl(socket.number(), SIOCGIFFLAGS, &request), fmt::format("cannot ask for the state of {}", device));
    request.ifr_flags = static_cast<short>(request.ifr_flags | IFF_UP | IFF_RUNNING);
    require(::ioctl(socket.number(), SIOCSIFFLAGS, &request), fmt::format("cannot bring up {}", device));
}

/// Packets up to here pass with what TCP has at first.
constexpr int kLargestUsualPacket = 16384;

/// Gives TCP connections of this namespace buffers for many packets of `mtu` bytes at once: it sends none that is
/// larger than half of what its receiver ever had room for.
void make_room_for(int mtu) {
    constexpr int kPackets = 64;
    for (const char* what : {"tcp_rmem", "tcp_wmem"}) {
        const std::string path = fmt::format("/proc/sys/net/ipv4/{}", what);
        const std::string text = fmt::format("4096 {0} {1}", kPackets * mtu, 2 * kPackets * mtu);
        const Descriptor file = open_file(path, O_WRONLY);
        require(static_cast<int>(::write(file.number(), text.data(), text.size())), "cannot write " + path);
    }
}

/// Opens the TUN driver, or says what an administrator can do about it.
Descriptor open_driver() {
    const int number = ::open(kTunPath, O_RDWR | O_NONBLOCK | O_CLOEXEC);
    if (number >= 0) {
        return Descriptor(number);
    }
    const int reason = errno;
    struct stat status {};
    if ((reason == EACCES || reason == EPERM) && ::stat(kTunPath, &status) == 0) {
        throw base::Error(
            fmt::format("{} may not be opened by this user (its mode is {:04o}); an administrator can allow it with "
                        "'chmod 0666 {}'",
                        kTunPath, status.st_mode & 07777U, kTunPath));
    }
    throw base::Error(
        fmt::format("{} cannot be opened ({}): the kernel's TUN driver is missing; "
                    "an administrator can try 'modprobe tun'",
                    kTunPath, std::strerror(reason)));
}

}  // namespace

std::uint32_t host_address(int subnet, int number) {
    return kNetwork | (static_cast<std::uint32_t>(subnet) << 8U) | static_cast<std::uint32_t>(number + 1);
}

std::string address_text(std::uint32_t address) {
    return fmt::format("{}.{}.{}.{}", address >> 24U, address >> 16U & 0xFFU, address >> 8U & 0xFFU, address & 0xFFU);
}

Descriptor make_device(std::uint32_t address, int mtu) {
    Descriptor device = open_driver();
    ifreq request = request_for(kDeviceName);
    request.ifr_flags = static_cast<short>(IFF_TUN | IFF_NO_PI);
    require(::ioctl(device.number(), TUNSETIFF, &request), "cannot make a TUN device");
    configure_device(address, mtu);
    return device;
}

void configure_device(std::uint32_t address, int mtu) {
    set_mtu(kDeviceName, mtu);
    const Descriptor socket = configuration_socket();
    set_address(socket, SIOCSIFADDR, address);
    set_address(socket, SIOCSIFNETMASK, kNetmask);
    bring_up(socket, kDeviceName);
    if (mtu > kLargestUsualPacket) {
        make_room_for(mtu);
    }
}

void set_mtu(const std::string& device, int mtu) {
    ifreq request = request_for(device.c_str());
    request.ifr_mtu = mtu;
    require(::ioctl(configuration_socket().number(), SIOCSIFMTU, &request),
            fmt::format("cannot set the MTU of {}", device));
}

void bring_up_device(const std::string& device) {
    bring_up(configuration_socket(), device.c_str());
}

void bring_up_loopback() {
    bring_up(configuration_socket(), "lo");
}

}  // namespace causeway::testbed
