find_package(Eigen3 3.3 REQUIRED NO_MODULE)
target_link_libraries(causeway_fit PUBLIC Eigen3::Eigen)
# Eigen that is not optimised at all takes many times as long.
target_compile_options(causeway_fit PRIVATE $<$<CONFIG:Debug>:-O1>)
