# causeway_module(NAME USES module... [NEEDS OPTION...] [UNDER_MPI]): declares causeway/NAME as the static library
# causeway_NAME, made of every source file in the folder. A module whose option is off is declared (the include test knows it)
# but not built. One that calls MPI (UNDER_MPI) is built for each MPI library, as causeway_NAME_MPI: causeway_build_module.
#
# For SimGrid the others are shared libraries: a simulated job is one process, in which the program is loaded once for each rank
# and these once for all. So what one rank has planned all have (causeway/planner/decided.hpp).
function(causeway_module name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "UNDER_MPI" "" "USES;NEEDS")
  set_property(GLOBAL APPEND PROPERTY CAUSEWAY_MODULES ${name})
  set_property(GLOBAL PROPERTY CAUSEWAY_USES_${name} ${arg_USES})
  set_property(GLOBAL PROPERTY CAUSEWAY_UNDER_MPI_${name} ${arg_UNDER_MPI})
  foreach(need IN LISTS arg_NEEDS)
    if(NOT ${need})
      return()
    endif()
  endforeach()
  if(NOT arg_UNDER_MPI)
    causeway_build_module(${name} causeway_${name})
  endif()
endfunction()

# Declares the target of a module. `mpi` names the MPI library where the module calls it.
function(causeway_build_module name target)
  set(folder "${PROJECT_SOURCE_DIR}/causeway/${name}")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${folder}/*.cpp" "${folder}/*.hpp" "${folder}/*.def")
  list(FILTER sources EXCLUDE REGEX "/exports/")  # of a shared library that the module makes
  set(kind STATIC)
  if(CAUSEWAY_SIMGRID AND NOT mpi)
    set(kind SHARED)
    set(CMAKE_CXX_VISIBILITY_PRESET default)
    set(CMAKE_VISIBILITY_INLINES_HIDDEN OFF)
  endif()
  add_library(${target} ${kind} ${sources})
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX)
  target_link_libraries(${target} PUBLIC causeway_settings)
  causeway_optimise_sanitized(${target} -O2)  # with Clang compiling takes no longer
  get_property(uses GLOBAL PROPERTY CAUSEWAY_USES_${name})
  foreach(used IN LISTS uses)
    get_property(under_mpi GLOBAL PROPERTY CAUSEWAY_UNDER_MPI_${used})
    if(under_mpi)
      set(used ${used}_${mpi})
    endif()
    target_link_libraries(${target} PUBLIC causeway_${used})
  endforeach()
  if(EXISTS "${folder}/module.cmake")  # what it needs from outside the project
    include("${folder}/module.cmake")
  endif()
endfunction()

# The modules that call MPI, in the order of their declaration.
function(causeway_modules_under_mpi result)
  get_property(modules GLOBAL PROPERTY CAUSEWAY_MODULES)
  set(found "")
  foreach(module IN LISTS modules)
    get_property(under_mpi GLOBAL PROPERTY CAUSEWAY_UNDER_MPI_${module})
    if(under_mpi)
      list(APPEND found ${module})
    endif()
  endforeach()
  set(${result} ${found} PARENT_SCOPE)
endfunction()

# Writes the table of modules for the include test: a line "module: used used ..." each.
function(causeway_write_module_table)
  get_property(modules GLOBAL PROPERTY CAUSEWAY_MODULES)
  set(text "")
  foreach(module IN LISTS modules)
    get_property(used GLOBAL PROPERTY CAUSEWAY_USES_${module})
    list(JOIN used " " used)
    string(APPEND text "${module}: ${used}\n")
  endforeach()
  file(WRITE "${PROJECT_BINARY_DIR}/module-table.txt" "${text}")
endfunction()
