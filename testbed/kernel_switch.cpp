#include "testbed/kernel_switch.hpp"

#include "testbed/network_device.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <new>

#include <fcntl.h>
#include <linux/ethtool.h>
#include <linux/if_link.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/sockios.h>
#include <linux/veth.h>
#include <net/if.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace causeway::testbed {

namespace {

constexpr const char* kBridge = "switch";
constexpr const char* kOwnNetwork = "/proc/self/ns/net";

void enter_network(const Descriptor& network) {
    require(::setns(network.number(), CLONE_NEWNET), "cannot enter a network");
}

/// A request to the kernel that grows: attributes stand one in another.
class Request {
public:
    Request(std::uint16_t type, std::uint16_t flags) {
        header().nlmsg_len = NLMSG_LENGTH(0);
        header().nlmsg_type = type;
        header().nlmsg_flags = flags;
    }

    void add_link() { add_bytes(ifinfomsg{}); }

    void add(std::uint16_t type, const void* data, std::size_t size) {
        rtattr attribute{};
        attribute.rta_type = type;
        attribute.rta_len = static_cast<std::uint16_t>(RTA_LENGTH(size));
        const std::size_t begin = header().nlmsg_len;
        require_room(RTA_SPACE(size));
        std::memcpy(bytes_.data() + begin, &attribute, sizeof attribute);
        std::memcpy(bytes_.data() + begin + RTA_LENGTH(0), data, size);
        header().nlmsg_len = static_cast<std::uint32_t>(begin + RTA_SPACE(size));
    }

    void add(std::uint16_t type, const std::string& text) { add(type, text.c_str(), text.size() + 1); }

    /// Where an attribute begins that holds what is added until end().
    [[nodiscard]] std::size_t begin(std::uint16_t type) {
        const std::size_t place = header().nlmsg_len;
        add(type, "", 0);
        return place;
    }
    void end(std::size_t place) {
        rtattr attribute{};
        std::memcpy(&attribute, bytes_.data() + place, sizeof attribute);
        attribute.rta_len = static_cast<std::uint16_t>(header().nlmsg_len - place);
        std::memcpy(bytes_.data() + place, &attribute, sizeof attribute);
    }

    /// Throws Error, which says `what`, unless the kernel did it.
    void carry_out(const std::string& what) {
        const Descriptor socket(require(::socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE), what));
        require(static_cast<int>(::send(socket.number(), bytes_.data(), header().nlmsg_len, 0)), what);
        alignas(nlmsghdr) std::array<char, 1024> answer{};
        const int size = require(static_cast<int>(::recv(socket.number(), answer.data(), answer.size(), 0)), what);
        nlmsgerr error{};
        if (size < static_cast<int>(NLMSG_LENGTH(sizeof error))) {
            throw base::Error(what + ": the kernel's answer is too short");
        }
        std::memcpy(&error, answer.data() + NLMSG_HDRLEN, sizeof error);
        if (error.error != 0) {
            errno = -error.error;
            throw system_error(what);
        }
    }

private:
    template <typename Value>
    void add_bytes(const Value& value) {
        const std::size_t begin = header().nlmsg_len;
        require_room(NLMSG_ALIGN(sizeof value));
        std::memcpy(bytes_.data() + begin, &value, sizeof value);
        header().nlmsg_len = static_cast<std::uint32_t>(begin + NLMSG_ALIGN(sizeof value));
    }

    nlmsghdr& header() { return *std::launder(reinterpret_cast<nlmsghdr*>(bytes_.data())); }

    void require_room(std::size_t size) {
        if (header().nlmsg_len + size > bytes_.size()) {
            throw base::Error("a request to the kernel is too long");
        }
    }

    alignas(nlmsghdr) std::array<char, 512> bytes_{};
};

