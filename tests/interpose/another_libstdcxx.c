/* Stands for a C++ library that has not what another was built with. */
int nothing_of_cxx(void);
int nothing_of_cxx(void) {
    return 0;
}
