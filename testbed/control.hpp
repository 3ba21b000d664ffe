/// The conversation with a grid's router: JSON messages over its UNIX socket, with descriptors
/// attached.
///
/// Whoever keeps a connection open also learns when the router ends: the connection then ends.
#pragma once

#include "testbed/system.hpp"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <vector>

namespace causeway::testbed {

struct Message {
    nlohmann::json content;
    std::vector<Descriptor> descriptors;
};

/// Sends one message; `descriptors` stay the caller's. Throws Error.
void send_message(const Descriptor& connection, const nlohmann::json& content,
                  const std::vector<int>& descriptors = {});

/// The next message, or nothing at the end of the conversation. Throws Error.
[[nodiscard]] std::optional<Message> receive_message(const Descriptor& connection);

/// Listens at `path`. Throws Error.
[[nodiscard]] Descriptor listen_at(const std::string& path);

/// Connects to the router that listens at `path`; nothing if there is none.
[[nodiscard]] std::optional<Descriptor> connect_to(const std::string& path);

/// Sends a request and returns the answer. Throws Error if the router refuses or is gone.
[[nodiscard]] Message ask(const Descriptor& connection, const nlohmann::json& request);

}  // namespace causeway::testbed
