target_link_libraries(causeway_base PUBLIC fmt::fmt nlohmann_json::nlohmann_json)
set_source_files_properties("${folder}/version.cpp" PROPERTIES COMPILE_DEFINITIONS CAUSEWAY_VERSION="${PROJECT_VERSION}")
