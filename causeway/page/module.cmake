# The page's style and script go into the program as text.
foreach(asset page.css page.js)
  file(READ "${folder}/${asset}" text)
  string(REGEX REPLACE "[.]" "_" name "${asset}")
  set(${name} "${text}")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${folder}/${asset}")
endforeach()
file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/page/page_assets.hpp" @ONLY CONTENT
"#pragma once

namespace causeway::page {

constexpr const char* kStyle = R\"asset(@page_css@)asset\";
constexpr const char* kScript = R\"asset(@page_js@)asset\";

}  // namespace causeway::page
")
target_include_directories(${target} PRIVATE "${PROJECT_BINARY_DIR}/page")
