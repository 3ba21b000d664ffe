/// key_values says|silent N: puts a text with the launcher before MPI_Init or does not, and expects afterwards that
/// exactly the first N ranks have.
#include "causeway/launcher/key_value_space.hpp"

#include "causeway/base/error.hpp"
#include "causeway/mpi/communicator.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <cstdlib>
#include <cstring>
#include <numeric>
#include <string>
#include <vector>

namespace {

std::string text_of(int number) {
    return fmt::format("0.1.0-{:040x}", number);
}

}  // namespace

int main(int argc, char** argv) {
    using namespace causeway;
    try {
#ifdef OPEN_MPI
        const std::unique_ptr<launcher::KeyValueSpace> space = launcher::pmix();
#else
        const std::unique_ptr<launcher::KeyValueSpace> space = launcher::hydra();
#endif
        if (std::strcmp(argv[1], "says") == 0) {
            space->put(text_of(7));
        }
        MPI_Init(&argc, &argv);
        std::vector<int> ranks(static_cast<std::size_t>(mpi::size_of(MPI_COMM_WORLD)));
        std::iota(ranks.begin(), ranks.end(), 0);
        const std::vector<std::optional<std::string>> texts = space->get(ranks);
        bool is_right = texts.size() == ranks.size();
        for (const int rank : ranks) {
            const auto expected = rank < std::atoi(argv[2]) ? std::optional(text_of(7)) : std::nullopt;
            is_right = is_right && texts[static_cast<std::size_t>(rank)] == expected;
        }
        fmt::print("key values: {}\n", is_right ? "right" : "wrong");
        std::fflush(stdout);
    } catch (const base::Error& error) {
        fmt::print("key values: {}\n", error.what());
        return 1;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
