/// What keeps a job from being fast, as far as its own calls and its network show it.
///
/// To add something that is looked for: one file in check/ that defines a `Check` constant, and its line in
/// check/checks.def.
#pragma once

#include "causeway/base/registry.hpp"
#include "causeway/platform/platform.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace causeway::noticed {

/// What the collectives of a communicator took in which a process waits until it is through.
struct WaitingCalls {
    std::int64_t calls = 0;
    std::int64_t synchronising = 0;  ///< of these: nobody is through before all have come
    std::vector<int> ranks;          ///< of MPI_COMM_WORLD
    std::vector<double> seconds;     ///< [as ranks] in a call, on average
};

/// A job when it ends.
struct JobSeen {
    platform::Platform platform;       ///< as it is believed to be
    std::vector<std::string> host_of;  ///< [rank of MPI_COMM_WORLD]
    std::vector<int> cluster_of;       ///< [rank of MPI_COMM_WORLD] index into the platform's clusters
    std::vector<WaitingCalls> waiting;
};

struct Notice {
    std::string_view check;           ///< name of the one that has found it
    std::string text;                 ///< for people: what it is, how much, and what to do about it
    std::vector<int> ranks;           ///< that it is about, of MPI_COMM_WORLD; may be empty
    std::vector<std::string> places;  ///< hosts or clusters that it is about
    double seconds = 0.0;             ///< of each call, or of a message of 1 MiB, that it costs; 0: not known
};

struct Check {
    std::string_view name;
    std::string_view summary;
    std::vector<Notice> (*look)(const JobSeen& job) = nullptr;
};

[[nodiscard]] const base::Registry<Check>& checks();

/// What all checks find.
[[nodiscard]] std::vector<Notice> notices(const JobSeen& job);

}  // namespace causeway::noticed
