#include "testbed/router.hpp"

#include "testbed/network_device.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <limits>
#include <utility>

#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <unistd.h>

namespace causeway::testbed {

namespace {

using base::JsonInput;
using base::JsonOutput;

// What an epoll event is about: below kFirstSpecial the number of a host, then these, then
// connections.
constexpr std::uint64_t kFirstSpecial = 1000;
constexpr std::uint64_t kListener = 1000;
constexpr std::uint64_t kLifeline = 1001;
constexpr std::uint64_t kSignals = 1002;
constexpr std::uint64_t kFirstConnection = 1003;

// A NIC takes packets ahead of sending them, but not many: what it does not take stays in the
// sending host's kernel, where TCP notices. Half a millisecond is some 6 large packets at 110 MB/s.
constexpr Seconds kNicAhead{0.001};
constexpr Seconds kNicResume{0.0005};

// Packets read from one host before looking at the others and at what is due.
constexpr int kReadBatch = 16;

}  // namespace

Router::Router(Grid grid, std::vector<HostParts> hosts, Descriptor listener, Descriptor lifeline)
    : emulation_(std::move(grid)),
      names_(hosts_of(emulation_.grid())),
      hosts_(std::move(hosts)),
      listener_(std::move(listener)),
      lifeline_(std::move(lifeline)),
      events_(require(::epoll_create1(EPOLL_CLOEXEC), "cannot make an epoll descriptor")),
      next_connection_(kFirstConnection),
      reading_(hosts_.size(), true) {
    sigset_t stop{};
    sigemptyset(&stop);
    sigaddset(&stop, SIGTERM);
    sigaddset(&stop, SIGINT);
    sigaddset(&stop, SIGHUP);
    require(::sigprocmask(SIG_BLOCK, &stop, nullptr), "cannot block signals");
    signals_ = Descriptor(require(::signalfd(-1, &stop, SFD_CLOEXEC), "cannot receive signals"));

    for (std::size_t h = 0; h < hosts_.size(); ++h) {
        if (hosts_[h].device) {
            watch(hosts_[h].device, h);
        }
    }
    watch(listener_, kListener);
    watch(signals_, kSignals);
    if (lifeline_) {
        watch(lifeline_, kLifeline);
    }
}

void Router::watch(const Descriptor& descriptor, std::uint64_t token) {
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.u64 = token;
    require(::epoll_ctl(events_.number(), EPOLL_CTL_ADD, descriptor.number(), &event), "cannot wait for a descriptor");
}

void Router::run() {
    make_noise(Noise(emulation_.grid().noise));
    start_ = monotonic_now();
    constexpr int kMostEvents = 64;
    std::array<epoll_event, kMostEvents> ready{};
    while (!stopping_) {
        const Seconds now = monotonic_now();
        make_due_changes(now);
        deliver_due(now);
        resume_reading(now);
        processors_.let_go_if_quiet(now);
        Seconds wait = std::min(emulation_.next_wake(), processors_.end()) - monotonic_now();
        if (num_paused_ > 0) {
            wait = std::min(wait, kNicResume);
        }
        if (num_changes_made_ < emulation_.grid().changes.size()) {
            wait = std::min(wait, start_ + emulation_.grid().changes[num_changes_made_].after - now);
        }
        wait = waking_.sleep(std::min(wait, Seconds(1)), monotonic_now());
        const timespec timeout = to_timespec(wait);
        const int count = ::epoll_pwait2(events_.number(), ready.data(), kMostEvents, &timeout, nullptr);
        if (count < 0 && errno != EINTR) {
            throw system_error("cannot wait for packets");
        }
        if (count == 0 && wait > Seconds(0)) {
            waking_.woke_up(monotonic_now());
        }
        for (int i = 0; i < count; ++i) {
            handle(ready[static_cast<std::size_t>(i)].data.u64);
        }
    }
}

void Router::handle(std::uint64_t token) {
    if (token < kFirstSpecial) {
        read_packets(static_cast<int>(token));
    } else if (token == kListener) {
        accept_connection();
    } else if (token == kLifeline || token == kSignals) {
        stopping_ = true;
    } else {
        answer(token);
    }
}

/// The host to which an IPv4 packet goes; -1 if it is not for one of them.
int Router::destination(const Buffer& buffer) const {
    constexpr std::size_t kDestinationOffset = 16;
    constexpr std::size_t kHeaderSize = 20;
    constexpr unsigned kIpv4 = 4;
    if (buffer.size < kHeaderSize || std::to_integer<unsigned>(buffer.bytes[0]) >> 4U != kIpv4) {
        return -1;
    }
    std::uint32_t address = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        address = (address << 8U) | std::to_integer<std::uint32_t>(buffer.bytes[kDestinationOffset + i]);
    }
    const int host = static_cast<int>(address & 0xFFU) - 1;
    const bool is_ours = host >= 0 && host < static_cast<int>(hosts_.size()) &&
                         address == hosts_[static_cast<std::size_t>(host)].address;
    return is_ours ? host : -1;
}

