/// What facts are read from: files below a folder, the environment, and questions to the system. Tests plant their own.
#pragma once

#include "causeway/diagnosis/facts.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace causeway::diagnosis {

struct InterfaceAddress {
    std::string interface;
    std::string address;  ///< IPv4
};

struct Machine {
    /// What stands before /proc, /sys, /etc and the folders of PATH: empty for this machine.
    std::string root;
    std::vector<std::string> environment;  ///< "NAME=value"
    std::string host_name;
    std::vector<std::int64_t> processors;  ///< that this process may run on, sorted
    std::function<std::vector<InterfaceAddress>()> addresses;
    std::function<ResolvedName(const std::string& name)> resolve;
    /// Listens at the address and connects to it; why that failed, if it did.
    std::function<std::optional<std::string>(const std::string& address)> connect_to_itself;
};

/// The one that this process runs on.
[[nodiscard]] Machine this_machine();

}  // namespace causeway::diagnosis
