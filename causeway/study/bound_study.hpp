/// How near to their bounds plans come, on random platforms.
#pragma once

#include "causeway/scheme/scheme.hpp"
#include "causeway/study/random_platforms.hpp"
#include "causeway/study/thread_team.hpp"

#include <cstdint>
#include <vector>

namespace causeway::study {

struct BoundStudy {
    std::vector<scheme::Operation> operations;
    PlatformRanges platforms;
    int runs = 1000;  ///< platforms
    std::uint64_t seed = 1;
    Bytes message{16 << 20};  ///< of all together, where all have the same; of an operation whose processes have data
                              ///< of their own, so much altogether: a process has its share
    int most_trees = 8;
};

/// What a plan comes to on one platform.
struct BoundRun {
    double ratio = 0.0;  ///< the bound's time to that of the best plan as it is predicted
    /// The same, of the same plan, where no message's start costs anything: what it lacks by its ways alone.
    double ratio_without_starts = 0.0;
    Seconds time;      ///< of the plan
    Seconds planning;  ///< by the clock: proposals, plan and bound
};

struct BoundRow {
    scheme::Operation operation = scheme::Operation::kBroadcast;
    std::vector<BoundRun> runs;  ///< [run]

    /// What this share of the platforms reaches, of its bound: by which of their ratios is said.
    [[nodiscard]] double reached_by(double share, double BoundRun::*ratio = &BoundRun::ratio) const;
    /// The share of the platforms that reaches this ratio.
    [[nodiscard]] double share_reaching(double ratio) const;
    /// The run that reaches least.
    [[nodiscard]] int worst() const;
};

/// The platform of a run, and the root that the study takes on it.
struct DrawnPlatform {
    platform::Platform platform;
    int root = 0;
};
[[nodiscard]] DrawnPlatform platform_of(const BoundStudy& study, int run);

/// A row for each operation; platforms are the same for all. Throws InputError for a study without platforms or
/// operations, and SolverError.
[[nodiscard]] std::vector<BoundRow> run(const BoundStudy& study, const ThreadTeam& team);

}  // namespace causeway::study
