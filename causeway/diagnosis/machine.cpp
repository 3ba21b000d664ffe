#include "causeway/diagnosis/machine.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstring>

#include <arpa/inet.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <sched.h>
#include <sys/socket.h>
#include <unistd.h>

namespace causeway::diagnosis {

namespace {

/// To itself a host connects in microseconds. Where a filter swallows the packets, TCP would ask again after 1 s (RFC
/// 6298, 2.1) for minutes.
constexpr int kPatienceMilliseconds = 1000;

class Socket {
public:
    Socket() : number_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {}
    Socket(const Socket&) = delete;
    Socket& operator=(const Socket&) = delete;
    ~Socket() {
        if (number_ >= 0) {
            ::close(number_);
        }
    }
    [[nodiscard]] int number() const { return number_; }

private:
    int number_;
};

std::string last_error(const char* what) {
    return std::string(what) + ": " + std::strerror(errno);
}

std::optional<std::string> connect_to_address(const std::string& address) {
    const Socket listener;
    const Socket caller;
    if (listener.number() < 0 || caller.number() < 0) {
        return last_error("socket");
    }
    sockaddr_in where{};
    where.sin_family = AF_INET;
    if (::inet_pton(AF_INET, address.c_str(), &where.sin_addr) != 1) {
        return "no IPv4 address: " + address;
    }
    auto* const place = reinterpret_cast<sockaddr*>(&where);
    socklen_t length = sizeof where;
    if (::bind(listener.number(), place, length) != 0) {
        return last_error("bind");
    }
    if (::listen(listener.number(), 1) != 0 || ::getsockname(listener.number(), place, &length) != 0) {
        return last_error("listen");
    }
    ::fcntl(caller.number(), F_SETFL, O_NONBLOCK);
    if (::connect(caller.number(), place, length) == 0) {
        return std::nullopt;
    }
    if (errno != EINPROGRESS) {
        return last_error("connect");
    }
    pollfd wait{.fd = caller.number(), .events = POLLOUT, .revents = 0};
    if (::poll(&wait, 1, kPatienceMilliseconds) != 1) {
        return "connect: no answer within 1 s";
    }
    int error = 0;
    socklen_t size = sizeof error;
    ::getsockopt(caller.number(), SOL_SOCKET, SO_ERROR, &error, &size);
    errno = error;
    return error == 0 ? std::nullopt : std::optional(last_error("connect"));
}

std::string text_of_address(const sockaddr* address) {
    std::array<char, INET6_ADDRSTRLEN> shown{};
    const void* const bytes = address->sa_family == AF_INET
                                  ? static_cast<const void*>(&reinterpret_cast<const sockaddr_in*>(address)->sin_addr)
                                  : &reinterpret_cast<const sockaddr_in6*>(address)->sin6_addr;
    const char* const text = ::inet_ntop(address->sa_family, bytes, shown.data(), shown.size());
    return text == nullptr ? std::string() : std::string(text);
}

ResolvedName resolved(const std::string& name) {
    ResolvedName result{.name = name, .addresses = {}, .fault = {}};
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* first = nullptr;
    const int code = ::getaddrinfo(name.c_str(), nullptr, &hints, &first);
    if (code != 0) {
        result.fault = ::gai_strerror(code);
        return result;
    }
    for (const addrinfo* entry = first; entry != nullptr; entry = entry->ai_next) {
        const bool is_internet = entry->ai_family == AF_INET || entry->ai_family == AF_INET6;
        std::string text = is_internet ? text_of_address(entry->ai_addr) : std::string();
        if (!text.empty() &&
            std::find(result.addresses.begin(), result.addresses.end(), text) == result.addresses.end()) {
            result.addresses.push_back(std::move(text));
        }
    }
    ::freeaddrinfo(first);
    return result;
}

std::vector<InterfaceAddress> interface_addresses() {
    std::vector<InterfaceAddress> result;
    ifaddrs* first = nullptr;
    if (::getifaddrs(&first) != 0) {
        return result;
    }
    for (const ifaddrs* entry = first; entry != nullptr; entry = entry->ifa_next) {
        if (entry->ifa_addr != nullptr && entry->ifa_addr->sa_family == AF_INET) {
            // A second address may have a label of its own ("eth0:1") on the same interface.
            const std::string name = entry->ifa_name;
            result.push_back({name.substr(0, name.find(':')), text_of_address(entry->ifa_addr)});
        }
    }
    ::freeifaddrs(first);
    return result;
}

std::vector<std::int64_t> own_processors() {
    std::vector<std::int64_t> result;
    // Larger machines than a cpu_set_t of glibc holds: the kernel says by EINVAL that its mask is longer.
    for (std::size_t most = CPU_SETSIZE; most <= std::size_t{64} * CPU_SETSIZE; most *= 2) {
        cpu_set_t* const set = CPU_ALLOC(most);
        if (set == nullptr) {
            return result;
        }
        const std::size_t size = CPU_ALLOC_SIZE(most);
        const bool is_told = ::sched_getaffinity(0, size, set) == 0;
        for (std::size_t processor = 0; is_told && processor < most; ++processor) {
            if (CPU_ISSET_S(processor, size, set)) {
                result.push_back(static_cast<std::int64_t>(processor));
            }
        }
        const bool is_too_small = !is_told && errno == EINVAL;
        CPU_FREE(set);
        if (!is_too_small) {
            break;
        }
    }
    return result;
}

}  // namespace

Machine this_machine() {
    Machine machine;
    for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
        machine.environment.emplace_back(*entry);
    }
    std::array<char, HOST_NAME_MAX + 1> name{};
    if (::gethostname(name.data(), name.size() - 1) == 0) {
        machine.host_name = name.data();
    }
    machine.processors = own_processors();
    machine.addresses = interface_addresses;
    machine.resolve = resolved;
    machine.connect_to_itself = connect_to_address;
    return machine;
}

}  // namespace causeway::diagnosis
