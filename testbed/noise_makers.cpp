#include "testbed/noise_makers.hpp"

#include "testbed/system.hpp"

#include "causeway/base/random.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <csignal>
#include <cstddef>
#include <functional>

#include <netinet/in.h>
#include <poll.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace causeway::testbed {

namespace {

constexpr std::size_t kPiece = 16384;          // bytes that are sent at once
constexpr double kMostToCatchUp = 4 * kPiece;  // what a connection of a given rate may catch up with at once

[[noreturn]] void compute() {
    std::atomic<std::uint64_t> count{0};  // a loop without any effect need not be one
    while (true) {
        ++count;
    }
}

/// How long something lasts that ends at any moment with the same likelihood.
Seconds random_time(Seconds mean, base::Random& random) {
    return -std::log(1.0 - random.between(0.0, 1.0)) * mean;
}

struct Connection {
    Descriptor sender;
    Descriptor receiver;
};

/// A socket stays in the network in which it was made: one process can have both ends.
Connection connect(const HostParts& from, const HostParts& to) {
    const auto socket_in = [](const HostParts& host) {
        require(::setns(host.namespaces.network.number(), CLONE_NEWNET), "cannot enter a host's network");
        return Descriptor(require(::socket(AF_INET, SOCK_STREAM, 0), "cannot open a socket"));
    };
    const Descriptor listener = socket_in(to);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(to.address);
    require(::bind(listener.number(), general(address), sizeof address), "cannot bind a socket");
    require(::listen(listener.number(), 1), "cannot listen");
    socklen_t size = sizeof address;
    require(::getsockname(listener.number(), static_cast<sockaddr*>(static_cast<void*>(&address)), &size),
            "cannot learn a port");
    Connection result{.sender = socket_in(from), .receiver = {}};
    require(::connect(result.sender.number(), general(address), size), "cannot connect two hosts");
    result.receiver = Descriptor(require(::accept(listener.number(), nullptr, nullptr), "cannot accept"));
    return result;
}

/// Sends, while it is time to, and takes what comes, until the connection breaks.
void pass_data(const Connection& connection, const CrossTraffic& traffic, base::Random random) {
    std::array<std::byte, std::size_t{1} << 17U> taken{};
    const std::array<std::byte, kPiece> piece{};
    const bool has_rate = !std::isinf(traffic.rate.value());
    bool is_on = true;
    Seconds last = monotonic_now();
    Seconds change = traffic.off > Seconds(0) ? last + random_time(traffic.on, random) : Seconds::infinity();
    double allowed = 0;  // bytes
    while (true) {
        const Seconds now = monotonic_now();
        if (now >= change) {
            is_on = !is_on;
            change = now + random_time(is_on ? traffic.on : traffic.off, random);
        }
        allowed =
            has_rate ? std::min(allowed + traffic.rate.value() * (now - last).value(), kMostToCatchUp) : kMostToCatchUp;
        last = now;
        const bool may_send = is_on && allowed >= static_cast<double>(kPiece);
        std::array<pollfd, 2> watched = {
            pollfd{.fd = connection.receiver.number(), .events = POLLIN, .revents = 0},
            pollfd{.fd = may_send ? connection.sender.number() : -1, .events = POLLOUT, .revents = 0}};
        Seconds wait = std::min(change - now, Seconds(1));
        if (is_on && !may_send) {
            wait = std::min(wait, Seconds((static_cast<double>(kPiece) - allowed) / traffic.rate.value()));
        }
        const timespec timeout = to_timespec(wait);
        ::ppoll(watched.data(), watched.size(), &timeout, nullptr);
        if (watched[0].revents != 0 && ::recv(connection.receiver.number(), taken.data(), taken.size(), 0) <= 0) {
            return;
        }
        if (watched[1].revents != 0) {
            const ssize_t sent =
                ::send(connection.sender.number(), piece.data(), piece.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
            allowed -= static_cast<double>(std::max<ssize_t>(sent, 0));
        }
    }
}

/// A process that does `work`, as somebody else's would: in a session of its own, with ordinary priority, with nothing
/// that the calling process has open but what `work` opens.
pid_t start_process(const std::function<void()>& work) {
    const pid_t parent = ::getpid();
    const pid_t child = require(::fork(), "cannot start a process");
    if (child != 0) {
        return child;
    }
    ::prctl(PR_SET_PDEATHSIG, static_cast<unsigned long>(SIGKILL), 0UL, 0UL, 0UL);
    if (::getppid() != parent) {
        ::_exit(1);
    }
    ::setsid();
    const sched_param ordinary{};
    ::sched_setscheduler(0, SCHED_OTHER, &ordinary);
    ::setpriority(PRIO_PROCESS, 0, 0);
    sigset_t none{};
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    try {
        work();
    } catch (const std::exception&) {
        ::_exit(1);  // the network is a bad one: traffic that cannot be is none
    }
    ::_exit(0);
}

void close_from(int first) {
    ::close_range(static_cast<unsigned>(first), ~0U, 0);
}

/// Connects anew, after a while, whenever the connection breaks: loss may do that.
[[noreturn]] void make_traffic(const CrossTraffic& traffic, const std::vector<HostParts>& hosts, std::uint64_t seed) {
    // Only the two networks are needed: what else is open would outlive the one who opened it.
    constexpr int kFirst = STDERR_FILENO + 1;
    const auto network_of = [&hosts](int host) {
        return ::dup(hosts[static_cast<std::size_t>(host)].namespaces.network.number());
    };
    const int from_network = network_of(traffic.from);
    const int to_network = network_of(traffic.to);
    HostParts from;
    HostParts to;
    from.address = hosts[static_cast<std::size_t>(traffic.from)].address;
    to.address = hosts[static_cast<std::size_t>(traffic.to)].address;
    const int high = std::max(from_network, to_network) + 2;
    from.namespaces.network = Descriptor(require(::dup2(from_network, high), "cannot keep a network"));
    to.namespaces.network = Descriptor(require(::dup2(to_network, high + 1), "cannot keep a network"));
    ::close_range(static_cast<unsigned>(kFirst), static_cast<unsigned>(high - 1), 0);
    close_from(high + 2);
    for (std::uint64_t attempt = 0;; ++attempt) {
        try {
            pass_data(connect(from, to), traffic, base::Random(base::Random::stream(seed, attempt)));
        } catch (const std::exception&) {
            // It may come back.
        }
        const timespec pause = to_timespec(Seconds(1));
        ::nanosleep(&pause, nullptr);
    }
}

}  // namespace

void NoiseMakers::start(const Noise& noise, const std::vector<HostParts>& hosts, std::uint64_t seed) {
    stop();
    for (int loop = 0; loop < noise.busy_loops; ++loop) {
        processes_.push_back(start_process([] {
            close_from(STDERR_FILENO + 1);
            compute();
        }));
    }
    std::uint64_t stream = 0;
    for (const CrossTraffic& traffic : noise.cross_traffic) {
        const std::uint64_t own_seed = base::Random::stream(seed, stream++);
        processes_.push_back(start_process([&] { make_traffic(traffic, hosts, own_seed); }));
    }
}

void NoiseMakers::stop() noexcept {
    for (const pid_t process : processes_) {
        ::kill(process, SIGKILL);
    }
    for (const pid_t process : processes_) {
        ::waitpid(process, nullptr, 0);
    }
    processes_.clear();
}

}  // namespace causeway::testbed
