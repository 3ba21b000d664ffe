# What the project stands on; every package is in Debian 12 and Ubuntu 24.04.

find_package(fmt 9 REQUIRED)
find_package(nlohmann_json 3.10 REQUIRED)
find_package(CLI11 2.1 REQUIRED)
find_package(Boost 1.74 REQUIRED)  # headers only: Boost.Graph
find_package(PkgConfig REQUIRED)
pkg_check_modules(CLP REQUIRED IMPORTED_TARGET clp)  # COIN-OR's solver of linear programs

if(CAUSEWAY_MPI)
  if(CAUSEWAY_SIMGRID)
    set(CAUSEWAY_MPI_LIBRARIES smpi)
  else()
    causeway_find_mpi_libraries()
    include(CheckLanguage)
    check_language(Fortran)
    if(CMAKE_Fortran_COMPILER)
      enable_language(Fortran)
    endif()
  endif()
  pkg_check_modules(PMIX REQUIRED pmix)  # what Open MPI's launchers keep for the processes
endif()
