/// MPI for the length of a verb.
#pragma once

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

}  // namespace causeway::app