/// Two devices, each of which receives what the other sends; the second in another network.
void make_pair_of_devices(const std::string& name, const std::string& peer, const Descriptor& network_of_peer) {
    Request request(RTM_NEWLINK, NLM_F_REQUEST | NLM_F_ACK | NLM_F_CREATE | NLM_F_EXCL);
    request.add_link();
    request.add(IFLA_IFNAME, name);
    const std::size_t info = request.begin(IFLA_LINKINFO);
    request.add(IFLA_INFO_KIND, "veth");
    const std::size_t data = request.begin(IFLA_INFO_DATA);
    const std::size_t second = request.begin(VETH_INFO_PEER);
    request.add_link();
    request.add(IFLA_IFNAME, peer);
    const int number = network_of_peer.number();
    request.add(IFLA_NET_NS_FD, &number, sizeof number);
    request.end(second);
    request.end(data);
    request.end(info);
    request.carry_out("cannot make a pair of virtual Ethernet devices");
}

Descriptor any_socket() {
    return Descriptor(require(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0), "cannot open a socket"));
}

ifreq request_of(const std::string& device) {
    ifreq request{};
    std::strncpy(request.ifr_name, device.c_str(), IFNAMSIZ - 1);
    return request;
}

void make_bridge(const std::string& name) {
    require(::ioctl(any_socket().number(), SIOCBRADDBR, name.c_str()), "cannot make a bridge");
    bring_up_device(name);
}

void add_to_bridge(const std::string& bridge, const std::string& device, int mtu) {
    set_mtu(device, mtu);
    ifreq request = request_of(bridge);
    request.ifr_ifindex = static_cast<int>(::if_nametoindex(device.c_str()));
    require(::ioctl(any_socket().number(), SIOCBRADDIF, &request), "cannot add a device to a bridge");
    bring_up_device(device);
}

/// As a device without offloads: the kernel makes and sums every packet by itself, and takes each by itself.
void leave_all_to_the_kernel(const std::string& device) {
    const Descriptor socket = any_socket();
    for (const std::uint32_t what :
         {ETHTOOL_STSO, ETHTOOL_SGSO, ETHTOOL_SGRO, ETHTOOL_STXCSUM, ETHTOOL_SSG, ETHTOOL_SRXCSUM}) {
        ethtool_value value{};
        value.cmd = what;
        value.data = 0;
        ifreq request = request_of(device);
        request.ifr_data = reinterpret_cast<char*>(&value);
        // Some drivers have no such thing to switch off.
        if (::ioctl(socket.number(), SIOCETHTOOL, &request) != 0 && errno != EOPNOTSUPP) {
            throw system_error("cannot switch off an offload of " + device);
        }
    }
}

}  // namespace

KernelSwitch::KernelSwitch() {
    const Descriptor before = open_file(kOwnNetwork, O_RDONLY);
    require(::unshare(CLONE_NEWNET), "cannot make a network");
    network_ = open_file(kOwnNetwork, O_RDONLY);
    make_bridge(kBridge);
    enter_network(before);
}

void KernelSwitch::join(int number, std::uint32_t address, int mtu, const KernelPort& port) const {
    const Descriptor host = open_file(kOwnNetwork, O_RDONLY);
    enter_network(network_);
    const std::string outer = fmt::format("port{}", number);
    make_pair_of_devices(outer, kDeviceName, host);
    std::string last = outer;
    for (int hop = 0; hop < port.hops; ++hop) {
        const std::string bridge = fmt::format("hop{}-{}", number, hop);
        const std::string near = fmt::format("near{}-{}", number, hop);
        const std::string far = fmt::format("far{}-{}", number, hop);
        make_bridge(bridge);
        add_to_bridge(bridge, last, mtu);
        make_pair_of_devices(near, far, network_);
        add_to_bridge(bridge, near, mtu);
        last = far;
    }
    add_to_bridge(kBridge, last, mtu);
    if (!port.offload) {
        leave_all_to_the_kernel(outer);
    }
    enter_network(host);
    if (!port.offload) {
        leave_all_to_the_kernel(kDeviceName);
    }
    configure_device(address, mtu);
}

}  // namespace causeway::testbed
