#include "causeway/job/job.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <exception>

namespace causeway::job {

int Job::num_hosts() const {
    return static_cast<int>(std::set<std::string_view>(host_names.begin(), host_names.end()).size());
}

void say(const Job& job, int least_verbosity, std::string_view text) {
    if (job.world_rank == 0 && job.settings.verbosity() >= least_verbosity) {
        say(text);
    }
}

void say(std::string_view text) noexcept {
    try {
        const std::string line = fmt::format("causeway: {}\n", text);
        static_cast<void>(std::fwrite(line.data(), 1, line.size(), stderr));
    } catch (const std::exception&) {
        return;  // nobody can be told
    }
}

}  // namespace causeway::job
