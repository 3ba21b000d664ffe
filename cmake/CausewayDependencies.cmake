# What the project stands on; every package is in Debian 12 and Ubuntu 24.04.

find_package(fmt 9 REQUIRED)
find_package(nlohmann_json 3.10 REQUIRED)
find_package(CLI11 2.1 REQUIRED)
find_package(Boost 1.74 REQUIRED)  # headers only: Boost.Graph
find_package(PkgConfig REQUIRED)
pkg_check_modules(CLP REQUIRED IMPORTED_TARGET clp)  # COIN-OR's solver of linear programs

if(CAUSEWAY_MPI AND CAUSEWAY_SIMGRID)
  include(CausewaySimGrid)
elseif(CAUSEWAY_MPI)
  set(MPI_DETERMINE_LIBRARY_VERSION ON)
  find_package(MPI REQUIRED COMPONENTS C)
  # The C++ bindings were removed from MPI in 2012; Open MPI's header still offers them.
  target_compile_definitions(MPI::MPI_C INTERFACE OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
  if(MPI_C_LIBRARY_VERSION_STRING MATCHES "Open MPI")
    set(CAUSEWAY_MPI_NAME openmpi)
  else()
    set(CAUSEWAY_MPI_NAME mpich)
  endif()
endif()
if(CAUSEWAY_MPI)
  pkg_check_modules(PMIX REQUIRED pmix)  # what Open MPI's launchers keep for the processes
endif()
