#include "causeway/configuration/settings.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/files.hpp"
#include "causeway/base/json_input.hpp"
#include "causeway/base/json_output.hpp"
#include "causeway/base/trimmed.hpp"
#include "causeway/configuration/accepted_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include <unistd.h>

namespace causeway::configuration {

namespace {

using base::InputError;
using base::trimmed;

constexpr std::array kSettings{
#define CAUSEWAY_SETTING(name, variable, accepts, summary) Setting{#name, #variable, accepts, summary},
#include "causeway/configuration/settings.def"
#undef CAUSEWAY_SETTING
};

constexpr std::string_view kPrefix = "CAUSEWAY_";
constexpr std::string_view kFileVariable = "CAUSEWAY_CONF";
constexpr double kPercent = 100.0;
/// Whoever can write this one needs no settings to do harm.
constexpr std::string_view kSystemFile = "/etc/causeway.conf";
/// Variables of other parts of Causeway: the testbed's state folder, the scripts' MPI.
constexpr std::string_view kOtherPrefixes[] = {"CAUSEWAY_TESTBED_"};
std::vector<std::string> variables() {
    std::vector<std::string> names;
    for (const Setting& setting : kSettings) {
        names.emplace_back(setting.variable);
    }
    names.emplace_back(kFileVariable);
    return names;
}

std::vector<std::string> names() {
    std::vector<std::string> result;
    for (const Setting& setting : kSettings) {
        result.emplace_back(setting.name);
    }
    return result;
}

std::optional<std::size_t> index_of(std::string_view name) {
    for (std::size_t i = 0; i < kSettings.size(); ++i) {
        if (kSettings[i].name == name || kSettings[i].variable == name) {
            return i;
        }
    }
    return std::nullopt;
}

std::optional<std::string> variable_in(const std::vector<std::string>& environment, std::string_view name) {
    for (const std::string& entry : environment) {
        if (entry.size() > name.size() && entry[name.size()] == '=' && entry.compare(0, name.size(), name) == 0) {
            return entry.substr(name.size() + 1);
        }
    }
    return std::nullopt;
}

/// A folder of the user's from the XDG base directory specification.
std::string user_folder(const std::vector<std::string>& environment, std::string_view variable,
                        std::string_view below_home) {
    if (const auto folder = variable_in(environment, variable); folder && !folder->empty()) {
        return *folder;
    }
    const auto home = variable_in(environment, "HOME");
    return home && !home->empty() ? fmt::format("{}/{}", *home, below_home) : std::string();
}

struct Line {
    std::string_view text;
    int number;
};

/// Where it begins, behind a blank or at the start of the line: a file's name may have the same sign.
std::size_t comment_of(std::string_view line) {
    std::size_t place = line.find('#');
    while (place != std::string_view::npos && place > 0 && line[place - 1] != ' ' && line[place - 1] != '\t') {
        place = line.find('#', place + 1);
    }
    return place;
}

std::vector<Line> lines_of(std::string_view text) {
    std::vector<Line> lines;
    std::size_t begin = 0;
    for (int number = 1; begin < text.size(); ++number) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        std::string_view line = text.substr(begin, end - begin);
        line = trimmed(line.substr(0, comment_of(line)));
        if (!line.empty()) {
            lines.push_back({line, number});
        }
        begin = end + 1;
    }
    return lines;
}

void read_file_into(std::vector<std::optional<Value>>& values, const std::string& path) {
    const std::string text = base::read_file(path);
    std::vector<int> line_of(kSettings.size(), 0);  // [setting]: 0 while this file has not named it
    for (const Line& line : lines_of(text)) {
        const std::string place = fmt::format("line {}", line.number);
        const std::size_t equals = line.text.find('=');
        if (equals == std::string_view::npos) {
            throw InputError({path, place, fmt::format("'{}'", line.text), "name = value"});
        }
        const std::string_view name = trimmed(line.text.substr(0, equals));
        const auto index = index_of(name);
        if (!index) {
            throw InputError({path, place, fmt::format("the unknown setting '{}'", name), base::joined(names())});
        }
        if (line_of[*index] != 0) {
            throw InputError({path, place, fmt::format("'{}', which line {} sets already", name, line_of[*index]),
                              "each setting once"});
        }
        line_of[*index] = line.number;
        if (!values[*index]) {
            values[*index] =
                Value{std::string(trimmed(line.text.substr(equals + 1))), fmt::format("{}, {}", path, place)};
        }
    }
}

void read_environment_into(std::vector<std::optional<Value>>& values, const std::vector<std::string>& environment) {
    for (const std::string& entry : environment) {
        const std::size_t equals = entry.find('=');
        if (entry.compare(0, kPrefix.size(), kPrefix) != 0 || equals == std::string::npos) {
            continue;  // what has no '=' is no variable
        }
        const std::string name = entry.substr(0, equals);
        const bool is_other =
            name == kFileVariable || std::any_of(std::begin(kOtherPrefixes), std::end(kOtherPrefixes),
                                                 [&](std::string_view prefix) { return name.starts_with(prefix); });
        if (is_other) {
            continue;
        }
        const auto index = index_of(name);
        if (!index) {
            throw InputError(
                {"environment", name, fmt::format("the unknown variable '{}'", name), base::joined(variables())});
        }
        values[*index] = Value{entry.substr(name.size() + 1), std::string(kEnvironment)};
    }
}

}  // namespace

