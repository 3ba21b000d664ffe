# The MPI libraries of this machine, each found by its compiler for C.

set(compilers mpicc mpicc.openmpi mpicc.mpich)
if(MPI_C_COMPILER)  # who names one wants that one
  set(compilers "${MPI_C_COMPILER}")
endif()
set(CAUSEWAY_MPI_COMPILERS "${compilers}" CACHE STRING
  "What MPI libraries' compilers for C are called, each a name or a path; the first one found is that of bin/ and lib/")

# The name of the MPI library behind a compiler for C, "openmpi" or "mpich" (which Intel's and Cray's are, too); empty where
# there is none.
function(causeway_mpi_name result compiler)
  set(${result} "" PARENT_SCOPE)
  unset(found)
  find_program(found "${compiler}" NO_CACHE)
  if(NOT found)
    return()
  endif()
  execute_process(COMMAND "${found}" --showme:version RESULT_VARIABLE not_open_mpi OUTPUT_VARIABLE version ERROR_QUIET)
  if(NOT not_open_mpi AND version MATCHES "Open MPI")
    set(${result} openmpi PARENT_SCOPE)
    return()
  endif()
  execute_process(COMMAND "${found}" -show RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
  if(NOT failed)
    set(${result} mpich PARENT_SCOPE)
  endif()
endfunction()

# Sets CAUSEWAY_MPI_LIBRARIES, the names of those found, and CAUSEWAY_MPI_COMPILER_name for each of them.
macro(causeway_find_mpi_libraries)
  set(CAUSEWAY_MPI_LIBRARIES "")
  foreach(compiler IN LISTS CAUSEWAY_MPI_COMPILERS)
    causeway_mpi_name(name "${compiler}")
    if(name AND NOT name IN_LIST CAUSEWAY_MPI_LIBRARIES)
      list(APPEND CAUSEWAY_MPI_LIBRARIES ${name})
      set(CAUSEWAY_MPI_COMPILER_${name} "${compiler}")
    endif()
  endforeach()
  if(NOT CAUSEWAY_MPI_LIBRARIES)
    message(FATAL_ERROR "CAUSEWAY_MPI needs an MPI library; none of these compilers was found: ${CAUSEWAY_MPI_COMPILERS}. "
      "Name yours with -DCAUSEWAY_MPI_COMPILERS=/path/to/mpicc, or build without MPI with -DCAUSEWAY_MPI=OFF")
  endif()
  message(STATUS "MPI libraries: ${CAUSEWAY_MPI_LIBRARIES}")
endmacro()

# In a folder of one MPI library (`mpi`): MPI::MPI_C, MPI::MPI_Fortran where there is Fortran, and its launcher. Targets that
# are imported are those of a folder; what else is found is forgotten before the next one is looked for.
macro(causeway_find_mpi)
  get_cmake_property(cached CACHE_VARIABLES)
  list(FILTER cached INCLUDE REGEX "^MPI(_|EXEC)")
  foreach(variable IN LISTS cached)
    unset(${variable} CACHE)
  endforeach()
  # Debian calls the second library's programs mpicc.mpich, mpiexec.mpich, mpifort.mpich.
  set(MPI_EXECUTABLE_SUFFIX "")
  if(CAUSEWAY_MPI_COMPILER_${mpi} MATCHES "mpicc([.][a-z0-9]+)$")
    set(MPI_EXECUTABLE_SUFFIX "${CMAKE_MATCH_1}")
  endif()
  find_program(MPI_C_COMPILER "${CAUSEWAY_MPI_COMPILER_${mpi}}")
  find_package(MPI REQUIRED COMPONENTS C)
  # The C++ bindings were removed from MPI in 2012; Open MPI's header still offers them.
  target_compile_definitions(MPI::MPI_C INTERFACE OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
  if(CMAKE_Fortran_COMPILER)
    find_package(MPI COMPONENTS Fortran)
  endif()
endmacro()

# Adds a folder in which targets end in the name of the MPI library; what is built from them is called without it.
function(causeway_add_mpi_folder source)
  cmake_path(GET source FILENAME name)
  cmake_path(GET source PARENT_PATH parent)
  cmake_path(GET parent FILENAME parent)
  set(binary "${CMAKE_CURRENT_BINARY_DIR}/${parent}-${name}")
  add_subdirectory("${source}" "${binary}")
  get_property(targets DIRECTORY "${binary}" PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target IN LISTS targets)
    get_target_property(called ${target} OUTPUT_NAME)
    get_target_property(type ${target} TYPE)
    if(NOT called AND type MATCHES "EXECUTABLE|SHARED|MODULE" AND target MATCHES "^(.*)_${mpi}$")
      set_target_properties(${target} PROPERTIES OUTPUT_NAME "${CMAKE_MATCH_1}")
    endif()
  endforeach()
endfunction()
