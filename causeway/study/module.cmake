find_package(Threads REQUIRED)
target_link_libraries(causeway_study PUBLIC Threads::Threads)
