/// The MPI library that carries out what is left to it.
#pragma once

#include "causeway/scheme/scheme.hpp"

#include <mpi.h>

#include <optional>

namespace causeway::calls {

/// The one that this is built for; nothing: one whose algorithms are not known.
#if defined(OPEN_MPI)
inline constexpr std::optional kLibraryAtHand(scheme::MpiLibrary::kOpenMpi);
#elif defined(MPICH_VERSION)
inline constexpr std::optional kLibraryAtHand(scheme::MpiLibrary::kMpich);
#else
inline constexpr std::optional<scheme::MpiLibrary> kLibraryAtHand;
#endif

}  // namespace causeway::calls
