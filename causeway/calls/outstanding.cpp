#include "causeway/calls/outstanding.hpp"

#include "causeway/calls/visits.hpp"
#include "causeway/job/thread_level.hpp"
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
using MakeProgress = void();

constexpr const char* kRegister = "opal_progress_register";
constexpr const char* kUnregister = "opal_progress_unregister";
constexpr const char* kMakeProgress = "opal_progress";

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
    bool may_have_thread = false;
    MakeProgress* make_progress = nullptr;  ///< by which the MPI library carries on; null: it does not
    std::jthread thread;                    ///< once there is something for it
    /// Threads of the program that are carrying on until something is done.
    std::atomic<int> num_waiting{0};
    Visits visits;
};

UnderWay& under_way() {
    static auto* instance = new UnderWay;
    return *instance;
}

/// Whether this thread is inside of `advance` already: what advances calls MPI, which makes progress.
thread_local bool is_advancing = false;

/// To be called with the lock held, once there are more or less.
void note_number(UnderWay& here) noexcept {
    here.count.store(here.all.size(), std::memory_order_release);
    if (here.engine == ProgressEngine::kThread) {
        num_left_to_threads.store(here.all.size(), std::memory_order_release);
    }
}

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
        note_number(here);
    }
    is_advancing = false;
    return num_done;
}

/// Returns how many are done; what another thread is about is left to it.
int advance_what_is_free(UnderWay& here) noexcept {
    if (here.count.load(std::memory_order_acquire) == 0 || is_advancing) {
        return 0;
    }
    const std::unique_lock lock(here.mutex, std::try_to_lock);
    return lock.owns_lock() ? advance_all(here) : 0;
}

/// Whether this is our own thread.
thread_local bool is_own_thread = false;

/// Returns how many are done, as the MPI library wants to know.
extern "C" int causeway_progress() {
    UnderWay& here = under_way();
    if (here.may_have_thread && !is_own_thread && here.count.load(std::memory_order_acquire) != 0) {
        here.visits.note(Visits::Clock::now());
    }
    return advance_what_is_free(here);
}

/// A thread of the program that waits.
class Waiting {
public:
    explicit Waiting(UnderWay& here) noexcept : here_(here) { here_.num_waiting.fetch_add(1); }
    Waiting(const Waiting&) = delete;
    Waiting& operator=(const Waiting&) = delete;
    ~Waiting() {
        if (here_.num_waiting.fetch_sub(1) == 1) {
            here_.num_waiting.notify_one();  // only our thread looks
        }
    }

private:
    UnderWay& here_;
};

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

/// Returns once there is something to carry on; false: our thread is to end.
bool is_needed(UnderWay& here, const std::stop_token& stop) {
    std::unique_lock lock(here.mutex);
    return here.has_more.wait(lock, stop, [&] { return !here.all.empty(); }) && !stop.stop_requested();
}

/// Until no thread of the program carries on by itself.
void leave_to_program(const UnderWay& here) noexcept {
    for (int waiting = here.num_waiting.load(); waiting != 0; waiting = here.num_waiting.load()) {
        here.num_waiting.wait(waiting);
    }
}

/// What our own thread does at a time.
void take_a_turn(UnderWay& here) noexcept {
    if (here.make_progress != nullptr) {
        here.make_progress();  // which comes back to causeway_progress()
        return;
    }
    const std::lock_guard lock(here.mutex);
    advance_all(here);
}

void run_thread(const std::stop_token& stop) {
    UnderWay& here = under_way();
    is_own_thread = true;
    std::chrono::nanoseconds idle_turn = kLongestSleep;  // the least of any: the others had something to do
    std::chrono::nanoseconds sleep = kShortestSleep;
    while (is_needed(here, stop)) {
        std::this_thread::sleep_for(sleep);
        leave_to_program(here);
        sleep = here.visits.patience(Visits::Clock::now());
        if (sleep.count() > 0) {
            continue;
        }
        const std::chrono::nanoseconds begin = processor_time();
        take_a_turn(here);
        idle_turn = std::min(idle_turn, processor_time() - begin);
        sleep = sleep_after(idle_turn);
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

/// Whether a thread of our own may call the MPI library beside the program.
bool may_have_thread() {
    int level = MPI_THREAD_SINGLE;
    return PMPI_Query_thread(&level) == MPI_SUCCESS && level == MPI_THREAD_MULTIPLE && job::wants_progress_thread();
}

}  // namespace

ProgressEngine available_progress() {
    if (::dlsym(RTLD_DEFAULT, kRegister) != nullptr && ::dlsym(RTLD_DEFAULT, kUnregister) != nullptr) {
        return ProgressEngine::kLibrary;
    }
    return may_have_thread() ? ProgressEngine::kThread : ProgressEngine::kNone;
}

void begin_progress(ProgressEngine engine) {
    UnderWay& here = under_way();
    here.engine = engine;
    here.may_have_thread = engine == ProgressEngine::kThread;
    here.is_open.store(true, std::memory_order_release);
    if (engine == ProgressEngine::kLibrary) {
        here.make_progress = reinterpret_cast<MakeProgress*>(::dlsym(RTLD_DEFAULT, kMakeProgress));
        here.may_have_thread = here.make_progress != nullptr && may_have_thread();
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
    here.thread = {};  // asks it to stop, and waits
    if (here.engine == ProgressEngine::kLibrary) {
        reinterpret_cast<RegisterProgress*>(::dlsym(RTLD_DEFAULT, kUnregister))(causeway_progress);
    }
    num_left_to_threads.store(0, std::memory_order_release);
    forget_ended();
}

void let_go_on(std::shared_ptr<Outstanding> one) {
    UnderWay& here = under_way();
    std::vector<std::shared_ptr<Outstanding>> done;  // destroyed last, without the lock
    {
        const std::lock_guard lock(here.mutex);
        if (here.may_have_thread && !here.thread.joinable()) {
            here.thread = thread_without_signals();
        }
        const auto others = std::partition(here.done.begin(), here.done.end(),
                                           [](const auto& ended) { return ended->keeps_communicator(); });
        done.assign(std::move_iterator(others), std::move_iterator(here.done.end()));
        here.done.erase(others, here.done.end());
        here.all.push_back(std::move(one));
        note_number(here);
    }
    here.visits.begin_anew(Visits::Clock::now());
    here.has_more.notify_one();
}

void carry_on() noexcept {
    if (!is_left_to_threads()) {
        return;
    }
    UnderWay& here = under_way();
    (void)advance_what_is_free(here);
    here.visits.note(Visits::Clock::now());
}

bool carry_on_until(base::FunctionRef<bool()> is_done) {
    if (is_advancing) {  // what advances calls it: an operator of the program's
        return is_done();
    }
    UnderWay& here = under_way();
    const Waiting waiting(here);
    while (is_left_to_threads()) {
        carry_on();
        if (is_done()) {
            return true;
        }
        std::this_thread::yield();
    }
    return false;
}

void forget_ended() {
    UnderWay& here = under_way();
    std::vector<std::shared_ptr<Outstanding>> done;  // destroyed last, without the lock
    const std::lock_guard lock(here.mutex);
    done.swap(here.done);
}

}  // namespace causeway::calls
