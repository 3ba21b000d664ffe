#include "causeway/mpi/error.hpp"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <string>

namespace causeway::mpi {

namespace {

std::string words_of(int code) {
    std::array<char, MPI_MAX_ERROR_STRING> text{};
    int length = 0;
    if (PMPI_Error_string(code, text.data(), &length) != MPI_SUCCESS) {
        return "unknown error";
    }
    return {text.data(), static_cast<std::size_t>(length)};
}

}  // namespace

MpiError::MpiError(std::string_view call, int code)
    : Error(fmt::format("{} failed with code {}: {}", call, code, words_of(code))), code_(code) {}

}  // namespace causeway::mpi
