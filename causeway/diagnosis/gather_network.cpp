/// What the kernel says of TCP and of the interfaces of the network; and names of hosts.
#include "causeway/base/number.hpp"
#include "causeway/base/words.hpp"
#include "causeway/diagnosis/gather_parts.hpp"

#include <cstddef>
#include <string_view>

namespace causeway::diagnosis {

namespace {

constexpr std::string_view kFolder = "/proc/sys/net/ipv4/";
constexpr double kBytesPerMegabit = 1e6 / 8;
/// IFF_UP of <net/if.h>, in the file `flags` of an interface.
constexpr unsigned kIsUp = 0x1;

std::string ipv4_setting(std::string_view name) {
    return std::string(kFolder) + std::string(name);
}

std::optional<BufferSizes> buffer_sizes(const RootFolder& root, std::string_view name) {
    const std::vector<std::int64_t> sizes = root.numbers(ipv4_setting(name));
    if (sizes.size() != 3 || sizes[0] < 0 || sizes[1] < 0 || sizes[2] <= 0) {
        return std::nullopt;
    }
    return BufferSizes{.least = Bytes(sizes[0]), .usual = Bytes(sizes[1]), .most = Bytes(sizes[2])};
}

std::optional<Bytes> size_in(const RootFolder& root, const std::string& path) {
    const auto size = root.number(path);
    return size && *size > 0 ? std::optional(Bytes(*size)) : std::nullopt;
}

std::vector<std::string> words_in(const std::string& line) {
    std::vector<std::string> words;
    base::for_each_word(line, [&](std::string_view word) { words.emplace_back(word); });
    return words;
}

/// /proc/net/snmp: a line "Tcp: NAME NAME ..." and below it "Tcp: FIGURE FIGURE ..." (RFC 4022).
std::optional<std::int64_t> tcp_counter(const RootFolder& root, std::string_view name) {
    std::vector<std::string> names;
    for (const std::string& line : root.lines("/proc/net/snmp")) {
        if (!line.starts_with("Tcp:")) {
            continue;
        }
        const std::vector<std::string> words = words_in(line);
        if (names.empty()) {
            names = words;
            continue;
        }
        for (std::size_t i = 0; i < names.size() && i < words.size(); ++i) {
            if (names[i] == name) {
                const auto value = base::number_in<std::int64_t>(words[i]);
                return value && *value >= 0 ? value : std::nullopt;
            }
        }
    }
    return std::nullopt;
}

unsigned flags_in(std::string text) {
    if (text.starts_with("0x")) {
        text.erase(0, 2);
    }
    unsigned flags = 0;
    std::from_chars(text.data(), text.data() + text.size(), flags, 16);
    return flags;
}

Interface interface_at(const RootFolder& root, const std::string& name) {
    const std::string folder = "/sys/class/net/" + name;
    Interface result;
    result.name = name;
    constexpr unsigned kIsLoopback = 0x8;  // IFF_LOOPBACK
    const unsigned flags = flags_in(root.first_line(folder + "/flags"));
    result.is_loopback = (flags & kIsLoopback) != 0;
    const std::string state = root.first_line(folder + "/operstate");
    // "unknown": drivers that do not tell, of tunnels say, whose packets pass all the same (operstates.rst).
    result.is_up = (flags & kIsUp) != 0 && (state == "up" || state == "unknown" || state.empty());
    result.is_physical = root.has(folder + "/device");
    if (const auto speed = root.number(folder + "/speed"); speed && *speed > 0) {
        result.rate = BytesPerSecond(static_cast<double>(*speed) * kBytesPerMegabit);
    }
    result.mtu = size_in(root, folder + "/mtu");
    return result;
}

}  // namespace

void gather_network(Facts& facts, const Machine& machine, const RootFolder& root,
                    const std::vector<std::string>& others) {
    facts.tcp_rmem = buffer_sizes(root, "tcp_rmem");
    facts.tcp_wmem = buffer_sizes(root, "tcp_wmem");
    facts.core_rmem_max = size_in(root, "/proc/sys/net/core/rmem_max");
    facts.core_wmem_max = size_in(root, "/proc/sys/net/core/wmem_max");
    facts.tcp_adv_win_scale = root.number(ipv4_setting("tcp_adv_win_scale"));
    facts.tcp_window_scaling = root.is_on(ipv4_setting("tcp_window_scaling"));
    facts.tcp_moderate_rcvbuf = root.is_on(ipv4_setting("tcp_moderate_rcvbuf"));
    facts.tcp_slow_start_after_idle = root.is_on(ipv4_setting("tcp_slow_start_after_idle"));
    facts.congestion_control = root.first_line(ipv4_setting("tcp_congestion_control"));
    facts.congestion_controls = words_in(root.first_line(ipv4_setting("tcp_available_congestion_control")));
    const std::vector<std::int64_t> ports = root.numbers(ipv4_setting("ip_local_port_range"));
    if (ports.size() == 2 && ports[0] > 0 && ports[0] <= ports[1]) {
        facts.first_port = ports[0];
        facts.last_port = ports[1];
    }
    facts.segments_sent = tcp_counter(root, "OutSegs");
    facts.segments_sent_again = tcp_counter(root, "RetransSegs");

    const std::vector<InterfaceAddress> addresses = machine.addresses();
    for (const std::string& name : root.names_in("/sys/class/net")) {
        if (!root.has("/sys/class/net/" + name + "/flags")) {
            continue;  // "bonding_masters", a file
        }
        Interface one = interface_at(root, name);
        for (const InterfaceAddress& address : addresses) {
            if (address.interface == name) {
                one.addresses.push_back(address.address);
            }
        }
        if (one.is_up && !one.addresses.empty()) {
            one.refusal = machine.connect_to_itself(one.addresses.front());
        }
        facts.interfaces.push_back(std::move(one));
    }
    facts.names.push_back(machine.resolve(machine.host_name));
    for (const std::string& name : others) {
        if (name != machine.host_name) {
            facts.names.push_back(machine.resolve(name));
        }
    }
}

}  // namespace causeway::diagnosis
