/// The facts of a job's hosts, brought together at rank 0.
#pragma once

#include "session.hpp"

#include "causeway/diagnosis/machine.hpp"
#include "causeway/platform/platform.hpp"

#include <functional>
#include <optional>
#include <vector>

namespace causeway::app {

/// What `read` returns on rank 0; nothing elsewhere. An InputError that it throws there is thrown on every rank.
/// Collective.
[[nodiscard]] std::optional<platform::Platform> on_first_rank(
    const MpiSession& session, const std::function<std::optional<platform::Platform>()>& read);

/// Those of every host, on rank 0; one for this host's rank elsewhere. `machine`: this one, as it was before MPI began.
/// Collective.
[[nodiscard]] std::vector<diagnosis::Facts> facts_of_job(diagnosis::Machine machine);

}  // namespace causeway::app
