#include "testbed/lifecycle.hpp"

#include "testbed/control.hpp"
#include "testbed/kernel_switch.hpp"
#include "testbed/namespaces.hpp"
#include "testbed/network_device.hpp"
#include "testbed/router.hpp"

#include "causeway/base/digest.hpp"
#include "causeway/base/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace causeway::testbed {

namespace {

namespace fs = std::filesystem;

/// What the new process reports when the grid can be used; anything else is the reason why not.
constexpr const char* kReady = "ready";

/// Detaches the calling process from its terminal and from everything its parent had open, except
/// `kept`: a pipe that a test harness waits on must not stay open in the background.
void become_background_process(const StateFolder& folder, const std::vector<int>& kept) {
    ::setsid();
    const Descriptor nothing = open_file("/dev/null", O_RDWR);
    const Descriptor log = open_file(folder.log(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    ::dup2(nothing.number(), STDIN_FILENO);
    ::dup2(nothing.number(), STDOUT_FILENO);
    ::dup2(log.number(), STDERR_FILENO);
    std::vector<int> inherited;
    for (const fs::directory_entry& entry : fs::directory_iterator("/proc/self/fd")) {
        inherited.push_back(std::atoi(entry.path().filename().c_str()));
    }
    for (const int number : inherited) {
        if (number > STDERR_FILENO && number != nothing.number() && number != log.number() &&
            std::find(kept.begin(), kept.end(), number) == kept.end()) {
            ::close(number);
        }
    }
    require(::chdir("/"), "cannot go to /");
}

/// A third part of addresses that differs between grids, from 1 to 254.
int subnet_of(std::string_view text) {
    constexpr std::uint64_t kSubnets = 254;
    return static_cast<int>(1 + base::digest(text).value % kSubnets);
}

/// The grid's own process: makes the hosts, says that they are there, moves packets to the end.
void serve(const StateFolder& folder, const Grid& grid, Descriptor ready, Descriptor lifeline) {
    const std::vector<Host> hosts = hosts_of(grid);
    const std::string text = grid_text(grid);
    const int subnet = subnet_of(text);
    base::write_file(folder.grid(), text);
    base::write_file(folder.hosts(), hosts_file_text(hosts, subnet));
    fs::create_symlink(own_program(), folder.agent());

    allow_all_files();
    require_exact_waits();
    const bool inside_user_namespace = obtain_privilege();
    separate_mounts();
    const std::vector<KernelPort>& ports = grid.sites.front().kernel_ports;
    std::optional<KernelSwitch> joining;
    if (!ports.empty()) {
        joining.emplace();
    }
    std::vector<HostParts> parts;
    for (std::size_t h = 0; h < hosts.size(); ++h) {
        const int number = static_cast<int>(h);
        parts.push_back(make_host(hosts[h].name,
                                  {.address = host_address(subnet, number),
                                   .mtu = static_cast<int>(grid.mtu.value()),
                                   .joined_by = joining ? &*joining : nullptr,
                                   .number = number,
                                   .port = joining ? ports[h] : KernelPort{}},
                                  {.hosts = folder.hosts()}, inside_user_namespace));
    }
    Router router(grid, std::move(parts), listen_at(folder.control()), std::move(lifeline));
    require(static_cast<int>(::write(ready.number(), kReady, std::char_traits<char>::length(kReady))),
            "cannot report that the grid is up");
    ready.close();
    router.run();
    remove_folder(folder);
}

/// Starts the grid's process. `lifeline` may be empty.
void start(const StateRoot& root, const Grid& grid, const std::string& name, Descriptor lifeline) {
    const StateFolder folder = folder_of(root, name);
    const std::optional<Descriptor> lock = claim(folder);
    if (!lock) {
        throw base::Error(
            fmt::format("a grid '{0}' is up already: choose another --name, or take it down with "
                        "'causeway-testbed down {0}'",
                        name));
    }
    Pipe report = make_pipe();
    const pid_t child = require(::fork(), "cannot start the router");
    if (child == 0) {
        int status = 0;
        try {
            become_background_process(folder, {lock->number(), report.write_end.number(), lifeline.number()});
            try {
                serve(folder, grid, std::move(report.write_end), std::move(lifeline));
            } catch (const std::exception& error) {
                fmt::print(stderr, "{}\n", error.what());
                status = 1;
            }
        } catch (const std::exception&) {
            status = 1;
        }
        ::_exit(status);  // the kernel drops the lock
    }
    report.write_end.close();
    std::array<char, 1024> buffer{};
    ssize_t length = 0;
    do {
        length = ::read(report.read_end.number(), buffer.data(), buffer.size());
    } while (length < 0 && errno == EINTR);
    if (length > 0 && std::string_view(buffer.data(), static_cast<std::size_t>(length)) == kReady) {
        return;
    }
    ::waitpid(child, nullptr, 0);
    std::string reason = base::read_file(folder.log());
    while (!reason.empty() && reason.back() == '\n') {
        reason.pop_back();
    }
    remove_folder(folder);
    throw base::Error(reason.empty() ? "the router ended before the grid was up" : reason);
}

/// The process at the other end of a connection, as a descriptor that is readable when it has ended;
/// empty if it has ended already.
Descriptor peer_process(const Descriptor& connection) {
    ucred peer{};
    socklen_t size = sizeof peer;
    require(::getsockopt(connection.number(), SOL_SOCKET, SO_PEERCRED, &peer, &size), "cannot ask who answers");
    return Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, peer.pid, 0)));
}

}  // namespace

void bring_up(const StateRoot& root, const Grid& grid, const std::string& name) {
    start(root, grid, name, {});
}

OwnedGrid bring_up_owned(const StateRoot& root, const Grid& grid, const std::string& name) {
    Pipe pipe = make_pipe();
    start(root, grid, name, std::move(pipe.read_end));
    return {.name = name, .lifeline = std::move(pipe.write_end)};
}

bool take_down(const StateRoot& root, const std::string& name) {
    const StateFolder folder = folder_of(root, name);
    const std::optional<Descriptor> connection = connect_to(folder.control());
    if (!connection) {
        remove_if_dead(folder);
        return false;
    }
    const Descriptor router = peer_process(*connection);
    send_message(*connection, {{"request", "down"}});
    static_cast<void>(receive_message(*connection));
    // The kernel takes its time over a dozen devices.
    constexpr int kLongestEndMilliseconds = 10000;
    pollfd watched{.fd = router.number(), .events = POLLIN, .revents = 0};
    ::poll(&watched, 1, kLongestEndMilliseconds);
    return true;
}

}  // namespace causeway::testbed
