#include "causeway/configuration/accepted_values.hpp"

#include "causeway/base/comma_list.hpp"
#include "causeway/base/error.hpp"
#include "causeway/base/number.hpp"
#include "causeway/base/trimmed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

namespace causeway::configuration {

namespace {

constexpr std::array<std::string_view, 12> kCollectives{
    "bcast",          "reduce", "allreduce",          "barrier",          "gather", "scatter", "allgather", "alltoall",
    "reduce_scatter", "scan",   "neighbor_allgather", "neighbor_alltoall"};
/// What may be switched off, reordering among it: also what is not replaced yet, so that a setting written for a later
/// version, or for all jobs of a site, is no error.
constexpr std::array<std::string_view, 20> kMayBeSwitchedOff{"bcast",
                                                             "reduce",
                                                             "allreduce",
                                                             "gather",
                                                             "gatherv",
                                                             "scatter",
                                                             "scatterv",
                                                             "allgather",
                                                             "allgatherv",
                                                             "alltoall",
                                                             "alltoallv",
                                                             "barrier",
                                                             "reduce_scatter",
                                                             "scan",
                                                             "exscan",
                                                             "reorder",
                                                             "neighbor_allgather",
                                                             "neighbor_allgatherv",
                                                             "neighbor_alltoall",
                                                             "neighbor_alltoallv"};

bool is_collective(std::string_view word) {
    return std::find(kCollectives.begin(), kCollectives.end(), word) != kCollectives.end();
}

[[noreturn]] void refuse(const Setting& setting, const Value& value, std::string accepted) {
    throw base::InputError(
        {value.origin, std::string(setting.variable), fmt::format("'{}'", value.text), std::move(accepted)});
}

}  // namespace

std::span<const std::string_view> collective_words() {
    return kCollectives;
}

std::vector<std::string> words_of(std::string_view comma_list) {
    std::vector<std::string> words;
    for (const std::string& entry : base::entries_of(comma_list)) {
        if (const std::string_view word = base::trimmed(entry); !word.empty()) {
            words.emplace_back(word);
        }
    }
    return words;
}

std::optional<Seconds> budget_in(std::string_view text) {
    const auto seconds = base::number_in<double>(text);
    return seconds && *seconds > 0.0 && std::isfinite(*seconds) ? std::optional(Seconds(*seconds)) : std::nullopt;
}

void check(const Setting& setting, const Value& value) {
    const std::string collectives = fmt::format("{}", fmt::join(kCollectives, ", "));
    if (setting.name == "verbose" && !value.text.empty() &&
        (value.text.size() != 1 || value.text[0] < '0' || value.text[0] > '3')) {
        refuse(setting, value, "0, 1, 2 or 3");
    }
    if (setting.name == "trees" && !value.text.empty() &&
        (value.text.size() != 1 || value.text[0] < '1' || value.text[0] > '8')) {
        refuse(setting, value, "a number from 1 to 8");
    }
    const bool is_percentage =
        std::all_of(value.text.begin(), value.text.end(), [](char c) { return c >= '0' && c <= '9'; }) &&
        (value.text.size() <= 2 || value.text == "100");
    if (setting.name == "drift" && !is_percentage) {
        refuse(setting, value, "a whole number from 0 to 100");
    }
    if (setting.name == "least_gain" && !is_percentage && value.text != kAnyGain) {
        refuse(setting, value, fmt::format("a whole number from 0 to 100, or '{}'", kAnyGain));
    }
    if (setting.name == "budget" && !value.text.empty() && !budget_in(value.text)) {
        refuse(setting, value, "a number of seconds above 0");
    }
    if (setting.name == "disable" && value.text != "0" && value.text != "1") {
        for (const std::string& word : words_of(value.text)) {
            if (std::find(kMayBeSwitchedOff.begin(), kMayBeSwitchedOff.end(), word) == kMayBeSwitchedOff.end()) {
                refuse(setting, value, fmt::format("0, 1, or a list of {}", fmt::join(kMayBeSwitchedOff, ", ")));
            }
        }
    }
    const bool is_for_init = setting.name == "progress_thread";
    if (is_for_init && value.origin != kEnvironment) {
        refuse(setting, value, "nothing in a file, as these are read after MPI_Init: the environment alone sets it");
    }
    const bool is_switch = setting.name == "reproducible" || setting.name == "experience" || is_for_init;
    if (is_switch && !value.text.empty() && value.text != "0" && value.text != "1") {
        refuse(setting, value, "0 or 1");
    }
    if (setting.name == "strategy") {
        for (const std::string& word : words_of(value.text)) {
            const std::size_t colon = word.find(':');
            if (colon == std::string::npos || !is_collective(word.substr(0, colon)) || colon + 1 == word.size()) {
                refuse(setting, value, fmt::format("COLLECTIVE:NAME[@SEGMENT] with a collective of {}", collectives));
            }
        }
    }
}

}  // namespace causeway::configuration
