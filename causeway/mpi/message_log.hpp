/// When the messages of one call left this process and came to it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace causeway::mpi {

struct LoggedMessage {
    int strand = 0;
    std::size_t step = 0;  ///< of this process' sends in the strand, or of its receives, as the program has them
    int peer = 0;          ///< rank of the communicator
    bool is_sent = false;
    std::int64_t bytes = 0;
    /// On the clock of PMPI_Wtime: when it was handed to the MPI library, or was seen to have come.
    double seconds = 0.0;
};

/// Of one call of not too many messages. By one thread.
class MessageLog {
public:
    static constexpr std::size_t kMost = 2048;

    /// What a call adds must not fail. Throws std::bad_alloc.
    MessageLog() { messages_.reserve(kMost); }

    /// For another call.
    void clear() noexcept {
        messages_.clear();
        is_whole_ = true;
    }

    void add(const LoggedMessage& message) noexcept {
        if (messages_.size() < kMost) {
            messages_.push_back(message);
        } else {
            is_whole_ = false;
        }
    }

    /// Something of the call is not in it.
    void lacks_some() noexcept { is_whole_ = false; }

    /// Whether it has all of them.
    [[nodiscard]] bool is_whole() const { return is_whole_; }
    [[nodiscard]] const std::vector<LoggedMessage>& messages() const { return messages_; }

private:
    std::vector<LoggedMessage> messages_;
    bool is_whole_ = true;
};

}  // namespace causeway::mpi
