# Of PMIx the declarations only: the library is loaded where it is used.
target_include_directories(causeway_launcher SYSTEM PRIVATE ${PMIX_INCLUDE_DIRS})
target_link_libraries(causeway_launcher PUBLIC ${CMAKE_DL_LIBS})
