target_link_libraries(causeway_steady_state PRIVATE PkgConfig::CLP Boost::boost)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ 12 takes the empty optionals in Boost.Graph's edge iterators for uninitialised ones.
  set_source_files_properties("${folder}/source_flows.cpp" PROPERTIES COMPILE_OPTIONS -Wno-maybe-uninitialized)
endif()
