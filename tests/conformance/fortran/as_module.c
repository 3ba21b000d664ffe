/* Runs a Fortran program that was linked as a module, as interpreters load extensions: nobody else sees its names, nor
   those of the Fortran part of the MPI library, which comes with it.

   Usage: as_module FILE */
#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char** argv) {
    void* module;
    union {
        void* found;
        int (*run)(int argc, char** argv);
    } program;
    if (argc != 2) {
        fprintf(stderr, "usage: as_module FILE\n");
        return 2;
    }
    module = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    program.found = module == NULL ? NULL : dlsym(module, "main");
    if (program.found == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        return 1;
    }
    return program.run(argc - 1, argv + 1);
}
