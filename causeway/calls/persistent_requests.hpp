/// Persistent requests that are ours: what MPI_Start, MPI_Startall and MPI_Request_free do with them. The MPI library
/// knows them as requests of its own, so that all others of its functions are none of our business.
#pragma once

#include <mpi.h>

#include <atomic>
#include <cstddef>
#include <memory>

namespace causeway::calls {

/// Something that the program starts again and again.
class Persistent {
public:
    Persistent() = default;
    Persistent(const Persistent&) = delete;
    Persistent& operator=(const Persistent&) = delete;
    virtual ~Persistent() = default;

    /// MPI_Start, of a request that is not active. Local. Returns MPI's code.
    [[nodiscard]] virtual int start() noexcept = 0;
};

/// How many requests of the program are ours. Never less than there are: a thread that uses a request knows of it.
inline constinit std::atomic<std::size_t> num_persistent{0};

/// Whether a request may be ours at all: what every MPI_Start asks first. One atomic load, without a call.
[[nodiscard]] inline bool may_be_persistent() {
    return num_persistent.load(std::memory_order_acquire) != 0;
}

/// From here on `request` stands for `one`, which is kept as long as it does.
void enter_persistent(MPI_Request request, std::shared_ptr<Persistent> one);

/// From here on it does not, if it did: its handle may be that of another one.
void forget_persistent(MPI_Request request) noexcept;

/// MPI_Start, MPI_Startall and MPI_Request_free, where requests may be ours (may_be_persistent). They return MPI's
/// code; errors have been through the communicator's handler.
int start(MPI_Request* request) noexcept;
int start_all(int count, MPI_Request requests[]) noexcept;
int free_request(MPI_Request* request) noexcept;

}  // namespace causeway::calls
