/// The conversation with a grid's router: JSON messages over its UNIX socket, with descriptors
/// attached.
///
/// Whoever keeps a connection open also learns when the router ends: the connection then ends.
#pragma once

#include "testbed/system.hpp"

#include "causeway/base/json_input.hpp"
#include "causeway/base/json_output.hpp"

#include <optional>
#include <string>
#include <vector>

namespace causeway::testbed {

struct Message {
    std::string text;
    std::vector<Descriptor> descriptors;

    /// Throws InputError for a text that is no JSON.
    [[nodiscard]] base::JsonInput content() const;
};

/// Sends one message; `descriptors` stay the caller's. Throws Error.
void send_message(const Descriptor& connection, const base::JsonOutput& content,
                  const std::vector<int>& descriptors = {});

/// The next message, or nothing at the end of the conversation. Throws Error.
[[nodiscard]] std::optional<Message> receive_message(const Descriptor& connection);

/// Listens at `path`. Throws Error.
[[nodiscard]] Descriptor listen_at(const std::string& path);

/// Connects to the router that listens at `path`; nothing if there is none.
[[nodiscard]] std::optional<Descriptor> connect_to(const std::string& path);

/// Sends a request and returns the answer, an object. Throws Error if the router refuses or is gone.
[[nodiscard]] Message ask(const Descriptor& connection, const base::JsonOutput& request);

}  // namespace causeway::testbed
