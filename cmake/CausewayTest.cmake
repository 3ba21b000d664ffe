# Tests through CTest.

find_package(GTest 1.12 REQUIRED)
find_package(Python3 COMPONENTS Interpreter REQUIRED)
# What was found may be a script that looks for an interpreter at each start (pyenv), for longer than most tests take.
execute_process(COMMAND "${Python3_EXECUTABLE}" -c "import sys; print(sys.executable)"
  OUTPUT_VARIABLE Python3_EXECUTABLE OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
set_target_properties(Python3::Interpreter PROPERTIES IMPORTED_LOCATION "${Python3_EXECUTABLE}")

# Every MPI test is killed after this many seconds: MPI programs hang rather than fail. The tests' own
# watchdog (tests/support/mpi_main.cpp) fires earlier and says which test hung.
set(CAUSEWAY_TEST_TIMEOUT 900)  # what takes a minute takes ten beside twenty others

# Runs a command and checks what it prints and how it ends.
set(expect ${Python3_EXECUTABLE} -I -S "${PROJECT_SOURCE_DIR}/tests/support/expect.py")

# causeway_test(NAME [RUNS_LONG] [PARTS n] SOURCES file... [LINKS target...]): one test executable without MPI; one CTest entry,
# unit.NAME, for all of its tests, as starting it takes longer than most of them, or PARTS of them, unit.NAME.1_of_PARTS...
# In a folder of an MPI library their names begin with that. RUNS_LONG: with the sanitizers it runs for longer than optimising
# it takes; such tests begin first.
function(causeway_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "RUNS_LONG" "PARTS" "SOURCES;LINKS")
  set(target test_${name})
  set(entry unit.${name})
  if(mpi)
    string(APPEND target _${mpi})
    string(PREPEND entry "${mpi}.")
  endif()
  add_executable(${target} ${arg_SOURCES})
  target_link_libraries(${target} PRIVATE ${arg_LINKS} causeway_settings causeway_compiled_quickly GTest::gmock GTest::gtest_main)
  set(cost 0)
  if(arg_RUNS_LONG)
    causeway_optimise_sanitized(${target} -O1)
    set(cost 100)
  endif()
  if(NOT arg_PARTS)
    set(arg_PARTS 1)
  endif()
  foreach(part RANGE 1 ${arg_PARTS})
    set(part_entry ${entry})
    if(arg_PARTS GREATER 1)
      string(APPEND part_entry ".${part}_of_${arg_PARTS}")
    endif()
    math(EXPR index "${part} - 1")
    add_test(NAME ${part_entry} COMMAND ${target} --gtest_brief=1)
    set_tests_properties(${part_entry} PROPERTIES TIMEOUT ${CAUSEWAY_TEST_TIMEOUT} LABELS "unit;${mpi}" COST ${cost}
      ENVIRONMENT "GTEST_TOTAL_SHARDS=${arg_PARTS};GTEST_SHARD_INDEX=${index}")
  endforeach()
endfunction()

# What follows is for folders of one MPI library (`mpi`).

# causeway_mpirun_arguments(RESULT N [SET VAR=VALUE...]): the arguments for one block of N ranks, with variables
# that only the ranks see. MPICH's ranks get the library that lets them yield the core while they wait.
function(causeway_mpirun_arguments result num_ranks)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "SET")
  set(arguments ${MPIEXEC_NUMPROC_FLAG} ${num_ranks})
  if(mpi STREQUAL mpich)
    set(preload "LD_PRELOAD=$<TARGET_FILE:causeway_test_yielding_ranks_${mpi}>")
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
    if(mpi STREQUAL openmpi)
      list(APPEND arguments -x "${setting}")
    else()
      string(REGEX MATCH "^([^=]*)=(.*)$" ignored "${setting}")
      list(APPEND arguments -env "${CMAKE_MATCH_1}" "${CMAKE_MATCH_2}")
    endif()
  endforeach()
  set(${result} "${arguments}" PARENT_SCOPE)
endfunction()

# The words for Open MPI's launcher; tests/support/mpirun.py reads the same file.
set(openmpi_options_file "${PROJECT_SOURCE_DIR}/tests/support/openmpi_options.txt")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${openmpi_options_file}")
file(STRINGS "${openmpi_options_file}" openmpi_options REGEX "^[^#]")
string(REPLACE " " ";" openmpi_options "${openmpi_options}")

# The command that starts N ranks here.
function(causeway_mpirun_command result num_ranks)
  causeway_mpirun_arguments(arguments ${num_ranks} ${ARGN})
  set(command "${MPIEXEC_EXECUTABLE}")
  if(mpi STREQUAL openmpi)
    list(APPEND command ${openmpi_options})
  endif()
  set(${result} "${command};${arguments}" PARENT_SCOPE)
endfunction()

# Memory that a program has given back stays its own. That of the suites' large buffers would go to the system and come back
# with every call, which costs more than the calls.
set(memory_stays GLIBC_TUNABLES=glibc.malloc.mmap_threshold=1073741824:glibc.malloc.trim_threshold=4294967296)