/// What an IPv4 packet carries beside its headers and those of TCP.
Bytes Router::data_of(const Buffer& buffer) {
    constexpr unsigned kWord = 4;  // bytes: lengths of headers are counted in words
    constexpr unsigned kTcp = 6;
    constexpr std::size_t kProtocolOffset = 9;
    constexpr std::size_t kTcpLengthOffset = 12;
    const std::size_t ip = kWord * (std::to_integer<std::size_t>(buffer.bytes[0]) & 0xFU);
    std::size_t headers = ip;
    if (std::to_integer<unsigned>(buffer.bytes[kProtocolOffset]) == kTcp && buffer.size > ip + kTcpLengthOffset) {
        headers += kWord * (std::to_integer<std::size_t>(buffer.bytes[ip + kTcpLengthOffset]) >> 4U);
    }
    return Bytes(buffer.size > headers ? static_cast<std::int64_t>(buffer.size - headers) : 0);
}

void Router::read_packets(int host) {
    const Descriptor& device = hosts_[static_cast<std::size_t>(host)].device;
    const Seconds now = monotonic_now();
    for (int i = 0; i < kReadBatch; ++i) {
        if (emulation_.nic_backlog(host, now) > kNicAhead) {
            set_reading(host, false);
            return;
        }
        if (free_buffers_.empty()) {
            free_buffers_.push_back(static_cast<std::uint32_t>(buffers_.size()));
            buffers_.push_back(
                {.bytes = std::vector<std::byte>(static_cast<std::size_t>(emulation_.grid().mtu.value()))});
        }
        const std::uint32_t packet = free_buffers_.back();
        Buffer& buffer = buffers_[packet];
        const ssize_t size = ::read(device.number(), buffer.bytes.data(), buffer.bytes.size());
        if (size <= 0) {
            return;
        }
        buffer.size = static_cast<std::size_t>(size);
        const int to = destination(buffer);
        if (to < 0 || to == host) {
            continue;  // IPv6's search for neighbours and the like: nobody is there
        }
        if (emulation_.send({packet, host, to, Bytes(size), data_of(buffer)}, now)) {
            free_buffers_.pop_back();
            if (!emulation_.grid().noise.has_ordinary_router) {
                processors_.keep(now);
            }
        } else {
            ++num_dropped_;
        }
    }
}

void Router::set_reading(int host, bool reading) {
    epoll_event event{};
    event.events = reading ? EPOLLIN : 0U;
    event.data.u64 = static_cast<std::uint64_t>(host);
    ::epoll_ctl(events_.number(), EPOLL_CTL_MOD, hosts_[static_cast<std::size_t>(host)].device.number(), &event);
    reading_[static_cast<std::size_t>(host)] = reading;
    num_paused_ += reading ? -1 : 1;
}

void Router::resume_reading(Seconds now) {
    if (num_paused_ == 0) {
        return;
    }
    for (std::size_t h = 0; h < hosts_.size(); ++h) {
        if (!reading_[h] && emulation_.nic_backlog(static_cast<int>(h), now) <= kNicResume) {
            set_reading(static_cast<int>(h), true);
        }
    }
}

void Router::deliver_due(Seconds now) {
    const Emulation::Progress& progress = emulation_.advance(now);
    for (const Emulation::Delivery& delivery : progress.delivered) {
        const Buffer& buffer = buffers_[delivery.packet];
        lag_.add(monotonic_now() - delivery.due);
        const ssize_t written =
            ::write(hosts_[static_cast<std::size_t>(delivery.to)].device.number(), buffer.bytes.data(), buffer.size);
        ++(written < 0 ? num_dropped_ : num_delivered_);
        free_buffers_.push_back(delivery.packet);
    }
    for (const std::uint32_t packet : progress.lost) {
        ++num_lost_;
        free_buffers_.push_back(packet);
    }
    for (const std::uint32_t packet : progress.dropped) {
        ++num_dropped_;
        free_buffers_.push_back(packet);
    }
}

void Router::make_noise(const Noise& noise) {
    urgency_ = noise.has_ordinary_router ? lower_urgency() : raise_urgency();
    noise_makers_.start(noise, hosts_, emulation_.grid().seed);
    emulation_.apply(noise);
}

