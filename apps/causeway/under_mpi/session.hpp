/// MPI for the length of a verb.
#pragma once

#include "causeway/base/function_ref.hpp"

#include <string_view>
#include <type_traits>

namespace causeway::app {

/// Initialises MPI (threads: funneled) and finalises it; an exception that leaves one rank aborts the job
/// with the exit code that main would give.
class MpiSession {
public:
    MpiSession();
    MpiSession(const MpiSession&) = delete;
    MpiSession& operator=(const MpiSession&) = delete;
    ~MpiSession();

    [[nodiscard]] int rank() const { return rank_; }
    [[nodiscard]] int size() const { return size_; }

private:
    int rank_ = 0;
    int size_ = 1;
};

/// Runs `verb` under MPI. An InputError that every rank meets is told by rank 0 alone; the job then ends
/// with exit code 2, with 1 for anything else that goes wrong. `verb` is called by every rank.
void run_under_mpi(void (*verb)(const MpiSession&, const void* options), const void* options);

/// Calls `work` on rank 0. An InputError that it throws there is thrown on every rank, so that the job ends in order:
/// elsewhere as one of `source`, which nobody is told. Collective.
void work_on_first_rank(const MpiSession& session, std::string_view source, base::FunctionRef<void()> work);

/// What `read` returns on rank 0, a value made of nothing elsewhere; otherwise as work_on_first_rank(). Collective.
template <typename Read>
[[nodiscard]] std::invoke_result_t<const Read&> read_on_first_rank(const MpiSession& session, std::string_view source,
                                                                   const Read& read) {
    std::invoke_result_t<const Read&> result{};
    work_on_first_rank(session, source, [&] { result = read(); });
    return result;
}

}  // namespace causeway::app
