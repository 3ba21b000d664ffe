find_package(Boost 1.74 REQUIRED)  # headers only: PropertyTree reads XML
target_link_libraries(causeway_graph PRIVATE Boost::headers)
