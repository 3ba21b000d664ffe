#include "causeway/preload/mpi_library.hpp"

#include <array>
#include <charconv>

namespace causeway::preload {

namespace {

struct Mark {
    std::string_view text;
    Family family;
};

/// In what MPI_Get_library_version says.
constexpr std::array kMarks = {
    Mark{"Open MPI", Family::kOpenMpi},   Mark{"MPICH", Family::kMpich},  // Cray's and ParaStation's, too
    Mark{"Intel(R) MPI", Family::kMpich}, Mark{"MVAPICH", Family::kMpich}, Mark{"ParaStation MPI", Family::kMpich},
};

/// The ABI that MPI 5.0 defines (chapter 20) has a library of this name, whoever made it.
constexpr std::string_view kStandardInterface = "libmpi_abi.so";

std::string_view name_of(Family family) {
    return family == Family::kOpenMpi ? "Open MPI" : "MPICH";
}

/// "Open MPI with interface 40, MPICH with interface 12"
std::string described(std::span<const Variant> variants) {
    std::string text;
    for (const Variant& variant : variants) {
        text += text.empty() ? "" : ", ";
        text += name_of(variant.family);
        text += " with interface " + std::to_string(variant.interface_number);
    }
    return text;
}

}  // namespace

std::optional<Family> family_of(const MpiLibrary& library) {
    for (const Mark& mark : kMarks) {
        if (library.version.find(mark.text) != std::string::npos) {
            return mark.family;
        }
    }
    return std::nullopt;
}

std::optional<int> interface_number_of(std::string_view soname) {
    constexpr std::string_view kEnd = ".so.";
    const std::size_t at = soname.rfind(kEnd);
    if (at == std::string_view::npos) {
        return std::nullopt;
    }
    int number = 0;
    const char* const begin = soname.data() + at + kEnd.size();
    const auto result = std::from_chars(begin, soname.data() + soname.size(), number);
    if (result.ec != std::errc() || result.ptr == begin) {
        return std::nullopt;
    }
    return number;
}

Choice choose_variant(const MpiLibrary& library, std::span<const Variant> variants) {
    if (library.soname.starts_with(kStandardInterface)) {
        return {nullptr, "the program uses the standard binary interface of MPI (" + library.soname +
                             "), which libcauseway.so does not know yet; it knows " + described(variants)};
    }
    const std::optional<Family> family = family_of(library);
    const std::optional<int> number = interface_number_of(library.soname);
    for (const Variant& variant : variants) {
        // A library without a number in its name was made for this one program: its headers are known by the family
        // alone.
        if (family == variant.family && (!number || number == variant.interface_number)) {
            return {&variant, {}};
        }
    }
    return {nullptr, "the program's MPI library is " + library.version +
                         (library.soname.empty() ? "" : " (" + library.soname + ")") +
                         ", and this installation is for " + described(variants)};
}

}  // namespace causeway::preload
