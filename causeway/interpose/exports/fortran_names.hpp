/// How Fortran compilers on Linux spell the names of MPI.
#pragma once

#include <mpi.h>

#include <array>
#include <string>

#include <dlfcn.h>

namespace causeway::interpose {

/// The definition of `symbol` after ours: the MPI library's. Null if it has none.
template <typename Function>
Function* next(const char* symbol) {
    return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, symbol));
}

/// The same of a function that the MPI library has in one spelling at the least. Null if its Fortran part is not
/// loaded, in which case nobody can have called ours.
template <typename Function>
Function* next_in_any_spelling(const char* lower, const char* upper) {
    const std::string name(lower);
    for (const std::string& spelling : {name + "_", name + "__", name, std::string(upper)}) {
        if (auto* function = next<Function>(spelling.c_str())) {
            return function;
        }
    }
    return nullptr;
}

/// A constant of Fortran that stands for an address: a common block of the MPI library.
class FortranConstant {
public:
    FortranConstant(const char* lower, const char* upper) {
        const std::string name(lower);
        addresses_ = {::dlsym(RTLD_DEFAULT, (name + "_").c_str()), ::dlsym(RTLD_DEFAULT, (name + "__").c_str()),
                      ::dlsym(RTLD_DEFAULT, lower), ::dlsym(RTLD_DEFAULT, upper)};
    }

    /// Whether `address` stands for it.
    [[nodiscard]] bool is(const void* address) const {
        for (const void* known : addresses_) {
            if (address != nullptr && address == known) {
                return true;
            }
        }
        return false;
    }

private:
    std::array<const void*, 4> addresses_{};
};

}  // namespace causeway::interpose

/// Makes the other spellings of a function of `mpif.h` and `use mpi` that is defined as mpi_NAME_; or as PREFIX_NAME_.
#define CAUSEWAY_FORTRAN_SPELLINGS(name, NAME) CAUSEWAY_FORTRAN_SPELLINGS_OF(MPI, mpi, name, NAME)
#define CAUSEWAY_FORTRAN_SPELLINGS_OF(PREFIX, prefix, name, NAME)                                          \
    extern "C" __attribute__((visibility("default"),                                                       \
                              alias(#prefix "_" #name "_"))) decltype(prefix##_##name##_) prefix##_##name, \
        prefix##_##name##__, PREFIX##_##NAME;
