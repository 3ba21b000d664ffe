/// Runs of calls that fail: what becomes of their messages.
#include "causeway/mpi/run.hpp"

#include <cstddef>

namespace causeway::mpi {

Run::~Run() {
    if (is_over_) {
        return;
    }
    for (std::size_t slot = 0; slot < num_slots_; ++slot) {
        MPI_Request& request = workspace_.requests[slot];
        if (request == MPI_REQUEST_NULL) {
            continue;
        }
        if (slot < first_send_slot_ || slot == opening_slot_) {
            PMPI_Cancel(&request);
            PMPI_Wait(&request, MPI_STATUS_IGNORE);
        }
    }
    leave_sends();
}

/// Who receives may be in the middle of copying from a buffer that is the program's again once the call has failed: a
/// send that somebody takes is through in no time. MPI has nothing for one that nobody receives but to forget it.
void Run::leave_sends() noexcept {
    constexpr double kGrace = 0.1;  // seconds
    const auto sends = static_cast<int>(opening_slot_ - first_send_slot_);
    MPI_Request* const first = workspace_.requests.data() + first_send_slot_;
    int all_through = 0;
    for (const double start = PMPI_Wtime(); all_through == 0 && PMPI_Wtime() < start + kGrace;) {
        if (PMPI_Testall(sends, first, &all_through, MPI_STATUSES_IGNORE) != MPI_SUCCESS) {
            break;
        }
    }
    for (std::size_t slot = first_send_slot_; slot < num_slots_; ++slot) {
        if (workspace_.requests[slot] != MPI_REQUEST_NULL) {
            PMPI_Request_free(&workspace_.requests[slot]);
        }
    }
}

}  // namespace causeway::mpi
