#include "causeway/job/interfaces.hpp"

#include <array>

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>

namespace causeway::job {

std::string interface_text() {
    ifaddrs* first = nullptr;
    if (::getifaddrs(&first) != 0) {
        return {};
    }
    std::string text;
    for (const ifaddrs* entry = first; entry != nullptr; entry = entry->ifa_next) {
        const bool is_up = (entry->ifa_flags & IFF_UP) != 0 && (entry->ifa_flags & IFF_LOOPBACK) == 0;
        if (entry->ifa_addr == nullptr || entry->ifa_addr->sa_family != AF_INET || !is_up) {
            continue;
        }
        const auto* address = reinterpret_cast<const sockaddr_in*>(entry->ifa_addr);
        std::array<char, INET_ADDRSTRLEN> shown{};
        ::inet_ntop(AF_INET, &address->sin_addr, shown.data(), shown.size());
        text += std::string(text.empty() ? "" : " ") + entry->ifa_name + "=" + shown.data();
    }
    ::freeifaddrs(first);
    return text;
}

}  // namespace causeway::job
