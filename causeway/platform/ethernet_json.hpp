/// The parameters of a switched Ethernet as they stand in a platform file.
#pragma once

#include "causeway/base/json_input.hpp"
#include "causeway/base/json_output.hpp"
#include "causeway/platform/ethernet.hpp"

#include <string>
#include <vector>

namespace causeway::platform {

/// `hosts`: the names of the cluster's hosts, of which every one, and every pair, must be described. Throws InputError.
[[nodiscard]] Ethernet read_ethernet(const base::JsonInput& input, const std::vector<std::string>& hosts);

/// The reverse. A pair whose two directions are equal is written once.
[[nodiscard]] base::JsonOutput ethernet_json(const Ethernet& ethernet, const std::vector<std::string>& hosts);

/// How the sends of several hosts to one go, as an object of its own.
[[nodiscard]] base::JsonOutput many_to_one_json(const ManyToOne& many);

}  // namespace causeway::platform
