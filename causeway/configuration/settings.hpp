/// What the user set: environment variables and causeway.conf, with where each value came from.
///
/// The list of settings is settings.def; nothing else knows their names.
#pragma once

#include "causeway/base/units.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace causeway::configuration {

/// One setting, as people see it.
struct Setting {
    std::string_view name;      ///< in causeway.conf: "platform"
    std::string_view variable;  ///< in the environment: "CAUSEWAY_PLATFORM"
    std::string_view accepts;   ///< "FILE"
    std::string_view summary;
};

/// All settings, in the order in which people should read them.
[[nodiscard]] std::span<const Setting> all_settings();

/// A value in force.
struct Value {
    std::string text;
    std::string origin;  ///< "environment", "/etc/causeway.conf, line 3"
};

/// Where settings are read from. Files that do not exist are skipped, and so are those that another user may have
/// written, unless somebody named the file or it is the system's; earlier files win over later ones and the environment
/// over all.
struct Sources {
    /// "NAME=value" for every variable.
    std::vector<std::string> environment;
    std::vector<std::string> files;
};

/// This process's environment; $CAUSEWAY_CONF if set, else ./causeway.conf, then causeway.conf in
/// $XDG_CONFIG_HOME (~/.config), then /etc/causeway.conf.
[[nodiscard]] Sources sources_of_this_process();

/// The settings in force, checked.
class Settings {
public:
    /// Throws InputError for a name that is not a setting, or a value that is not accepted, with the
    /// words that are.
    [[nodiscard]] static Settings read(const Sources& sources);

    /// A sentence for each file that was found and not read, as another user may have written it: the file, why, and
    /// what to do.
    [[nodiscard]] const std::vector<std::string>& ignored_files() const { return ignored_files_; }

    /// The value given for the setting called `name`, if any; `name` must be in the list.
    [[nodiscard]] std::optional<Value> value(std::string_view name) const;

    /// The platform file to use.
    [[nodiscard]] std::optional<std::string> platform_file() const;
    /// Where measured platforms are kept, as an absolute path like what follows: the program may go to another folder
    /// than that where the settings were read. $CAUSEWAY_CACHE, else causeway/ in $XDG_CACHE_HOME (~/.cache);
    /// nothing when there is no home either, or when it is set to "none" or to nothing.
    [[nodiscard]] std::optional<std::string> cache_directory() const;
    /// Whether everything is switched off.
    [[nodiscard]] bool all_disabled() const;
    /// Whether the collective called `collective` ("bcast") is switched off.
    [[nodiscard]] bool is_disabled(std::string_view collective) const;
    /// "segmented_chain@16K" for the collective called `collective`, if one is forced.
    [[nodiscard]] std::optional<std::string> forced_strategy(std::string_view collective) const;
    /// The name of the heuristic that orders the clusters, if one is forced.
    [[nodiscard]] std::optional<std::string> heuristic() const;
    /// The name of inter_cluster::Completion, if it is said.
    [[nodiscard]] std::optional<std::string> completion() const;
    /// What measuring the platform at start may take, if it is said.
    [[nodiscard]] std::optional<Seconds> budget() const;
    /// Monitoring files, and folders of them, in their order; none: nothing is known before it is measured.
    [[nodiscard]] std::vector<std::string> monitoring_files() const;
    /// The plan file to use, or the folder of them.
    [[nodiscard]] std::optional<std::string> plans() const;
    /// Trees that a long message may take between clusters at once.
    [[nodiscard]] int most_trees() const;
    /// How many times faster than the MPI library's own collective a plan must be predicted to be, 1 to 2; 0: a plan
    /// wherever there is one; nothing: as the planner finds right.
    [[nodiscard]] std::optional<double> least_gain() const;
    /// Whether calls try candidates.
    [[nodiscard]] bool gains_experience() const;
    /// The part of the time, 0 to 1, that may be spent on measuring links again; 0: they are not.
    [[nodiscard]] double drift_share() const;
    /// Whether results must not change from run to run on the same number of processes.
    [[nodiscard]] bool is_reproducible() const;
    /// Whether a thread is to carry nonblocking collectives on, if it is said.
    [[nodiscard]] std::optional<bool> progress_thread() const;
    [[nodiscard]] int verbosity() const;
    [[nodiscard]] std::optional<std::string> report_file() const;
    [[nodiscard]] std::optional<std::string> trace_file() const;
    [[nodiscard]] std::optional<std::string> traffic_file() const;

    /// Every value of the environment that must be the same on all ranks, as one text.
    [[nodiscard]] std::string shared_text() const;

    /// The values that files gave, for processes that read none: with take_from_files() those have them as well, but
    /// for what their own environment sets.
    [[nodiscard]] std::string text_from_files() const;
    void take_from_files(std::string_view text);

private:
    /// What the setting says; nothing where it is not set, or empty.
    [[nodiscard]] std::optional<std::string> text(std::string_view name) const;
    std::vector<std::optional<Value>> values_;  ///< [setting]
    /// A file or folder as it is meant where the settings were read.
    [[nodiscard]] std::string placed(const std::string& path) const;
    [[nodiscard]] std::optional<std::string> placed_text(std::string_view name) const;

    std::string default_cache_;
    std::string folder_;  ///< where the settings were read; empty: it is gone
    std::vector<std::string> ignored_files_;
};

/// The collectives that settings may name, as they write them.
[[nodiscard]] std::span<const std::string_view> collective_words();

}  // namespace causeway::configuration
