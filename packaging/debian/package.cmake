# cpack -G DEB, of a build with -DCMAKE_INSTALL_PREFIX=/usr (the preset `package`): one package for whoever has either MPI library.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME causeway)
set(CPACK_PACKAGE_VENDOR "The Causeway developers")
set(CPACK_PACKAGE_CONTACT "The Causeway developers <causeway@localhost>" CACHE STRING "Who maintains the package")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "fast MPI collectives on networks neither uniform nor flat")
set(CPACK_PACKAGE_DESCRIPTION "Causeway makes the collective operations of MPI programs fast where their
hosts are in several clusters or sites. It measures the network, plans each
collective for it, and runs the plan under an unmodified program:
libcauseway.so is preloaded, with Open MPI or MPICH.
.
The command causeway measures networks and shows plans and what they bring;
causeway-testbed makes a grid of several sites on one machine.")
set(CPACK_STRIP_FILES ON)
set(CPACK_THREADS 0)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Which package a program that is linked with the library depends on; and that the loader is told of it.
file(CONFIGURE OUTPUT debian/shlibs CONTENT "libcauseway ${PROJECT_VERSION_MAJOR} causeway (>= ${PROJECT_VERSION})\n")
file(CONFIGURE OUTPUT debian/triggers CONTENT "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA "${CMAKE_CURRENT_BINARY_DIR}/debian/shlibs;${CMAKE_CURRENT_BINARY_DIR}/debian/triggers")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "openmpi-bin | mpich")
# What the commands for an MPI library need of it is there where that library is.
set(CPACK_PROJECT_CONFIG_FILE "${CMAKE_CURRENT_BINARY_DIR}/debian/shlibdeps.cmake")
file(CONFIGURE OUTPUT debian/shlibdeps.cmake CONTENT "set(SHLIBDEPS_EXECUTABLE \"${CMAKE_CURRENT_SOURCE_DIR}/debian/shlibdeps\")\n" @ONLY)
# What only the package has.
set(CPACK_PRE_BUILD_SCRIPTS "${CMAKE_CURRENT_SOURCE_DIR}/debian/finish.cmake")
set(CPACK_CAUSEWAY_SOURCE_DIR "${PROJECT_SOURCE_DIR}")
include(CPack)
