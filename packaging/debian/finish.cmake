# Before the package is made: what Debian wants in it, and compressed manual pages.
set(share "${CPACK_TEMPORARY_DIRECTORY}${CPACK_PACKAGING_INSTALL_PREFIX}/share")
set(documents "${share}/doc/causeway")
file(MAKE_DIRECTORY "${documents}")
configure_file("${CPACK_CAUSEWAY_SOURCE_DIR}/packaging/debian/copyright" "${documents}/copyright" COPYONLY)

set(seconds "$ENV{SOURCE_DATE_EPOCH}")
if(seconds STREQUAL "")
  string(TIMESTAMP seconds "%s" UTC)
endif()
execute_process(COMMAND date -u -R -d "@${seconds}" OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
file(WRITE "${documents}/changelog" "causeway (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium

  * What has changed is told in CHANGELOG.md of the source.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")

file(GLOB pages "${share}/man/man1/*.1")
execute_process(COMMAND gzip -9nf "${documents}/changelog" ${pages} COMMAND_ERROR_IS_FATAL ANY)
