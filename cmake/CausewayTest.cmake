# Tests through CTest.

find_package(GTest 1.12 REQUIRED)
include(GoogleTest)

# Every MPI test is killed after this many seconds: MPI programs hang rather than fail. The tests' own
# watchdog (tests/support/watchdog.hpp) fires earlier and says which test hung.
set(CAUSEWAY_TEST_TIMEOUT 300)

# causeway_test(NAME SOURCES file... [LINKS target...]): one test executable without MPI; a CTest entry per test.
function(causeway_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINKS")
  add_executable(test_${name} ${arg_SOURCES})
  target_link_libraries(test_${name} PRIVATE ${arg_LINKS} causeway_settings GTest::gmock GTest::gtest_main)
  gtest_discover_tests(test_${name} DISCOVERY_MODE PRE_TEST PROPERTIES TIMEOUT ${CAUSEWAY_TEST_TIMEOUT} LABELS unit)
endfunction()

# causeway_mpirun_arguments(RESULT N [SET VAR=VALUE...]): the arguments for one block of N ranks, with variables
# that only the ranks see. MPICH's ranks get the library that lets them yield the core while they wait.
function(causeway_mpirun_arguments result num_ranks)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "SET")
  set(arguments ${MPIEXEC_NUMPROC_FLAG} ${num_ranks})
  if(CAUSEWAY_MPI_NAME STREQUAL mpich)
    set(preload "LD_PRELOAD=$<TARGET_FILE:causeway_test_yielding_ranks>")
    set(settings "")
    foreach(setting IN LISTS arg_SET)
      if(setting MATCHES "^LD_PRELOAD=(.*)$")
        string(APPEND preload ":${CMAKE_MATCH_1}")
      else()
        list(APPEND settings "${setting}")
      endif()
    endforeach()
    set(arg_SET "${preload}" ${settings})
  endif()
  foreach(setting IN LISTS arg_SET)
    if(CAUSEWAY_MPI_NAME STREQUAL openmpi)
      list(APPEND arguments -x "${setting}")
    else()
      string(REGEX MATCH "^([^=]*)=(.*)$" ignored "${setting}")
      list(APPEND arguments -env "${CMAKE_MATCH_1}" "${CMAKE_MATCH_2}")
    endif()
  endforeach()
  set(${result} "${arguments}" PARENT_SCOPE)
endfunction()

# The command that starts N ranks here, more than there are cores if need be, also as root in a container.
function(causeway_mpirun_command result num_ranks)
  causeway_mpirun_arguments(arguments ${num_ranks} ${ARGN})
  set(command "${MPIEXEC_EXECUTABLE}")
  if(CAUSEWAY_MPI_NAME STREQUAL openmpi)
    list(APPEND command --oversubscribe --allow-run-as-root --bind-to none --mca mpi_yield_when_idle 1)
  endif()
  set(${result} "${command};${arguments}" PARENT_SCOPE)
endfunction()

# causeway_mpi_test(NAME SOURCES file... [LINKS target...] RANKS n...): one executable run under mpirun with
# each number of ranks; a CTest entry per number. Its main is tests/support/mpi_main.cpp.
function(causeway_mpi_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINKS;RANKS")
  add_executable(test_${name} ${arg_SOURCES})
  target_link_libraries(test_${name} PRIVATE ${arg_LINKS} causeway_settings causeway_test_mpi_main)
  foreach(ranks IN LISTS arg_RANKS)
    causeway_mpirun_command(command ${ranks})
    add_test(NAME ${name}.${ranks}_ranks COMMAND ${command} $<TARGET_FILE:test_${name}>)
    set_tests_properties(${name}.${ranks}_ranks PROPERTIES TIMEOUT ${CAUSEWAY_TEST_TIMEOUT} LABELS mpi PROCESSORS 2)
  endforeach()
endfunction()
