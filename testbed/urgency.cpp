#include "testbed/urgency.hpp"

#include <cerrno>
#include <cstring>
#include <ctime>

#include <fcntl.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace causeway::testbed {

namespace {

// A job pauses between its phases: longer than that.
constexpr Seconds kQuiet{1.0};

}  // namespace

Urgency raise_urgency() {
    // A woken ordinary process may be let wait for milliseconds while a rank polls. The router sleeps
    // between packets, so being first does not starve the others; the kernel's limit on real-time
    // processes is the safety net.
    sched_param parameters{};
    parameters.sched_priority = ::sched_get_priority_min(SCHED_RR);
    if (::sched_setscheduler(0, SCHED_RR | SCHED_RESET_ON_FORK, &parameters) == 0) {
        return Urgency::kRealTime;
    }
    ::prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
    constexpr int kMostUrgent = -20;
    return ::setpriority(PRIO_PROCESS, 0, kMostUrgent) == 0 ? Urgency::kNice : Urgency::kOrdinary;
}

Urgency lower_urgency() {
    const sched_param ordinary{};
    ::sched_setscheduler(0, SCHED_OTHER | SCHED_RESET_ON_FORK, &ordinary);
    ::setpriority(PRIO_PROCESS, 0, 0);
    return Urgency::kOrdinary;
}

void give_way_in_own_session() {
    // A tenth of the router's share: enough for it to go first, without starving on a busy machine.
    constexpr const char* kBehind = "10";
    constexpr int kBehindNumber = 10;
    ::setsid();
    // Where Linux schedules session by session, a process's own value only counts within its session.
    // The kernel accepts ten changes of a session in a second, of all users together.
    constexpr int kMostTries = 20;
    constexpr timespec kPause{.tv_sec = 0, .tv_nsec = 60'000'000};
    const int file = ::open("/proc/self/autogroup", O_WRONLY | O_CLOEXEC);
    for (int i = 0; file >= 0 && i < kMostTries; ++i) {
        if (::write(file, kBehind, std::strlen(kBehind)) > 0 || errno != EAGAIN) {
            break;
        }
        ::nanosleep(&kPause, nullptr);
    }
    if (file >= 0) {
        ::close(file);
    } else {
        ::setpriority(PRIO_PROCESS, 0, kBehindNumber);
    }
}

void AwakeProcessors::keep(Seconds now) {
    last_packet_ = now;
    if (request_ || is_refused_) {
        return;
    }
    request_ = Descriptor(::open("/dev/cpu_dma_latency", O_WRONLY | O_CLOEXEC));
    const std::int32_t longest_wake_up = 0;  // microseconds
    is_refused_ =
        !request_ || ::write(request_.number(), &longest_wake_up, sizeof longest_wake_up) != sizeof longest_wake_up;
    if (is_refused_) {
        request_.close();
    }
}

void AwakeProcessors::let_go_if_quiet(Seconds now) {
    if (now >= end()) {
        request_.close();
    }
}

Seconds AwakeProcessors::end() const {
    return request_ ? last_packet_ + kQuiet : Seconds::infinity();
}

}  // namespace causeway::testbed
