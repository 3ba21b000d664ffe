#include "causeway/job/gained_experience.hpp"

#include "causeway/base/build.hpp"
#include "causeway/base/json_input.hpp"
#include "causeway/base/json_output.hpp"
#include "causeway/base/time_stamp.hpp"
#include "causeway/experience/kept.hpp"
#include "causeway/job/cache.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/library.hpp"

#include <fmt/format.h>

#include <exception>
#include <utility>

namespace causeway::job {

void GainedExperience::add(const std::string& platform, const experience::Kind& kind, experience::TriedKind tried) {
    const std::lock_guard lock(mutex_);
    if (gained_.size() >= kMostPlatforms && !gained_.contains(platform)) {
        return;
    }
    experience::Experience more;
    more.conditions = conditions_with(platform);
    more.kinds.emplace(kind, std::move(tried));
    const auto [known, is_new] = gained_.emplace(platform, more);
    if (!is_new) {
        experience::merge(known->second, more, kMostKinds);
    }
}

std::string GainedExperience::text() const {
    const std::lock_guard lock(mutex_);
    if (gained_.empty()) {
        return "";
    }
    auto texts = base::JsonOutput::array();
    for (const auto& [platform, experience] : gained_) {
        texts.push_back(experience::to_json_text(experience));
    }
    return texts.dump();
}

void GainedExperience::add(const std::string& text) {
    if (text.empty()) {
        return;
    }
    const auto texts = base::JsonInput::parse(text, "experience of a rank");
    for (const base::JsonInput& one : texts.elements()) {
        const auto gained = experience::parse_experience(one.string(), "experience of a rank");
        for (const auto& [kind, tried] : gained.kinds) {
            add(gained.conditions.platform, kind, tried);
        }
    }
}

std::map<std::string, experience::Experience> GainedExperience::all() const {
    const std::lock_guard lock(mutex_);
    return gained_;
}

GainedExperience& gained_experience() {
    static auto* instance = new GainedExperience;  // never destroyed: see job/active_job.hpp
    return *instance;
}

std::map<std::string, experience::Experience> gathered_experience(const Job& job) {
    std::string own;
    try {
        own = gained_experience().text();
    } catch (const std::exception&) {  // the others wait for this rank: it has nothing to say
    }
    GainedExperience of_all;
    for (const std::string& text : mpi::gather_texts(MPI_COMM_WORLD, own, 0)) {
        try {
            of_all.add(text);
        } catch (const std::exception& error) {  // and they go on
            say(job, 0, fmt::format("what calls took is not known of all ranks: {}", error.what()));
        }
    }
    return of_all.all();
}

void keep(const Job& job, const std::map<std::string, experience::Experience>& gained) {
    const auto folder = job.settings.cache_directory();
    try {
        const std::string newest = platform::fingerprint(*job.facts.newest());
        for (const auto& [platform, experience] : gained) {
            const bool is_of_job =
                platform == job.platform_fingerprint || platform == newest;  // others do not come back
            if (folder && job.keeps_experience && is_of_job) {
                experience::keep(*folder, experience, base::time_stamp());
            }
        }
    } catch (const std::exception& error) {
        say(job, 0, fmt::format("what calls took is not kept: {}", error.what()));
    }
}

experience::Conditions conditions_with(const std::string& platform) {
    return {.platform = platform, .library = mpi::library_version(), .build = base::build()};
}

}  // namespace causeway::job
