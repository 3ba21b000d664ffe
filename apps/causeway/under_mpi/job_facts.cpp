#include "job_facts.hpp"

#include "causeway/diagnosis/facts_text.hpp"
#include "causeway/diagnosis/gather.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/library.hpp"

#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <string>

namespace causeway::app {

std::vector<diagnosis::Facts> facts_of_job(diagnosis::Machine machine) {
    const int rank = mpi::rank_of(MPI_COMM_WORLD);
    const int size = mpi::size_of(MPI_COMM_WORLD);
    const std::vector<std::string> hosts = mpi::host_names(MPI_COMM_WORLD);
    const std::string& own = hosts[static_cast<std::size_t>(rank)];
    // The first rank of a host looks up the names of the others; hosts that share a name are told apart by "#2".
    std::vector<std::string> others;
    if (std::find(hosts.begin(), hosts.end(), own) - hosts.begin() == rank) {
        for (const std::string& host : hosts) {
            if (host != own && host.find('#') == std::string::npos &&
                std::find(others.begin(), others.end(), host) == others.end()) {
                others.push_back(host);
            }
        }
    }
    machine.processors = diagnosis::this_machine().processors;  // to which MPI_Init may have bound it
    diagnosis::Facts facts = diagnosis::gather(machine, others);
    facts.host = own;
    facts.world_size = size;
    facts.mpi_library = mpi::library_version();
    const std::vector<std::string> texts = mpi::gather_texts(MPI_COMM_WORLD, diagnosis::to_text(facts), 0);
    std::vector<diagnosis::Facts> ranks;
    for (const std::string& text : texts) {
        ranks.push_back(diagnosis::facts_in(text));
    }
    return ranks.empty() ? std::vector{facts} : diagnosis::facts_of_hosts(ranks);
}

}  // namespace causeway::app
