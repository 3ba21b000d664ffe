/// Throws and catches before, while and after the preloaded library does, which has a C++ library of its own.
#include <mpi.h>

#include <cstdio>
#include <stdexcept>
#include <string>

namespace {

/// What `depth` calls deeper is thrown, and comes back as text.
std::string thrown(int depth) {
    try {
        if (depth > 0) {
            throw std::runtime_error(thrown(depth - 1) + "x");
        }
        return std::string().substr(1);
    } catch (const std::runtime_error& error) {
        return error.what();
    } catch (const std::out_of_range&) {
        return "";
    }
}

}  // namespace

int main(int argc, char** argv) {
    const std::string before = thrown(5);
    MPI_Init(&argc, &argv);
    const std::string after = thrown(5);
    MPI_Finalize();
    if (before == "xxxxx" && after == before) {
        std::puts("throwing: right");
    }
    return 0;
}
