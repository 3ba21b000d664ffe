#include "causeway/job/job.hpp"

#include "causeway/base/standard_error.hpp"

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
    base::tell("causeway", text);
}

}  // namespace causeway::job
