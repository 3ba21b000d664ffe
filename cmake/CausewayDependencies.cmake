# What the project stands on; every package is in Debian 12 and Ubuntu 24.04.

find_package(fmt 9 REQUIRED)
find_package(nlohmann_json 3.10 REQUIRED)
find_package(CLI11 2.1 REQUIRED)

if(CAUSEWAY_MPI)
  set(MPI_DETERMINE_LIBRARY_VERSION ON)
  set(MPI_CXX_SKIP_MPICXX ON)
  find_package(MPI REQUIRED COMPONENTS C)
  if(MPI_C_LIBRARY_VERSION_STRING MATCHES "Open MPI")
    set(CAUSEWAY_MPI_NAME openmpi)
  else()
    set(CAUSEWAY_MPI_NAME mpich)
  endif()
endif()
