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

/// What is known of a kind. Two at least were tried, in the order of what they promise.
struct TriedKind {
    Seconds least{0.0};        ///< Promise::least
    std::int64_t calls = 0;    ///< of all jobs, tried or not
    std::int64_t renewed = 0;  ///< how often what was known did not hold any more
    std::string since;         ///< "2024-03-03 10:00:00 UTC": the begin of the job that has seen the first of the times
    std::string last_called;   ///< the begin of the last job that called
    std::vector<TriedWay> ways;

    /// What of this is known of ways, which are found by their TriedWay::plan: for Trial.
    [[nodiscard]] std::vector<std::vector<double>> times_of(const std::vector<std::string>& plans) const;
    /// The trial as far as it went; nothing where that says nothing yet (Trial::has_known).
    [[nodiscard]] std::optional<Trial> trial() const;
    /// Seconds that the calls of the trial took beyond what as many of the best way would have taken.
    [[nodiscard]] double regret() const;
    /// Seconds that as many calls by the MPI library's own take; 0 where that was not timed.
    [[nodiscard]] double by_native() const;
    /// Seconds that as many calls by the best way take less than by the MPI library's own; 0 where that was not timed.
    [[nodiscard]] double won() const;

    friend bool operator==(const TriedKind&, const TriedKind&) = default;

private:
    /// by_native(), as trial() has it.
    [[nodiscard]] double time_by_native(const Trial& so_far) const;
};

/// What times depend on, beside the processes.
struct Conditions {
    std::string platform;  ///< platform::fingerprint()
    std::string library;   ///< mpi::library_version()
    std::string build;     ///< base::build()

    friend auto operator<=>(const Conditions&, const Conditions&) = default;
};

struct Experience {
    Conditions conditions;
    std::map<Kind, TriedKind> kinds;

    friend bool operator==(const Experience&, const Experience&) = default;
};

/// Adds what another job has gained on the same conditions: of a kind that both know, the trial counts that was renewed
/// more often; else the one that knows the MPI library's own; else the one that knows more. No call is lost. Kinds that
/// were called longest ago go beyond `most`.
void merge(Experience& kept, const Experience& gained, std::size_t most);

/// Reads an experience file, version 1 of `{"causeway": "experience", ...}` (docs/files.md). Throws InputError at the
/// first thing that is wrong. `source` names it in messages.
[[nodiscard]] Experience parse_experience(std::string_view text, const std::string& source);

/// The text of an experience file; parse_experience() gives it back unchanged.
[[nodiscard]] std::string to_json_text(const Experience& experience);

}  // namespace causeway::experience
