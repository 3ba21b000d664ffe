#include "causeway/study/thread_team.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace causeway::study {

ThreadTeam ThreadTeam::of_this_machine(std::function<void(double)> progress) {
    return {std::max(1, static_cast<int>(std::thread::hardware_concurrency())), std::move(progress)};
}

void ThreadTeam::share(std::int64_t pieces, const std::function<void(std::int64_t)>& work) const {
    std::atomic<std::int64_t> next{0};
    std::atomic<std::int64_t> done{0};
    std::mutex mutex;
    std::exception_ptr failure;
    const auto take_part = [&](bool tells) {
        for (std::int64_t piece = next++; piece < pieces; piece = next++) {
            try {
                work(piece);
            } catch (...) {
                const std::scoped_lock lock(mutex);
                if (!failure) {
                    failure = std::current_exception();
                }
                next = pieces;
            }
            const std::int64_t now_done = ++done;
            if (tells && progress) {
                progress(static_cast<double>(now_done) / static_cast<double>(pieces));
            }
        }
    };
    {
        std::vector<std::jthread> others;
        for (int thread = 1; thread < threads; ++thread) {
            others.emplace_back(take_part, false);
        }
        take_part(true);
    }
    if (failure) {
        std::rethrow_exception(failure);
    }
}

}  // namespace causeway::study
