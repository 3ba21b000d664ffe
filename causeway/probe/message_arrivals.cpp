#include "causeway/probe/message_arrivals.hpp"

#include "causeway/discovery/arrivals.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/mpi/scratch.hpp"
#include "causeway/probe/clock.hpp"

#include <algorithm>
#include <cstddef>

namespace causeway::probe {

using mpi::check;

std::vector<double> exchange_messages(MPI_Comm comm, int peer, int tag, Bytes size, int outgoing, int incoming) {
    const auto count = static_cast<int>(size.value());
    mpi::GrowingMemory outgoing_memory;
    mpi::GrowingMemory incoming_memory;
    const std::byte* const data = outgoing_memory.zeros(outgoing > 0 ? size.value() : 0);
    std::byte* const room = incoming_memory.zeros(size.value() * incoming);
    std::vector<MPI_Request> receives(static_cast<std::size_t>(incoming), MPI_REQUEST_NULL);
    std::vector<MPI_Request> sends;
    for (int i = 0; i < incoming; ++i) {
        check(PMPI_Irecv(room + i * size.value(), count, MPI_BYTE, peer, tag, comm,
                         &receives[static_cast<std::size_t>(i)]),
              "MPI_Irecv");
    }
    discovery::Arrivals arrivals(PMPI_Wtime());
    std::vector<int> done(receives.size());
    const auto look = [&](auto* complete_some) {
        int found = 0;
        check(complete_some(incoming, receives.data(), &found, done.data(), MPI_STATUSES_IGNORE), "MPI_Testsome");
        arrivals.look(PMPI_Wtime(), std::max(0, found));
    };
    // A send may take as long as its message: what comes meanwhile is noted after each.
    while (static_cast<int>(sends.size()) < outgoing) {
        sends.push_back(MPI_REQUEST_NULL);
        check(PMPI_Isend(data, count, MPI_BYTE, peer, tag, comm, &sends.back()), "MPI_Isend");
        if (arrivals.times().size() < receives.size()) {
            look(PMPI_Testsome);
        }
    }
    while (arrivals.times().size() < receives.size()) {
        // In a simulation looking around costs most of its time, and no process is kept from running.
        const std::size_t before = arrivals.times().size();
        look(kTimeIsSimulated ? PMPI_Waitsome : PMPI_Testsome);
        if (arrivals.times().size() == before) {
            let_others_run();
        }
    }
    std::vector<int> gone(sends.size());
    for (int num_gone = 0; num_gone != MPI_UNDEFINED;) {
        check(PMPI_Waitsome(outgoing, sends.data(), &num_gone, gone.data(), MPI_STATUSES_IGNORE), "MPI_Waitsome");
    }
    return arrivals.times();
}

}  // namespace causeway::probe