# causeway_add_mpi_test(NAME [ON_ALL_CORES] [MEASURES_MEMORY] COMMAND word...): a CTest entry of the name MPI.NAME, for a
# command that starts ranks; they share one core (tests/support/on_its_core). ON_ALL_CORES: threads that must really run at
# once are its point, or it waits more than it works; it runs beside those that have a core. MEASURES_MEMORY: how much memory
# is taken is its point. Where one rank ends with an exit code, Open MPI ends the others at once instead of giving them two
# seconds.
function(causeway_add_mpi_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "ON_ALL_CORES;MEASURES_MEMORY" "" "COMMAND")
  if(arg_ON_ALL_CORES)
    add_test(NAME ${mpi}.${name} COMMAND ${arg_COMMAND})
    set_tests_properties(${mpi}.${name} PROPERTIES RESOURCE_GROUPS "beside:1")
  else()
    add_test(NAME ${mpi}.${name} COMMAND "${PROJECT_SOURCE_DIR}/tests/support/on_its_core" ${arg_COMMAND})
    set_tests_properties(${mpi}.${name} PROPERTIES RESOURCE_GROUPS "cores:1")
  endif()
  set(environment OMPI_MCA_odls_base_sigkill_timeout=0)
  if(NOT arg_MEASURES_MEMORY)
    list(APPEND environment "${memory_stays}")
  endif()
  set_tests_properties(${mpi}.${name} PROPERTIES TIMEOUT ${CAUSEWAY_TEST_TIMEOUT} LABELS "mpi;${mpi}"
    ENVIRONMENT "${environment}")
endfunction()

# causeway_mpi_test(NAME SOURCES file... [LINKS target...] RANKS n...): one executable run under mpirun with
# each number of ranks; a CTest entry per number. Its main is tests/support/mpi_main.cpp.
function(causeway_mpi_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINKS;RANKS")
  add_executable(test_${name}_${mpi} ${arg_SOURCES})
  target_link_libraries(test_${name}_${mpi} PRIVATE ${arg_LINKS} causeway_settings causeway_compiled_quickly causeway_test_mpi_main_${mpi})
  foreach(ranks IN LISTS arg_RANKS)
    causeway_mpirun_command(command ${ranks})
    causeway_add_mpi_test(${name}.${ranks}_ranks COMMAND ${command} $<TARGET_FILE:test_${name}_${mpi}>)
  endforeach()
endfunction()

# Hosts that ranks believe to run on; no cluster's ranks stand together. With more than 6 ranks hosts have several.
set(mixed_hosts "a0,b0,c0,a1,b1,a2")

# causeway_preload_command(VARIABLE RANKS n [LIBRARY file] [HOSTS list] [SET VAR=VALUE...] [PRELOAD library...] RUN command...):
# a program with the library preloaded into its ranks, which believe to run on several hosts (HOSTS real: on this one).
function(causeway_preload_command result)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "RANKS;HOSTS;LIBRARY" "SET;PRELOAD;RUN")
  if(NOT arg_LIBRARY)
    set(arg_LIBRARY $<TARGET_FILE:causeway_preloaded>)
  endif()
  if(NOT arg_HOSTS)
    set(arg_HOSTS ${mixed_hosts})
  endif()
  if(NOT arg_HOSTS STREQUAL real)
    list(PREPEND arg_PRELOAD $<TARGET_FILE:pretend_hosts_${mpi}>)
  endif()
  list(PREPEND arg_PRELOAD "${arg_LIBRARY}")
  list(JOIN arg_PRELOAD ":" preload)
  if(NOT "${arg_SET}" MATCHES "CAUSEWAY_CACHE=")
    list(APPEND arg_SET CAUSEWAY_CACHE=none)
  endif()
  causeway_mpirun_command(command ${arg_RANKS} SET "LD_PRELOAD=${preload}" "PRETEND_HOSTS=${arg_HOSTS}" ${arg_SET})
  set(${result} "${command};${arg_RUN}" PARENT_SCOPE)
endfunction()

# causeway_preload_test(NAME [ON_ALL_CORES] [MEASURES_MEMORY] [EXPECT words... | CHECK command...] what
# causeway_preload_command() takes...): expect.py checks what it is told to, or the command of CHECK runs it all.
function(causeway_preload_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "ON_ALL_CORES;MEASURES_MEMORY" "RANKS;HOSTS;LIBRARY" "SET;PRELOAD;EXPECT;CHECK;RUN")
  set(flags "")
  foreach(flag ON_ALL_CORES MEASURES_MEMORY)
    if(arg_${flag})
      list(APPEND flags ${flag})
    endif()
  endforeach()
  causeway_preload_command(command RANKS ${arg_RANKS} LIBRARY ${arg_LIBRARY} HOSTS ${arg_HOSTS} SET ${arg_SET}
    PRELOAD ${arg_PRELOAD} RUN ${arg_RUN})
  if(arg_CHECK)
    causeway_add_mpi_test(${name} ${flags} COMMAND ${arg_CHECK} ${command})
  else()
    causeway_add_mpi_test(${name} ${flags} COMMAND ${expect} ${arg_EXPECT} -- ${command})
  endif()
endfunction()
