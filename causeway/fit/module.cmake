find_package(Eigen3 3.3 REQUIRED NO_MODULE)
target_link_libraries(causeway_fit PUBLIC Eigen3::Eigen)
