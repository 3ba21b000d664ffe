/// What the calls of this job have taught, for later jobs on the same hosts.
#pragma once

#include "causeway/experience/experience.hpp"
#include "causeway/job/job.hpp"

#include <map>
#include <mutex>
#include <string>

namespace causeway::job {

/// What the communicators have gained whose rank 0 this process is, in memory that has a bound. For any number of
/// threads.
class GainedExperience {
public:
    /// So many kinds of so many platforms: the job's, and what was measured again.
    static constexpr std::size_t kMostKinds = 64;
    static constexpr std::size_t kMostPlatforms = 8;

    /// `platform`: the fingerprint of the one that was planned with.
    void add(const std::string& platform, const experience::Kind& kind, experience::TriedKind tried);

    /// As text, for add(); "" for nothing.
    [[nodiscard]] std::string text() const;

    /// Adds what another process has gained.
    void add(const std::string& text);

    /// [platform]
    [[nodiscard]] std::map<std::string, experience::Experience> all() const;

private:
    mutable std::mutex mutex_;
    std::map<std::string, experience::Experience> gained_;
};

/// That of this process.
[[nodiscard]] GainedExperience& gained_experience();

/// What all ranks have gained, by the fingerprint of the platform, on rank 0; nothing elsewhere. Collective over
/// MPI_COMM_WORLD. Throws MpiError.
[[nodiscard]] std::map<std::string, experience::Experience> gathered_experience(const Job& job);

/// Brings it into the cache, on rank 0; what goes wrong there is told.
void keep(const Job& job, const std::map<std::string, experience::Experience>& gained);

/// What times depend on in this job, with a platform of that fingerprint.
[[nodiscard]] experience::Conditions conditions_with(const std::string& platform);

}  // namespace causeway::job
