/// Which of its algorithms an MPI library should use inside one cluster, as measured: what files for the library are
/// made of.
#pragma once

#include "causeway/base/units.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace causeway::tuning {

/// A way in which the library carries out a collective.
struct Choice {
    int algorithm = 0;      ///< the library's number; 0: as it decides itself
    std::string name = {};  ///< the library's word
    Bytes segment{0};       ///< what messages are cut into; 0: they are not
    int fanout = 0;         ///< children of a process, or chains, where the algorithm asks

    [[nodiscard]] bool is_left_to_library() const { return algorithm == 0; }
    friend bool operator==(const Choice&, const Choice&) = default;
};

/// The choice for data from so many bytes on: what a broadcast or reduction has, what each process has of its own, what
/// it has for each other one in an all-to-all.
struct SizeChoice {
    Bytes from{0};
    Choice choice;

    friend bool operator==(const SizeChoice&, const SizeChoice&) = default;
};

/// For communicators of so many processes; sizes ascending, the first 0, neighbours different.
struct ProcessesChoices {
    int processes = 0;
    std::vector<SizeChoice> sizes;
};

/// Communicators ascending.
struct CollectiveChoices {
    std::string collective;  ///< as MPI calls it: "bcast", "reduce_scatter_block"
    std::vector<ProcessesChoices> communicators;
};

/// A way that was measured.
struct Measured {
    Choice choice;
    Seconds time;
};

/// Nothing more elaborate is chosen for less: a file should say what is known.
inline constexpr double kLeastGain = 0.02;

/// The index of the fastest of them, unless the library's own decision, or else the same algorithm without segments, is
/// there and slower by kLeastGain at most. Requires one at least.
[[nodiscard]] std::size_t best_of(std::span<const Measured> measured);

/// What was chosen at one size.
struct ChosenAt {
    Bytes size;
    Choice choice;
};

/// A choice for every size: of those that were measured, ascending, the nearest by ratio counts.
[[nodiscard]] std::vector<SizeChoice> for_all_sizes(std::span<const ChosenAt> chosen);

}  // namespace causeway::tuning
