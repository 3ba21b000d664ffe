/// Messages between a grid's router and the commands.
#include "testbed/control.hpp"

#include "causeway/base/json_input.hpp"
#include "causeway/base/json_output.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include <sys/socket.h>
#include <unistd.h>

namespace causeway::testbed {
namespace {

TEST(Control, CarriesMessagesOfAnyLengthAndTheDescriptorsWithThem) {
    std::array<int, 2> numbers{};
    ASSERT_EQ(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, numbers.data()), 0);
    const Descriptor sender(numbers[0]);
    const Descriptor receiver(numbers[1]);
    for (const std::size_t length : {0U, 1000U, 65536U, 10000000U}) {
        send_message(sender, {{"text", std::string(length, 'x')}}, {STDIN_FILENO, STDOUT_FILENO});
        const std::optional<Message> message = receive_message(receiver);
        ASSERT_TRUE(message.has_value());
        EXPECT_EQ(message->content().member("text").string().size(), length);
        EXPECT_EQ(message->descriptors.size(), 2U);
    }
}

}  // namespace
}  // namespace causeway::testbed
