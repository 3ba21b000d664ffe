#include "tests/conformance/watchdog.hpp"

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstring>

namespace conformance {

namespace {

/// A signal handler finds nothing else.
char watched[512] = "the start";

constexpr int kExitCode = 3;

extern "C" void on_signal(int signal) {
    // Only what may be called in a signal handler. One write: lines of several processes stay whole.
    static char line[sizeof watched + 64];
    const char hangs[] = "conformance: hangs: ";
    const char dies[] = "conformance: dies : ";
    const std::size_t begin = sizeof hangs - 1;
    std::memcpy(line, signal == SIGALRM ? hangs : dies, begin);
    const std::size_t length = strnlen(watched, sizeof watched);
    std::memcpy(line + begin, watched, length);
    line[begin + length] = '\n';
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, line, begin + length + 1);
    ::_exit(kExitCode);
}

}  // namespace

void start_watchdog() {
    for (const int signal : {SIGALRM, SIGSEGV, SIGBUS, SIGFPE, SIGABRT}) {
        std::signal(signal, on_signal);
    }
}

void watch(std::string_view what, int seconds) {
    const std::size_t length = std::min(what.size(), sizeof watched - 1);
    ::alarm(0);
    std::memcpy(watched, what.data(), length);
    watched[length] = '\0';
    ::alarm(static_cast<unsigned>(seconds));
}

}  // namespace conformance
