/// How Fortran compilers on Linux spell the names of MPI, and what the MPI library has under them.
#pragma once

#include "causeway/process/loaded_objects.hpp"

#include <mpi.h>

#include <array>
#include <atomic>
#include <cstdio>
#include <string>

#include <dlfcn.h>

namespace causeway::interpose {

/// The MPI library of this process, as process::find_behind() is told.
inline const void* own_mpi_library() {
    return reinterpret_cast<const void*>(&PMPI_Get_library_version);
}

/// The function that stands behind libcauseway.so, which hands calls to us and is the first that has this name.
inline void* find_function_of_mpi(const char* symbol) {
    return process::find_behind(symbol, own_mpi_library(), ::dlsym(RTLD_DEFAULT, "causeway_version"));
}

inline void* find_variable_of_mpi(const char* symbol) {
    return process::find_variable(symbol, own_mpi_library());
}

/// The spellings of a name: one that is the same with all compilers, or those of `lower` ("mpi_bcast") and `upper`.
class FortranName {
public:
    explicit constexpr FortranName(const char* only) : lower_(only) {}
    constexpr FortranName(const char* lower, const char* upper) : lower_(lower), upper_(upper) {}

    [[nodiscard]] const char* text() const { return lower_; }

    /// What `find` finds for each; null where that is nothing.
    [[nodiscard]] std::array<void*, 4> definitions(void* (*find)(const char*)) const {
        if (upper_ == nullptr) {
            return {find(lower_)};
        }
        const std::string name(lower_);
        return {find((name + "_").c_str()), find((name + "__").c_str()), find(lower_), find(upper_)};
    }

private:
    const char* lower_;
    const char* upper_ = nullptr;
};

/// A function of the MPI library's Fortran part. That may be loaded after us, where the dynamic linker does not look
/// for us: it is searched for when the function is called, until it is found.
class FortranFunction {
public:
    explicit constexpr FortranFunction(FortranName name) : name_(name) {}

    /// Whether something is loaded that has it.
    [[nodiscard]] bool is_there() noexcept { return found() != nullptr; }

    /// Calls it, and returns its error code; where nothing is loaded that has it, tells so and returns an error of MPI,
    /// which has been through the handler.
    template <typename... Arguments>
    int operator()(Arguments... arguments) noexcept {
        void* const function = found();
        if (function == nullptr) [[unlikely]] {
            return refuse();
        }
        MPI_Fint code = MPI_SUCCESS;
        reinterpret_cast<void (*)(Arguments..., MPI_Fint*)>(function)(arguments..., &code);
        return static_cast<int>(code);
    }

private:
    void* found() noexcept {
        void* const function = function_.load(std::memory_order_acquire);
        return function != nullptr ? function : find();
    }

    /// Null if it is not there, or there is no memory to search with.
    void* find() noexcept {
        try {
            for (void* const definition : name_.definitions(find_function_of_mpi)) {
                if (definition != nullptr) {
                    function_.store(definition, std::memory_order_release);
                    return definition;
                }
            }
        } catch (...) {
        }
        return nullptr;
    }

    [[nodiscard]] int refuse() const noexcept {
        std::fprintf(stderr, "causeway: %s was called, and no Fortran part of the MPI library is loaded that has it\n",
                     name_.text());
        int is_initialized = 0;
        int is_finalized = 0;
        PMPI_Initialized(&is_initialized);
        PMPI_Finalized(&is_finalized);
        if (is_initialized != 0 && is_finalized == 0) {
            PMPI_Comm_call_errhandler(MPI_COMM_WORLD, MPI_ERR_INTERN);
        }
        return MPI_ERR_INTERN;
    }

    FortranName name_;
    std::atomic<void*> function_{nullptr};
};

/// A constant of Fortran that stands for an address: a common block of the MPI library.
class FortranConstant {
public:
    explicit constexpr FortranConstant(FortranName name) : name_(name) {}

    /// Whether `address` stands for it.
    [[nodiscard]] bool is(const void* address) {
        if (!is_found_.load(std::memory_order_acquire)) [[unlikely]] {
            find();
        }
        for (const std::atomic<void*>& known : addresses_) {
            if (address != nullptr && address == known.load(std::memory_order_relaxed)) {
                return true;
            }
        }
        return false;
    }

private:
    /// What has it may be loaded later.
    void find() {
        const std::array<void*, 4> definitions = name_.definitions(find_variable_of_mpi);
        bool is_found = false;
        for (std::size_t i = 0; i < definitions.size(); ++i) {
            addresses_[i].store(definitions[i], std::memory_order_relaxed);
            is_found = is_found || definitions[i] != nullptr;
        }
        is_found_.store(is_found, std::memory_order_release);
    }

    FortranName name_;
    std::array<std::atomic<void*>, 4> addresses_{};
    std::atomic<bool> is_found_{false};
};

}  // namespace causeway::interpose

/// Makes the other spellings of a function of `mpif.h` and `use mpi` that is defined as mpi_NAME_; or as PREFIX_NAME_.
#define CAUSEWAY_FORTRAN_SPELLINGS(name, NAME) CAUSEWAY_FORTRAN_SPELLINGS_OF(MPI, mpi, name, NAME)
#define CAUSEWAY_FORTRAN_SPELLINGS_OF(PREFIX, prefix, name, NAME)                                          \
    extern "C" __attribute__((visibility("default"),                                                       \
                              alias(#prefix "_" #name "_"))) decltype(prefix##_##name##_) prefix##_##name, \
        prefix##_##name##__, PREFIX##_##NAME;