void Router::make_due_changes(Seconds now) {
    const std::vector<TimedChange>& changes = emulation_.grid().changes;
    while (num_changes_made_ < changes.size() && start_ + changes[num_changes_made_].after <= now) {
        emulation_.apply(changes[num_changes_made_++].change);
    }
}

void Router::accept_connection() {
    Descriptor connection(::accept4(listener_.number(), nullptr, nullptr, SOCK_CLOEXEC));
    if (!connection) {
        return;
    }
    const std::uint64_t token = next_connection_++;
    watch(connection, token);
    connections_.emplace(token, std::move(connection));
}

/// Processes that make noise may still have it open, for a moment: closing it would not end what is told of it.
void Router::end_connection(std::uint64_t token) {
    const auto connection = connections_.find(token);
    ::epoll_ctl(events_.number(), EPOLL_CTL_DEL, connection->second.number(), nullptr);
    connections_.erase(connection);
}

void Router::answer(std::uint64_t token) {
    const Descriptor& connection = connections_.at(token);
    try {
        const std::optional<Message> message = receive_message(connection);
        if (!message) {
            end_connection(token);
            return;
        }
        try {
            const JsonInput request = message->content();
            const std::string wanted = request.member("request").string();
            if (wanted == "enter") {
                enter(connection, request);
            } else if (wanted == "status") {
                send_message(connection, status());
            } else if (wanted == "reset") {
                lag_ = {};
                send_message(connection, JsonOutput::object());
            } else if (wanted == "set") {
                change(request);
                send_message(connection, JsonOutput::object());
            } else if (wanted == "noise") {
                make_noise(read_noise(request.member("noise"), emulation_.grid()));
                send_message(connection, JsonOutput::object());
            } else if (wanted == "down") {
                stopping_ = true;  // the end of the connection is the answer
            } else {
                send_message(connection, {{"error", "unknown request '" + wanted + "'"}});
            }
        } catch (const base::InputError& error) {
            send_message(connection, {{"error", std::string("malformed request: ") + error.what()}});
        }
    } catch (const base::Error&) {
        end_connection(token);  // the other side is gone in the middle of a sentence
    }
}

void Router::enter(const Descriptor& connection, const JsonInput& request) {
    const std::string wanted = request.member("host").string();
    for (std::size_t h = 0; h < names_.size(); ++h) {
        if (names_[h].name == wanted) {
            const HostNamespaces& namespaces = hosts_[h].namespaces;
            std::vector<int> numbers = {namespaces.mounts.number(), namespaces.network.number(),
                                        namespaces.host_name.number(), namespaces.communication.number()};
            if (namespaces.user) {
                numbers.push_back(namespaces.user.number());
            }
            send_message(connection, JsonOutput::object(), numbers);
            return;
        }
    }
    send_message(connection, {{"error", fmt::format("the grid has no host '{}'; its hosts are {} to {}", wanted,
                                                    names_.front().name, names_.back().name)}});
}

JsonOutput Router::status() const {
    constexpr std::array<const char*, 3> kUrgencyNames = {"ordinary", "nice", "real-time"};
    Grid grid = emulation_.grid();
    grid.changes.erase(grid.changes.begin(), grid.changes.begin() + static_cast<std::ptrdiff_t>(num_changes_made_));
    return {{"pid", ::getpid()},
            {"packets", num_delivered_},
            {"drops", num_dropped_},
            {"lost", num_lost_},
            {"up_for", (monotonic_now() - start_).value()},
            {"priority", kUrgencyNames.at(static_cast<std::size_t>(urgency_))},
            {"lag", std::vector(lag_.counts().begin(), lag_.counts().end())},
            {"traffic", traffic_json(emulation_.traffic(), grid)},
            {"grid", JsonOutput::parse(grid_text(grid))}};
}

/// The sender has checked names and values; parts come as numbers, and no value as the infinite one.
void Router::change(const JsonInput& request) {
    const auto number = [](const JsonInput& part) {
        return static_cast<int>(part.integer(0, std::numeric_limits<int>::max()));
    };
    const int part = number(request.member("part"));
    const auto other_part = request.optional_member("other_part");
    const JsonInput value = request.member("value");
    emulation_.apply({.what = &quantity(request.member("what").string(), "set", ""),
                      .part = part,
                      .other_part = other_part ? number(*other_part) : part,
                      .value = value.is_null() ? std::numeric_limits<double>::infinity() : value.number()});
}

}  // namespace causeway::testbed
