target_link_libraries(causeway_base PUBLIC nlohmann_json::nlohmann_json)
# fmt without its library, which fmt_library.cpp stands for: the preloaded library brings what it needs.
target_include_directories(causeway_base SYSTEM PUBLIC $<TARGET_PROPERTY:fmt::fmt,INTERFACE_INCLUDE_DIRECTORIES>)
target_compile_definitions(causeway_base PUBLIC $<TARGET_PROPERTY:fmt::fmt,INTERFACE_COMPILE_DEFINITIONS>)
set_source_files_properties("${folder}/version.cpp" PROPERTIES COMPILE_DEFINITIONS CAUSEWAY_VERSION="${PROJECT_VERSION}")