std::span<const Setting> all_settings() {
    return kSettings;
}

Sources sources_of_this_process() {
    Sources sources;
    for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
        sources.environment.emplace_back(*entry);
    }
    if (const auto file = variable_in(sources.environment, kFileVariable); file && !file->empty()) {
        sources.files = {*file};
        return sources;
    }
    sources.files.emplace_back("causeway.conf");
    if (const std::string folder = user_folder(sources.environment, "XDG_CONFIG_HOME", ".config"); !folder.empty()) {
        sources.files.push_back(folder + "/causeway.conf");
    }
    sources.files.emplace_back(kSystemFile);
    return sources;
}

Settings Settings::read(const Sources& sources) {
    Settings result;
    result.values_.resize(kSettings.size());
    read_environment_into(result.values_, sources.environment);
    std::error_code is_gone;
    result.folder_ = std::filesystem::current_path(is_gone).string();
    const bool named = variable_in(sources.environment, kFileVariable).value_or("") != "";
    for (const std::string& file : sources.files) {
        std::error_code ignored;
        if (!named && !std::filesystem::exists(file, ignored)) {
            continue;
        }
        const auto reason = named || file == kSystemFile ? std::nullopt : base::foreign_hand(file);
        if (reason) {
            result.ignored_files_.push_back(fmt::format("{} is ignored: {}; {}=FILE has a file read whoever wrote it",
                                                        file, *reason, kFileVariable));
        } else {
            read_file_into(result.values_, file);
        }
    }
    for (std::size_t i = 0; i < kSettings.size(); ++i) {
        if (result.values_[i]) {
            check(kSettings[i], *result.values_[i]);
        }
    }
    if (const std::string folder = user_folder(sources.environment, "XDG_CACHE_HOME", ".cache"); !folder.empty()) {
        result.default_cache_ = folder + "/causeway";
    }
    return result;
}

std::optional<Value> Settings::value(std::string_view name) const {
    return values_[index_of(name).value()];
}

std::optional<std::string> Settings::text(std::string_view name) const {
    const auto given = value(name);
    return given && !given->text.empty() ? std::optional(given->text) : std::nullopt;
}

std::string Settings::placed(const std::string& path) const {
    return (std::filesystem::path(folder_) / path).string();
}

std::optional<std::string> Settings::placed_text(std::string_view name) const {
    const std::optional<std::string> given = text(name);
    return given ? std::optional(placed(*given)) : std::nullopt;
}

std::optional<std::string> Settings::platform_file() const {
    return text("platform");
}

std::optional<std::string> Settings::cache_directory() const {
    const auto given = value("cache");
    const std::string folder = given ? given->text : default_cache_;
    return folder.empty() || folder == "none" ? std::nullopt : std::optional(placed(folder));
}

