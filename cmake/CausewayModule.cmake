# causeway_module(NAME USES module... [NEEDS OPTION...]): declares causeway/NAME as the static library
# causeway_NAME, made of every source file in the folder. A module whose option is off is declared (the
# include test knows it) but not built.
function(causeway_module name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "USES;NEEDS")
  set_property(GLOBAL APPEND PROPERTY CAUSEWAY_MODULES ${name})
  set_property(GLOBAL PROPERTY CAUSEWAY_USES_${name} ${arg_USES})
  set_property(GLOBAL PROPERTY CAUSEWAY_NEEDS_${name} ${arg_NEEDS})
  foreach(need IN LISTS arg_NEEDS)
    if(NOT ${need})
      return()
    endif()
  endforeach()
  set(folder "${PROJECT_SOURCE_DIR}/causeway/${name}")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${folder}/*.cpp" "${folder}/*.hpp" "${folder}/*.def")
  list(FILTER sources EXCLUDE REGEX "/exports/")  # of a shared library that the module makes
  add_library(causeway_${name} STATIC ${sources})
  set_target_properties(causeway_${name} PROPERTIES LINKER_LANGUAGE CXX)
  target_link_libraries(causeway_${name} PUBLIC causeway_settings)
  foreach(used IN LISTS arg_USES)
    target_link_libraries(causeway_${name} PUBLIC causeway_${used})
  endforeach()
  if(EXISTS "${folder}/module.cmake")  # what it needs from outside the project
    include("${folder}/module.cmake")
  endif()
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
