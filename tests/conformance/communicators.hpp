/// The communicators that the suite's calls go over.
#pragma once

#include <mpi.h>

#include <string>
#include <vector>

namespace conformance {

/// One communicator with this process in it.
struct Communicator {
    std::string name;
    MPI_Comm comm = MPI_COMM_NULL;
    int rank = 0;
    int size = 1;
};

/// What is known of a communicator.
Communicator described(std::string name, MPI_Comm comm);

/// Communicators of all processes, in several orders and parts; freed at the end. Collective over MPI_COMM_WORLD.
class Communicators {
public:
    Communicators();
    Communicators(const Communicators&) = delete;
    Communicators& operator=(const Communicators&) = delete;
    ~Communicators();

    [[nodiscard]] const std::vector<Communicator>& all() const { return all_; }

private:
    void split(std::string name, int colour, int key);

    std::vector<Communicator> all_;
};

}  // namespace conformance
