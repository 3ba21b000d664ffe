/// Which MPI library a program has, and which of our variants is made for it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace causeway::preload {

/// What tells MPI libraries apart to which a program can be linked.
struct MpiLibrary {
    std::string version;  ///< the first line of what MPI_Get_library_version says
    std::string soname;   ///< "libmpi.so.40"; empty where the library says none
};

/// What handles to MPI's objects look like in a program: those of Open MPI are addresses, those of MPICH numbers.
enum class Family { kOpenMpi, kMpich };

/// A variant of the preloaded library, for one binary interface of MPI.
struct Variant {
    Family family;
    int interface_number;  ///< of the library's soname: 40 of libmpi.so.40
    const char* file;      ///< beside libcauseway.so
};

/// By its version. MPICH's is also that of the libraries of the MPICH ABI Compatibility Initiative (MVAPICH, Intel MPI,
/// Cray MPT, ParaStation MPI, ...). Nothing for others.
[[nodiscard]] std::optional<Family> family_of(const MpiLibrary& library);

/// The number behind ".so." in a soname; nothing where there is none.
[[nodiscard]] std::optional<int> interface_number_of(std::string_view soname);

/// The variant for `library`, or why there is none, for people.
struct Choice {
    const Variant* variant = nullptr;
    std::string why_none;
};
[[nodiscard]] Choice choose_variant(const MpiLibrary& library, std::span<const Variant> variants);

}  // namespace causeway::preload
