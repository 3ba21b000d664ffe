#include "tests/conformance/communicators.hpp"

#include "tests/conformance/values.hpp"

#include <array>
#include <string_view>
#include <utility>

namespace conformance {

Communicator described(std::string name, MPI_Comm comm) {
    Communicator communicator{std::move(name), comm};
    MPI_Comm_rank(comm, &communicator.rank);
    MPI_Comm_size(comm, &communicator.size);
    // What a call returns is compared as well.
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    return communicator;
}

Communicators::Communicators() {
    all_.push_back(described("the world", MPI_COMM_WORLD));
    const int rank = all_.front().rank;
    split("the world backwards", 0, -rank);
    split("odd and even ranks", rank % 2, rank);
    std::array<char, MPI_MAX_PROCESSOR_NAME> host{};
    int length = 0;
    MPI_Get_processor_name(host.data(), &length);
    std::uint64_t of_host = 0;
    for (const char letter : std::string_view(host.data(), static_cast<std::size_t>(length))) {
        of_host = mixed(of_host + static_cast<unsigned char>(letter));
    }
    constexpr std::uint64_t kColours = 1U << 30U;
    split("the ranks of one host", static_cast<int>(of_host % kColours), rank);
}

Communicators::~Communicators() {
    for (Communicator& communicator : all_) {
        if (communicator.comm != MPI_COMM_WORLD) {
            MPI_Comm_free(&communicator.comm);
        }
    }
}

void Communicators::split(std::string name, int colour, int key) {
    MPI_Comm made = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, colour, key, &made);
    all_.push_back(described(std::move(name), made));
}

}  // namespace conformance
