/// The process that moves the packets: reads them from the hosts' devices, lets the emulation say
/// when they arrive, and writes them to the receivers' devices at that time.
#pragma once

#include "testbed/control.hpp"
#include "testbed/early_waking.hpp"
#include "testbed/emulation.hpp"
#include "testbed/lag.hpp"
#include "testbed/namespaces.hpp"
#include "testbed/noise_makers.hpp"
#include "testbed/system.hpp"
#include "testbed/urgency.hpp"

#include "causeway/base/json_input.hpp"
#include "causeway/base/json_output.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace causeway::testbed {

class Router {
public:
    /// `hosts` in the order of hosts_of(grid). If `lifeline` is not empty, the router ends when that
    /// pipe's writers are gone.
    Router(Grid grid, std::vector<HostParts> hosts, Descriptor listener, Descriptor lifeline);

    /// Moves packets and answers requests until it is told to stop, by a request, by SIGTERM, SIGINT
    /// or SIGHUP, or by the end of the lifeline.
    void run();

private:
    /// A packet's bytes, kept from reading to writing.
    struct Buffer {
        std::vector<std::byte> bytes;
        std::size_t size = 0;
    };

    void watch(const Descriptor& descriptor, std::uint64_t token);
    void handle(std::uint64_t token);
    void read_packets(int host);
    void set_reading(int host, bool reading);
    void resume_reading(Seconds now);
    void deliver_due(Seconds now);
    [[nodiscard]] int destination(const Buffer& buffer) const;
    [[nodiscard]] static Bytes data_of(const Buffer& buffer);

    void accept_connection();
    void end_connection(std::uint64_t token);
    void answer(std::uint64_t token);
    void enter(const Descriptor& connection, const base::JsonInput& request);
    [[nodiscard]] base::JsonOutput status() const;
    void change(const base::JsonInput& request);
    void make_noise(const Noise& noise);
    void make_due_changes(Seconds now);

    Emulation emulation_;
    std::vector<Host> names_;
    std::vector<HostParts> hosts_;
    Descriptor listener_;
    Descriptor lifeline_;
    Descriptor signals_;
    Descriptor events_;
    std::map<std::uint64_t, Descriptor> connections_;
    std::uint64_t next_connection_;

    std::vector<Buffer> buffers_;
    std::vector<std::uint32_t> free_buffers_;
    std::vector<bool> reading_;  ///< false: the host's NIC has a backlog
    int num_paused_ = 0;

    LagHistogram lag_;
    std::int64_t num_delivered_ = 0;
    std::int64_t num_dropped_ = 0;
    std::int64_t num_lost_ = 0;
    std::size_t num_changes_made_ = 0;  ///< of the grid's timed ones
    Seconds start_{0};
    Urgency urgency_ = Urgency::kOrdinary;
    AwakeProcessors processors_;
    NoiseMakers noise_makers_;
    EarlyWaking waking_;
    bool stopping_ = false;
};

}  // namespace causeway::testbed
