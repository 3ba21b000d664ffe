/// The tags of one communicator, divided: a part for those whose communicator it is, the rest in ranges for others that
/// have none of their own (channel.hpp).
#pragma once

#include <mpi.h>

#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>

namespace causeway::mpi {

/// How many tags an MPI library has says how they are divided.
struct TagDivision {
    /// The least that a communicator has by the standard (MPI 4.0, section 9.1.2).
    static constexpr int kTagsOfRange = 32768;

    int num_own = 0;  ///< from 0 on
    int num_ranges = 0;

    [[nodiscard]] int first_tag(int range) const { return num_own + range * kTagsOfRange; }
};

/// `bound`: the largest tag there is. Half of them are for ranges, where these are many; else there are none.
[[nodiscard]] TagDivision division_of_tags(int bound);

/// The same for the largest tag that the MPI library has, on all communicators. Throws MpiError.
[[nodiscard]] TagDivision tags_of_library();

/// The ranges that this process may receive with. By any thread.
class TagRanges {
public:
    /// Of a communicator that outlives the use of this. Throws MpiError.
    explicit TagRanges(MPI_Comm comm) : comm_(comm), division_(tags_of_library()) {}

    [[nodiscard]] MPI_Comm comm() const { return comm_; }

    /// Whether there are any, in use or not: alike on all processes.
    [[nodiscard]] bool are_there() const { return division_.num_ranges > 0; }

    [[nodiscard]] int first_tag(int range) const { return division_.first_tag(range); }

    /// One that nobody uses: the one that was given back longest ago, if there is no new one. Nothing: all are in use.
    /// Range 0 is never taken.
    [[nodiscard]] std::optional<int> take();

    /// Nothing is received with it any more.
    void give_back(int range);

private:
    MPI_Comm comm_;
    TagDivision division_;
    std::mutex mutex_;
    int num_used_once_ = 1;
    std::deque<int> given_back_;  ///< the first one was given back first
};

}  // namespace causeway::mpi
