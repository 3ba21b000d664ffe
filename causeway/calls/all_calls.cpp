#include "causeway/calls/all_calls.hpp"

#include "causeway/calls/communicator_state.hpp"
#include "causeway/calls/outstanding.hpp"
#include "causeway/calls/process_group.hpp"
#include "causeway/mpi/tag_ranges.hpp"
#include "causeway/platform/platform.hpp"

#include <memory>

namespace causeway::calls {

void begin_calls(job::Job& job) {
    const auto placement = platform::placement_of(*job.facts.first(), job.host_names);
    if (placement && placement->num_hosts() > 1) {
        job.executor_of_world = make_executor(MPI_COMM_WORLD);
        if (job.executor_of_world) {
            job.tag_ranges = std::make_unique<mpi::TagRanges>(job.executor_of_world->comm());
        }
    }
    job.state_key = create_state_key();
    if (job.has_progress) {
        begin_progress(available_progress());
    }
}

void end_calls(job::Job& job) {
    end_progress();
    leave_communicators_to_mpi();
    if (job.executor_of_world) {
        job.executor_of_world->abandon_communicator();
    }
}

}  // namespace causeway::calls
