/// What this rank is set to, before it is known whether the others are set alike.
#pragma once

#include "causeway/configuration/settings.hpp"
#include "causeway/inter_cluster/heuristic.hpp"
#include "causeway/planner/planner.hpp"
#include "causeway/scheme/scheme.hpp"

#include <map>
#include <optional>
#include <string>

namespace causeway::job {

/// This rank's settings, or what is wrong with them.
struct OwnSettings {
    std::optional<configuration::Settings> settings;
    std::map<scheme::Operation, planner::Forced> forced;
    const inter_cluster::Heuristic* heuristic = nullptr;
    inter_cluster::Completion completion = inter_cluster::Completion::kSequential;
    std::string fault;

    /// Whether there are some, and they leave everything to the MPI library.
    [[nodiscard]] bool all_disabled() const { return settings && settings->all_disabled(); }
};

/// Files are for rank 0 to read; what they say counts for all (take_from_files).
[[nodiscard]] OwnSettings read_settings(int rank);

/// What is known before this process's rank is: what the environment says.
[[nodiscard]] OwnSettings settings_without_files();

/// What rank 0 has read in files: Settings::text_from_files(). `own` has settings. Throws InputError.
void take_from_files(OwnSettings& own, const std::string& text);

}  // namespace causeway::job
