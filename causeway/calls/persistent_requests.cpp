#include "causeway/calls/persistent_requests.hpp"

#include <mutex>
#include <unordered_map>
#include <utility>

namespace causeway::calls {

namespace {

/// Never destroyed: see job/active_job.hpp.
struct Known {
    std::mutex mutex;
    std::unordered_map<MPI_Request, std::shared_ptr<Persistent>> all;
};

Known& known() {
    static auto* instance = new Known;
    return *instance;
}

/// Null if the request is not ours.
std::shared_ptr<Persistent> find_persistent(MPI_Request request) {
    const std::lock_guard lock(known().mutex);
    const auto found = known().all.find(request);
    return found != known().all.end() ? found->second : nullptr;
}

}  // namespace

void enter_persistent(MPI_Request request, std::shared_ptr<Persistent> one) {
    const std::lock_guard lock(known().mutex);
    known().all[request].swap(one);
    num_persistent.store(known().all.size(), std::memory_order_release);
}

void forget_persistent(MPI_Request request) noexcept {
    std::shared_ptr<Persistent> forgotten;  // destroyed last, without the lock: that calls MPI
    const std::lock_guard lock(known().mutex);
    if (const auto found = known().all.find(request); found != known().all.end()) {
        forgotten = std::move(found->second);
        known().all.erase(found);
        num_persistent.store(known().all.size(), std::memory_order_release);
    }
}

int start(MPI_Request* request) noexcept {
    if (request != nullptr) {
        if (const std::shared_ptr<Persistent> one = find_persistent(*request)) {
            return one->start();
        }
    }
    return PMPI_Start(request);
}

int start_all(int count, MPI_Request requests[]) noexcept {
    if (requests == nullptr) {
        return PMPI_Startall(count, requests);
    }
    // Those between ours together, in the order of the program.
    int first = 0;
    for (int i = 0; i < count; ++i) {
        const std::shared_ptr<Persistent> one = find_persistent(requests[i]);
        if (one == nullptr) {
            continue;
        }
        if (i > first) {
            if (const int code = PMPI_Startall(i - first, requests + first); code != MPI_SUCCESS) {
                return code;
            }
        }
        if (const int code = one->start(); code != MPI_SUCCESS) {
            return code;
        }
        first = i + 1;
    }
    return first == count && count > 0 ? MPI_SUCCESS : PMPI_Startall(count - first, requests + first);
}

int free_request(MPI_Request* request) noexcept {
    std::shared_ptr<Persistent> freed;  // destroyed after the request
    if (request != nullptr) {
        freed = find_persistent(*request);
        forget_persistent(*request);  // before another thread gets a request with the same handle
    }
    return PMPI_Request_free(request);
}

}  // namespace causeway::calls
