/// How a job begins: ranks introduce themselves, and rank 0 decides what becomes of all.
#pragma once

#include "causeway/job/job.hpp"
#include "causeway/job/roll.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace causeway::job {

struct Prepared {
    std::unique_ptr<Job> job;                ///< null: everything passes through
    std::string why_none;                    ///< on rank 0: the reason, for people
    std::optional<std::string> report_file;  ///< on rank 0, where there is no job: that people want to read it in
};

/// To be called by every rank that has the library, in MPI_Init, when the MPI library's own is over. Agrees with those
/// of `roll` that run the same build: if that is everybody, on settings and platform (from CAUSEWAY_PLATFORM, the
/// cache, or measured now), or that everything passes through, which is said once unless it is what the user asked for;
/// begins the trace, if one was asked for. `roll` null: it is not known who has the library, for the reason
/// `why_no_roll`, and everything passes through. `has_progress`: this rank has something that carries nonblocking
/// operations on. Throws what makes this rank fail alone.
[[nodiscard]] Prepared prepare_job(Roll* roll, std::string_view why_no_roll, bool has_progress);

/// In one line, with what the job begins.
[[nodiscard]] std::string describe(const Job& job);

}  // namespace causeway::job
