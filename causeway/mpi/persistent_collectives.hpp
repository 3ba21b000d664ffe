/// Under which names the MPI library has the persistent collectives, if it has them: those of MPI 4, as Open MPI 5 has
/// too, or those of the extension of Open MPI 4.
///
/// CAUSEWAY_HAS_PERSISTENT_COLLECTIVES is defined where it does. CAUSEWAY_PERSISTENT_NAME(P, Name) is then a function
/// of C, by its standard name (with P empty) or its profiling name (with P);
/// CAUSEWAY_WITH_PERSISTENT_PREFIX(macro, ...) is macro(PREFIX, prefix, ...), these being what all names of Fortran
/// begin with.
#pragma once

#include <mpi.h>
#if defined(OPEN_MPI) && __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif

#if MPI_VERSION >= 4 || (defined(OPEN_MPI) && OMPI_MAJOR_VERSION >= 5)
#define CAUSEWAY_HAS_PERSISTENT_COLLECTIVES
#define CAUSEWAY_PERSISTENT_NAME(P, Name) P##MPI_##Name##_init
#define CAUSEWAY_WITH_PERSISTENT_PREFIX(macro, ...) macro(MPI, mpi, __VA_ARGS__)
#elif defined(OMPI_HAVE_MPI_EXT_PCOLLREQ)
#define CAUSEWAY_HAS_PERSISTENT_COLLECTIVES
#define CAUSEWAY_PERSISTENT_NAME(P, Name) P##MPIX_##Name##_init
#define CAUSEWAY_WITH_PERSISTENT_PREFIX(macro, ...) macro(MPIX, mpix, __VA_ARGS__)
#endif
