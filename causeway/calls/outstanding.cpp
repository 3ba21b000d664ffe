#include "causeway/calls/outstanding.hpp"

#include "causeway/policy/choice.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <iterator>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>

namespace causeway::calls {

namespace {

using ProgressFunction = int();
using RegisterProgress = int(ProgressFunction*);

constexpr const char* kRegister = "opal_progress_register";
constexpr const char* kUnregister = "opal_progress_unregister";

/// So long that what it takes is policy::kShareOfProcessor, within these.
constexpr std::chrono::microseconds kShortestSleep{20};
constexpr std::chrono::microseconds kLongestSleep{1000};

/// All that is under way in this process. Never destroyed: see job/active_job.hpp.
struct UnderWay {
    std::mutex mutex;
    std::vector<std::shared_ptr<Outstanding>> all;  ///< in the order in which they were begun
    /// Done, but not destroyed yet: destroying may free communicators, which is not for the inside of an MPI call.
    std::vector<std::shared_ptr<Outstanding>> done;
    std::atomic<std::size_t> count{0};  ///< of `all`
    std::atomic<bool> is_open{false};
    ProgressEngine engine = ProgressEngine::kNone;
    std::condition_variable_any has_more;
    std::jthread thread;  ///< once there is something for it
};

UnderWay& under_way() {
    static auto* instance = new UnderWay;
    return *instance;
}

/// Whether this thread is inside of `advance` already: what advances calls MPI, which makes progress.
thread_local bool is_advancing = false;

/// With the lock held. How many are done.
int advance_all(UnderWay& here) noexcept {
    is_advancing = true;
    int num_done = 0;
    for (std::size_t i = 0; i < here.all.size(); ++i) {
        if (here.all[i]->advance()) {
            here.done.push_back(std::move(here.all[i]));
            ++num_done;
        }
    }
    if (num_done > 0) {
        std::erase(here.all, nullptr);
        here.count.store(here.all.size(), std::memory_order_release);
    }
    is_advancing = false;
    return num_done;
}

/// Returns how many are done, as the MPI library wants to know.
extern "C" int causeway_progress() {
    UnderWay& here = under_way();
    if (here.count.load(std::memory_order_acquire) == 0 || is_advancing) {
        return 0;
    }
    const std::unique_lock lock(here.mutex, std::try_to_lock);
    return lock.owns_lock() ? advance_all(here) : 0;
}

/// What this thread has had of a processor.
std::chrono::nanoseconds processor_time() noexcept {
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

/// `turn`: of a processor's time, what a turn takes in which there is nothing to do.
std::chrono::nanoseconds sleep_after(std::chrono::nanoseconds turn) noexcept {
    const std::chrono::duration<double, std::nano> sleep =
        turn * ((1.0 - policy::kShareOfProcessor) / policy::kShareOfProcessor);
    return std::clamp(std::chrono::duration_cast<std::chrono::nanoseconds>(sleep),
                      std::chrono::nanoseconds(kShortestSleep), std::chrono::nanoseconds(kLongestSleep));
}

void run_thread(const std::stop_token& stop) {
    UnderWay& here = under_way();
    int idle = 0;
    std::chrono::nanoseconds idle_turn = kLongestSleep;  // the least of any: the others had something to do
    std::chrono::nanoseconds sleep = kShortestSleep;
    while (!stop.stop_requested()) {
        const std::chrono::nanoseconds begin = processor_time();
        {
            std::unique_lock lock(here.mutex);
            here.has_more.wait(lock, stop, [&] { return !here.all.empty(); });
            if (!here.all.empty()) {
                idle = advance_all(here) > 0 ? 0 : idle + 1;
            }
        }
        if (idle < policy::kIdleTurns) {
            std::this_thread::yield();
        } else {
            std::this_thread::sleep_for(sleep);
            idle_turn = std::min(idle_turn, processor_time() - begin);
            sleep = sleep_after(idle_turn);
        }
    }
}

/// Signals are for the program's threads. Throws std::system_error.
std::jthread thread_without_signals() {
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    try {
        std::jthread thread(run_thread);
        pthread_sigmask(SIG_SETMASK, &before, nullptr);
        return thread;
    } catch (...) {
        pthread_sigmask(SIG_SETMASK, &before, nullptr);
        throw;
    }
}

}  // namespace

ProgressEngine available_progress() {
    if (::dlsym(RTLD_DEFAULT, kRegister) != nullptr && ::dlsym(RTLD_DEFAULT, kUnregister) != nullptr) {
        return ProgressEngine::kLibrary;
    }
    int level = MPI_THREAD_SINGLE;
    const bool has_threads = PMPI_Query_thread(&level) == MPI_SUCCESS && level == MPI_THREAD_MULTIPLE;
    return has_threads ? ProgressEngine::kThread : ProgressEngine::kNone;
}

void begin_progress(ProgressEngine engine) {
    UnderWay& here = under_way();
    here.engine = engine;
    here.is_open.store(true, std::memory_order_release);
    if (engine == ProgressEngine::kLibrary) {
        reinterpret_cast<RegisterProgress*>(::dlsym(RTLD_DEFAULT, kRegister))(causeway_progress);
    }
}

ProgressEngine progress_engine() {
    return under_way().engine;
}

void end_progress() {
    UnderWay& here = under_way();
    if (!here.is_open.exchange(false)) {
        return;
    }
    if (here.engine == ProgressEngine::kLibrary) {
        reinterpret_cast<RegisterProgress*>(::dlsym(RTLD_DEFAULT, kUnregister))(causeway_progress);
    }
    here.thread = {};  // asks it to stop, and waits
    forget_ended();
}

void let_go_on(std::shared_ptr<Outstanding> one) {
    UnderWay& here = under_way();
    std::vector<std::shared_ptr<Outstanding>> done;  // destroyed last, without the lock
    {
        const std::lock_guard lock(here.mutex);
        if (here.engine == ProgressEngine::kThread && !here.thread.joinable()) {
            here.thread = thread_without_signals();
        }
        const auto others = std::partition(here.done.begin(), here.done.end(),
                                           [](const auto& ended) { return ended->keeps_communicator(); });
        done.assign(std::move_iterator(others), std::move_iterator(here.done.end()));
        here.done.erase(others, here.done.end());
        here.all.push_back(std::move(one));
        here.count.store(here.all.size(), std::memory_order_release);
    }
    here.has_more.notify_one();
}

void forget_ended() {
    UnderWay& here = under_way();
    std::vector<std::shared_ptr<Outstanding>> done;  // destroyed last, without the lock
    const std::lock_guard lock(here.mutex);
    done.swap(here.done);
}

}  // namespace causeway::calls
