target_link_libraries(causeway_base PUBLIC fmt::fmt nlohmann_json::nlohmann_json)
