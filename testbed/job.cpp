#include "testbed/job.hpp"

#include "testbed/urgency.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include <poll.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace causeway::testbed {

namespace {

// An MPI's launcher takes about a second to stop its ranks.
constexpr Seconds kGrace{3.0};

// What shells use for "cannot be run", "killed by signal N" and timeout(1) for "took too long".
constexpr int kCannotRun = 127;
constexpr int kSignalBase = 128;
constexpr int kTimedOut = 124;

int exit_code_of(int status) {
    return WIFSIGNALED(status) ? kSignalBase + WTERMSIG(status) : WEXITSTATUS(status);
}

sigset_t watched_signals() {
    sigset_t set{};
    sigemptyset(&set);
    for (const int signal : {SIGCHLD, SIGINT, SIGTERM, SIGHUP}) {
        sigaddset(&set, signal);
    }
    return set;
}

/// Receives the watched signals as data; they are blocked for as long as it lives.
class SignalWatch {
public:
    SignalWatch() {
        const sigset_t set = watched_signals();
        require(::sigprocmask(SIG_BLOCK, &set, &before_), "cannot block signals");
        descriptor_ = Descriptor(require(::signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK), "cannot receive signals"));
    }
    SignalWatch(const SignalWatch&) = delete;
    SignalWatch& operator=(const SignalWatch&) = delete;
    ~SignalWatch() { restore(); }

    void restore() const { ::sigprocmask(SIG_SETMASK, &before_, nullptr); }

    [[nodiscard]] const Descriptor& descriptor() const { return descriptor_; }

    /// The next signal that has come; nothing if none has.
    [[nodiscard]] std::optional<signalfd_siginfo> next() const {
        signalfd_siginfo information{};
        const ssize_t size = ::read(descriptor_.number(), &information, sizeof information);
        return size == static_cast<ssize_t>(sizeof information) ? std::optional(information) : std::nullopt;
    }

private:
    sigset_t before_{};
    Descriptor descriptor_;
};

/// The command itself, in its host.
[[noreturn]] void become_command(const HostNamespaces& namespaces, const Command& command) {
    try {
        enter_host(namespaces);
        mount_own_proc();
        for (const auto& [name, value] : command.environment) {
            ::setenv(name.c_str(), value.c_str(), 1);
        }
        execute(command.words);
    } catch (const std::exception& error) {
        fmt::print(stderr, "causeway-testbed: {}\n", error.what());
    }
    ::_exit(kCannotRun);
}

/// The first process of the job's namespace: starts the command, collects what dies, and ends when
/// the command does or when `launcher` or `router` falls silent. Its end is the end of the job.
[[noreturn]] void watch_over(const HostNamespaces& namespaces, const Command& command, const Descriptor& launcher,
                             const Descriptor& router) {
    const SignalWatch signals;
    if (namespaces.user) {
        give_way_in_own_session();
    }
    const pid_t child = ::fork();
    if (child < 0) {
        ::_exit(kCannotRun);
    }
    if (child == 0) {
        signals.restore();
        become_command(namespaces, command);
    }
    std::array<pollfd, 3> watched = {pollfd{.fd = signals.descriptor().number(), .events = POLLIN, .revents = 0},
                                     pollfd{.fd = launcher.number(), .events = POLLIN, .revents = 0},
                                     pollfd{.fd = router.number(), .events = POLLIN, .revents = 0}};
    while (true) {
        ::poll(watched.data(), watched.size(), -1);
        if (watched[1].revents != 0 || watched[2].revents != 0) {
            ::_exit(kSignalBase + SIGKILL);
        }
        while (const auto signal = signals.next()) {
            const int number = static_cast<int>(signal->ssi_signo);
            // What the terminal sends, it sends to the command as well.
            if (number != SIGCHLD && signal->ssi_code != SI_KERNEL) {
                ::kill(child, number);
            }
        }
        int status = 0;
        pid_t ended = 0;
        while ((ended = ::waitpid(-1, &status, WNOHANG)) > 0) {
            if (ended == child) {
                ::_exit(exit_code_of(status));
            }
        }
    }
}

