# MPI as SimGrid's SMPI gives it: programs run with their ranks on simulated hosts, in simulated time.

find_path(SMPI_INCLUDE_DIR mpi.h PATH_SUFFIXES smpi NO_DEFAULT_PATH PATHS /usr/include /usr/local/include
  HINTS ENV SIMGRID_ROOT)
find_path(SIMGRID_INCLUDE_DIR smpi/smpi_helpers.h HINTS ENV SIMGRID_ROOT)
find_library(SIMGRID_LIBRARY simgrid HINTS ENV SIMGRID_ROOT)
find_program(SMPIRUN_EXECUTABLE smpirun HINTS ENV SIMGRID_ROOT)
foreach(part SMPI_INCLUDE_DIR SIMGRID_INCLUDE_DIR SIMGRID_LIBRARY SMPIRUN_EXECUTABLE)
  if(NOT ${part})
    message(FATAL_ERROR "CAUSEWAY_SIMGRID needs SimGrid 3.32 with SMPI (Debian: libsimgrid-dev); ${part} was not found")
  endif()
endforeach()

set(CAUSEWAY_MPI_NAME smpi)
add_library(MPI::MPI_C INTERFACE IMPORTED)
target_include_directories(MPI::MPI_C SYSTEM INTERFACE "${SMPI_INCLUDE_DIR}" "${SIMGRID_INCLUDE_DIR}")
target_link_libraries(MPI::MPI_C INTERFACE "${SIMGRID_LIBRARY}")
# Clocks and sleeps of the program are those of the simulation; its memory stays its own.
target_compile_definitions(MPI::MPI_C INTERFACE CAUSEWAY_SIMULATED_TIME SMPI_NO_OVERRIDE_MALLOC)
target_compile_options(MPI::MPI_C INTERFACE "SHELL:-include smpi/smpi_helpers.h")

# causeway_smpi_program(NAME SOURCES file... [LINKS target...]): NAME.so for smpirun, which loads it once for each rank.
function(causeway_smpi_program name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINKS")
  add_library(${name} MODULE ${arg_SOURCES})
  set_target_properties(${name} PROPERTIES PREFIX "" C_VISIBILITY_PRESET default CXX_VISIBILITY_PRESET default)
  target_link_libraries(${name} PRIVATE ${arg_LINKS} MPI::MPI_C)
endfunction()
