/// What the ranks of a job agree on at its start. Each says what it knows (an Introduction); rank 0 decides, for all
/// (an Agreement), and is the only one that looks at files: one gather and one answer, whatever is decided.
#pragma once

#include "causeway/configuration/settings.hpp"
#include "causeway/job/cache.hpp"
#include "causeway/mpi/host_identity.hpp"
#include "causeway/platform/monitoring.hpp"
#include "causeway/platform/platform.hpp"
#include "causeway/traffic/communication_table.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace causeway::job {

/// A rank, as it tells others of itself.
struct Introduction {
    std::uint64_t settings = 0;  ///< digest of those of the environment that must be the same on all ranks
    std::string fault;           ///< what is wrong with its settings; empty: nothing
    bool has_gpu_runtime = false;
    bool has_progress = false;  ///< something carries operations on
    bool has_threads = false;   ///< several of which may call MPI at a time
    mpi::HostMark host;
    std::string interfaces;  ///< interface_text()

    friend bool operator==(const Introduction&, const Introduction&) = default;
};

/// What becomes of the job.
enum class Course {
    kPassThrough,  ///< everything is left to the MPI library
    kMeasure,      ///< nobody knows the network
    kPlan,         ///< it is known
};

/// The same on all ranks.
struct Agreement {
    Course course = Course::kPassThrough;
    int first_faulty = -1;                ///< lowest rank with wrong settings; -1: none
    std::string settings_from_files;      ///< what rank 0 has read: Settings::text_from_files()
    bool has_one_setting = false;         ///< every rank has the library and the same settings
    bool has_progress = false;            ///< every rank has something that carries operations on
    bool has_threads = false;             ///< some rank has threads that may call MPI at a time
    std::vector<std::string> host_names;  ///< [rank]; empty where nothing is planned
    bool share_one_kernel = false;        ///< all hosts do
    std::vector<std::string> plan_texts;  ///< plan files that the user wants used
    std::string time_stamp;               ///< base::time_stamp() of rank 0
    bool keeps_experience = false;        ///< for later jobs
    std::string experience_text;          ///< what earlier jobs have seen on the platform; empty: nothing
    traffic::CommunicationTable traced;   ///< what an earlier run sent; of no processes: not known
    std::string platform_text;            ///< of a platform file without its provenance; empty where it is not known

    friend bool operator==(const Agreement&, const Agreement&) = default;
};

/// What rank 0 decides, and what it alone needs to know of it.
struct StartDecision {
    Agreement agreement;
    CachedJob hosts;                  ///< what a platform measured now is to be known by
    std::string remark;               ///< why everything passes through, for people; empty: not worth a word
    int verbosity = 0;                ///< at which to tell it
    std::string trouble;              ///< what went wrong on the way, to be told
    std::string origin;               ///< of the platform, for people
    platform::Provenance provenance;  ///< of the platform
    /// What is known of the network that is measured now, and the files and folders that say it.
    std::optional<platform::MonitoringData> monitoring;
    std::vector<std::string> monitoring_files;
    std::optional<std::string> cached_file;
};

/// Rank 0's decision for all, given what the ranks said, [rank], and its own settings. Reads files. Never throws: what
/// goes wrong makes everything pass through, and is told.
[[nodiscard]] StartDecision decide_start(const std::vector<Introduction>& ranks,
                                         const std::optional<configuration::Settings>& settings) noexcept;

/// As bytes, and back.
[[nodiscard]] std::string packed(const Introduction& introduction);
[[nodiscard]] std::string packed(const Agreement& agreement);
[[nodiscard]] Introduction introduction_from(const std::string& bytes);
[[nodiscard]] Agreement agreement_from(const std::string& bytes);

}  // namespace causeway::job