/// fork() into a new process namespace.
pid_t fork_into_new_process_namespace() {
    return static_cast<pid_t>(::syscall(SYS_clone, CLONE_NEWPID | SIGCHLD, nullptr, nullptr, nullptr, 0UL));
}

/// Closes what the launcher has open and the job must not keep alive, such as the lifeline of a grid.
void close_all_but(const std::vector<int>& kept) {
    constexpr int kMostInherited = 1024;
    for (int number = STDERR_FILENO + 1; number < kMostInherited; ++number) {
        bool keep = false;
        for (const int wanted : kept) {
            keep = keep || wanted == number;
        }
        if (!keep) {
            ::close(number);
        }
    }
}

}  // namespace

HostNamespaces ask_for_host(const Descriptor& connection, const std::string& host) {
    Message answer = ask(connection, {{"request", "enter"}, {"host", host}});
    constexpr std::size_t kWithoutUser = 4;
    std::vector<Descriptor>& received = answer.descriptors;
    if (received.size() < kWithoutUser) {
        throw base::Error("the grid's router did not pass on the namespaces of host " + host);
    }
    HostNamespaces namespaces;
    namespaces.mounts = std::move(received[0]);
    namespaces.network = std::move(received[1]);
    namespaces.host_name = std::move(received[2]);
    namespaces.communication = std::move(received[3]);
    if (received.size() > kWithoutUser) {
        namespaces.user = std::move(received[kWithoutUser]);
    }
    return namespaces;
}

void execute(const std::vector<std::string>& words) {
    std::vector<char*> arguments;
    for (const std::string& word : words) {
        arguments.push_back(const_cast<char*>(word.c_str()));  // execvp does not write to them
    }
    arguments.push_back(nullptr);
    ::execvp(arguments.front(), arguments.data());
    throw system_error("cannot run " + words.front());
}

Ending run_job(const StateFolder& folder, const Command& command, std::optional<Seconds> timeout) {
    const std::optional<Descriptor> router = connect_to(folder.control());
    if (!router) {
        throw base::Error("the grid is not up any more");
    }
    const HostNamespaces namespaces = ask_for_host(*router, command.host);
    enter_user_namespace(namespaces.user);

    const SignalWatch signals;
    Pipe lifeline = make_pipe();
    const pid_t child = require(fork_into_new_process_namespace(), "cannot make a namespace of processes");
    if (child == 0) {
        signals.restore();
        close_all_but({lifeline.read_end.number(), router->number(), namespaces.user.number(),
                       namespaces.mounts.number(), namespaces.network.number(), namespaces.host_name.number(),
                       namespaces.communication.number()});
        watch_over(namespaces, command, lifeline.read_end, *router);
    }
    lifeline.read_end.close();

    Ending ending;
    Seconds deadline = timeout ? monotonic_now() + *timeout : Seconds::infinity();
    bool stopping = false;
    while (true) {
        pollfd watched{.fd = signals.descriptor().number(), .events = POLLIN, .revents = 0};
        const bool is_limited = deadline < Seconds::infinity();
        const timespec wait = is_limited ? to_timespec(deadline - monotonic_now()) : timespec{};
        ::ppoll(&watched, 1, is_limited ? &wait : nullptr, nullptr);
        while (const auto signal = signals.next()) {
            const int number = static_cast<int>(signal->ssi_signo);
            if (number == SIGCHLD) {
                continue;
            }
            if (namespaces.user || signal->ssi_code != SI_KERNEL) {
                ::kill(child, number);
            }
            ending.interrupted = true;
            ending.exit_code = kSignalBase + number;
            if (!stopping) {
                stopping = true;
                deadline = monotonic_now() + kGrace;
            }
        }
        int status = 0;
        if (::waitpid(child, &status, WNOHANG) == child) {
            if (!ending.interrupted && !ending.timed_out) {
                ending.exit_code = exit_code_of(status);
            }
            return ending;
        }
        if (monotonic_now() >= deadline) {
            if (stopping) {
                lifeline.write_end.close();
                deadline = Seconds::infinity();
            } else {
                stopping = true;
                ending.timed_out = true;
                ending.exit_code = kTimedOut;
                ::kill(child, SIGTERM);
                deadline = monotonic_now() + kGrace;
            }
        }
    }
}

}  // namespace causeway::testbed
