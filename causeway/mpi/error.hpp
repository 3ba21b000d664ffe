/// MPI's return codes as exceptions.
#pragma once

#include "causeway/base/error.hpp"

#include <mpi.h>

#include <string_view>

namespace causeway::mpi {

/// A call of the MPI library failed: the call, its code, the library's own words.
class MpiError : public base::Error {
public:
    MpiError(std::string_view call, int code);

    [[nodiscard]] int code() const { return code_; }

private:
    int code_;
};

/// Throws MpiError unless `code` is MPI_SUCCESS; `call` is the function that returned it.
inline void check(int code, std::string_view call) {
    if (code != MPI_SUCCESS) {
        throw MpiError(call, code);
    }
}

}  // namespace causeway::mpi
