/// What calls took by each way that was tried, kept for later jobs.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/experience/trial.hpp"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace causeway::experience {

/// What calls must have in common for the times of some to tell of the others.
struct Kind {
    std::string processes;   ///< processes_text()
    std::string collective;  ///< "broadcast", "gatherv"
    std::optional<int> root;
    Bytes up_to;  ///< SizeClass::largest

    friend auto operator<=>(const Kind&, const Kind&) = default;
};

/// Tells processes from others by where they run: "12 processes, 5f0c1a...". `host_names`: [rank]
[[nodiscard]] std::string processes_text(const std::vector<std::string>& host_names);

/// One way to carry out calls of a kind.
struct TriedWay {
    std::string plan;  ///< plan::digest_text()
    std::string description;
    Seconds promised;             ///< of a call alone; may be infinite
    std::vector<double> seconds;  ///< of calls, those of the trial alone, in order

    friend bool operator==(const TriedWay&, const TriedWay&) = default;
};

/// TriedWay::plan of the MPI library's own, which others are held against.
inline constexpr std::string_view kNative = "native";

/// Of each way so many times are kept, the last ones.
inline constexpr std::size_t kMostTimes = 32;

/// What is known of a kind. Two at least were tried, in the order of what they promise.
struct TriedKind {
    Seconds least{0.0};       ///< Promise::least
    std::int64_t calls = 0;   ///< of all jobs, tried or not
    std::string since;        ///< "2024-03-03 10:00:00 UTC": what was seen before does not hold any more
    std::string last_called;  ///< the same
    std::vector<TriedWay> ways;

    /// What of this is known of ways, which are found by their TriedWay::plan: for Trial.
    [[nodiscard]] std::vector<std::vector<double>> times_of(const std::vector<std::string>& plans) const;
    /// The trial as far as it went; nothing without times of the way that others are held against.
    [[nodiscard]] std::optional<Trial> trial() const;
    /// Seconds that the calls of the trial took beyond what as many of the best way would have taken.
    [[nodiscard]] double regret() const;
    /// Seconds that all calls took less than the MPI library's own would have taken, by the medians of those that were
    /// timed, with what trying has cost; 0 where the library's own was not timed.
    [[nodiscard]] double won() const;

    friend bool operator==(const TriedKind&, const TriedKind&) = default;
};

/// What times depend on, beside the processes.
struct Setup {
    std::string platform;  ///< platform::fingerprint()
    std::string library;   ///< mpi::library_version()
    std::string build;     ///< base::build()

    friend auto operator<=>(const Setup&, const Setup&) = default;
};

struct Experience {
    Setup setup;
    std::map<Kind, TriedKind> kinds;

    friend bool operator==(const Experience&, const Experience&) = default;
};

/// Adds what another job has gained on the same setup: of a kind that both know, the later trial counts, or the one
/// that knows more; and no call is lost. Kinds that were called longest ago go beyond `most`.
void merge(Experience& kept, const Experience& gained, std::size_t most);

/// Reads an experience file, version 1 of `{"causeway": "experience", ...}` (docs/files.md). Throws InputError at the
/// first thing that is wrong. `source` names it in messages.
[[nodiscard]] Experience parse_experience(std::string_view text, const std::string& source);

/// The text of an experience file; parse_experience() gives it back unchanged.
[[nodiscard]] std::string to_json_text(const Experience& experience);

}  // namespace causeway::experience
