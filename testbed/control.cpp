#include "testbed/control.hpp"

#include "causeway/base/json_output.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>

#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace causeway::testbed {

namespace {

constexpr std::size_t kLongestMessage = 65536;
constexpr std::size_t kMostDescriptors = 8;
// In place of a longer text, which no socket need take: it is in the memory that comes as the last descriptor.
constexpr std::string_view kAttached = "attached";

sockaddr_un address_of(const std::string& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof address.sun_path) {
        throw base::Error("the path of the grid's socket is too long for a UNIX socket (" + path +
                          "): choose a shorter CAUSEWAY_TESTBED_STATE");
    }
    std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
    return address;
}

// A sequenced-packet socket keeps the borders between messages.
Descriptor new_socket() {
    return Descriptor(require(::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0), "cannot open a UNIX socket"));
}

Descriptor in_memory(const std::string& text) {
    Descriptor memory(require(::memfd_create("causeway-testbed-message", MFD_CLOEXEC), "cannot make a file in memory"));
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t count = ::write(memory.number(), text.data() + done, text.size() - done);
        if (count < 0) {
            throw system_error("cannot write a message to memory");
        }
        done += static_cast<std::size_t>(count);
    }
    return memory;
}

std::string text_in(const Descriptor& memory) {
    std::string text;
    std::array<char, kLongestMessage> some{};
    while (true) {
        const ssize_t count = ::pread(memory.number(), some.data(), some.size(), static_cast<off_t>(text.size()));
        if (count < 0) {
            throw system_error("cannot read a message from memory");
        }
        if (count == 0) {
            return text;
        }
        text.append(some.data(), static_cast<std::size_t>(count));
    }
}

}  // namespace

base::JsonInput Message::content() const {
    return base::JsonInput::parse(text, "message");
}

void send_message(const Descriptor& connection, const base::JsonOutput& content, const std::vector<int>& descriptors) {
    std::string text = content.dump();
    std::vector<int> numbers = descriptors;
    Descriptor memory;
    if (text.size() > kLongestMessage) {
        memory = in_memory(text);
        numbers.push_back(memory.number());
        text = kAttached;
    }
    iovec part{.iov_base = text.data(), .iov_len = text.size()};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(kMostDescriptors * sizeof(int))> control{};
    msghdr header{};
    header.msg_iov = &part;
    header.msg_iovlen = 1;
    if (!numbers.empty()) {
        const std::size_t size = numbers.size() * sizeof(int);
        header.msg_control = control.data();
        header.msg_controllen = CMSG_SPACE(size);
        cmsghdr* const attached = CMSG_FIRSTHDR(&header);
        attached->cmsg_level = SOL_SOCKET;
        attached->cmsg_type = SCM_RIGHTS;
        attached->cmsg_len = CMSG_LEN(size);
        std::memcpy(CMSG_DATA(attached), numbers.data(), size);
    }
    if (::sendmsg(connection.number(), &header, MSG_NOSIGNAL) < 0) {
        throw system_error("cannot send a message to the other side");
    }
}

std::optional<Message> receive_message(const Descriptor& connection) {
    std::string text(kLongestMessage, '\0');
    iovec part{.iov_base = text.data(), .iov_len = text.size()};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(kMostDescriptors * sizeof(int))> control{};
    msghdr header{};
    header.msg_iov = &part;
    header.msg_iovlen = 1;
    header.msg_control = control.data();
    header.msg_controllen = control.size();
    ssize_t length = 0;
    do {
        length = ::recvmsg(connection.number(), &header, MSG_CMSG_CLOEXEC);
    } while (length < 0 && errno == EINTR);
    if (length == 0 || (length < 0 && errno == ECONNRESET)) {
        return std::nullopt;
    }
    if (length < 0) {
        throw system_error("cannot receive a message");
    }
    Message message;
    for (cmsghdr* attached = CMSG_FIRSTHDR(&header); attached != nullptr; attached = CMSG_NXTHDR(&header, attached)) {
        if (attached->cmsg_level != SOL_SOCKET || attached->cmsg_type != SCM_RIGHTS) {
            continue;
        }
        const std::size_t count = (attached->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        std::array<int, kMostDescriptors> numbers{};
        std::memcpy(numbers.data(), CMSG_DATA(attached), count * sizeof(int));
        for (std::size_t i = 0; i < count; ++i) {
            message.descriptors.emplace_back(numbers[i]);
        }
    }
    text.resize(static_cast<std::size_t>(length));
    if (text == kAttached && !message.descriptors.empty()) {
        text = text_in(message.descriptors.back());
        message.descriptors.pop_back();
    }
    message.text = std::move(text);
    return message;
}

Descriptor listen_at(const std::string& path) {
    Descriptor socket = new_socket();
    const sockaddr_un address = address_of(path);
    require(::bind(socket.number(), general(address), sizeof address), "cannot make the socket " + path);
    require(::listen(socket.number(), SOMAXCONN), "cannot listen at " + path);
    return socket;
}

std::optional<Descriptor> connect_to(const std::string& path) {
    Descriptor socket = new_socket();
    const sockaddr_un address = address_of(path);
    if (::connect(socket.number(), general(address), sizeof address) != 0) {
        if (errno == ENOENT || errno == ECONNREFUSED) {
            return std::nullopt;
        }
        throw system_error("cannot connect to " + path);
    }
    return socket;
}

Message ask(const Descriptor& connection, const base::JsonOutput& request) {
    send_message(connection, request);
    std::optional<Message> answer = receive_message(connection);
    if (!answer) {
        throw base::Error("the grid's router ended before it answered");
    }
    if (const auto error = answer->content().optional_member("error")) {
        throw base::Error(error->string());
    }
    return *std::move(answer);
}

}  // namespace causeway::testbed