bool Settings::all_disabled() const {
    const auto given = value("disable");
    return given && given->text == "1";
}

bool Settings::is_disabled(std::string_view collective) const {
    const auto given = value("disable");
    if (!given) {
        return false;
    }
    const std::vector<std::string> words = words_of(given->text);
    return given->text == "1" || std::find(words.begin(), words.end(), collective) != words.end();
}

std::optional<std::string> Settings::forced_strategy(std::string_view collective) const {
    const auto given = value("strategy");
    if (given) {
        for (const std::string& word : words_of(given->text)) {
            if (word.compare(0, word.find(':'), collective) == 0) {
                return word.substr(word.find(':') + 1);
            }
        }
    }
    return std::nullopt;
}

std::optional<std::string> Settings::heuristic() const {
    return text("heuristic");
}

std::optional<std::string> Settings::completion() const {
    return text("completion");
}

std::optional<Seconds> Settings::budget() const {
    const auto given = value("budget");
    return given ? budget_in(given->text) : std::nullopt;
}

std::vector<std::string> Settings::monitoring_files() const {
    return words_of(text("monitoring").value_or(""));
}

std::optional<std::string> Settings::plans() const {
    return text("plans");
}

int Settings::most_trees() const {
    constexpr int kMostTrees = 8;
    const auto given = value("trees");
    return given && !given->text.empty() ? given->text[0] - '0' : kMostTrees;
}

std::optional<double> Settings::least_gain() const {
    const auto given = value("least_gain");
    if (!given || given->text.empty()) {
        return std::nullopt;
    }
    return given->text == kAnyGain ? 0.0 : 1.0 + std::stoi(given->text) / kPercent;
}

bool Settings::gains_experience() const {
    const auto given = value("experience");
    return !given || given->text != "0";
}

double Settings::drift_share() const {
    constexpr int kUsual = 5;
    const auto given = value("drift");
    return (given && !given->text.empty() ? std::stoi(given->text) : kUsual) / kPercent;
}

bool Settings::is_reproducible() const {
    const auto given = value("reproducible");
    return given && given->text == "1";
}

std::optional<bool> Settings::progress_thread() const {
    const auto said = text("progress_thread");
    return said ? std::optional(*said == "1") : std::nullopt;
}

int Settings::verbosity() const {
    const auto given = value("verbose");
    return given && !given->text.empty() ? given->text[0] - '0' : 0;
}

std::optional<std::string> Settings::report_file() const {
    return placed_text("report");
}

std::optional<std::string> Settings::trace_file() const {
    return placed_text("trace");
}

std::optional<std::string> Settings::traffic_file() const {
    return placed_text("traffic");
}

std::string Settings::shared_text() const {
    std::string text;
    for (std::size_t i = 0; i < kSettings.size(); ++i) {
        // Folders and loudness may differ between sites without making plans differ.
        if (kSettings[i].name != "verbose" && kSettings[i].name != "cache") {
            const bool is_own = values_[i] && values_[i]->origin == kEnvironment;
            text += fmt::format("{}={}\n", kSettings[i].name, is_own ? values_[i]->text : "");
        }
    }
    return text;
}

std::string Settings::text_from_files() const {
    auto list = base::JsonOutput::array();
    for (std::size_t i = 0; i < kSettings.size(); ++i) {
        if (values_[i] && values_[i]->origin != kEnvironment) {
            list.push_back({kSettings[i].name, values_[i]->text, values_[i]->origin});
        }
    }
    return list.to_msgpack();
}

void Settings::take_from_files(std::string_view text) {
    const auto list = base::JsonInput::from_msgpack(text, "settings of rank 0");
    for (const base::JsonInput& entry : list.elements()) {
        const base::JsonElements parts = entry.elements();
        const std::size_t setting = index_of(parts[0].string()).value();
        if (!values_[setting]) {
            values_[setting] = Value{parts[1].string(), parts[2].string()};
        }
    }
}

}  // namespace causeway::configuration
