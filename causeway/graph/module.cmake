find_package(EXPAT REQUIRED)  # reads XML
target_link_libraries(causeway_graph PRIVATE EXPAT::EXPAT)
