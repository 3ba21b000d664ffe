/// The processes that make a grid's noise: busy loops, and TCP connections between its hosts.
#pragma once

#include "testbed/namespaces.hpp"
#include "testbed/noise.hpp"

#include <cstdint>
#include <vector>

#include <sys/types.h>

namespace causeway::testbed {

class NoiseMakers {
public:
    NoiseMakers() = default;
    NoiseMakers(const NoiseMakers&) = delete;
    NoiseMakers& operator=(const NoiseMakers&) = delete;
    ~NoiseMakers() { stop(); }

    /// Ends those there are and starts those of `noise`, without waiting for a connection. They end with the calling
    /// process, however it ends. `hosts`: all of the grid; `seed`: of the times at which traffic comes and goes. The
    /// calling process, which must have one thread, must be inside the grid's user namespace. Throws Error.
    void start(const Noise& noise, const std::vector<HostParts>& hosts, std::uint64_t seed);

    void stop() noexcept;

private:
    std::vector<pid_t> processes_;
};

}  // namespace causeway::testbed
