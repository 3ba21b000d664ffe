/* The little of an MPI library that is needed to start a program: one that libcauseway.so knows no variant for. FOREIGN_VERSION is
 * what it says of itself. */
#include <string.h>

int PMPI_Get_library_version(char* version, int* length) {
    strcpy(version, FOREIGN_VERSION);
    *length = (int)strlen(version);
    return 0;
}

int PMPI_Init(int* argc, char*** argv) {
    (void)argc;
    (void)argv;
    return 0;
}

/* Arguments in all registers and on the stack, and the result: whatever passes through arrives as it was. */
double PMPI_Scatterv(int a, long b, const void* c, double d, int e, float f, long g, double h, int i, double j, int k) {
    return a + b + (c == 0 ? 100 : 0) + d + e + f + g + h + i + j + k;
}

int MPI_Init(int* argc, char*** argv) {
    return PMPI_Init(argc, argv);
}

double MPI_Scatterv(int a, long b, const void* c, double d, int e, float f, long g, double h, int i, double j, int k) {
    return PMPI_Scatterv(a, b, c, d, e, f, g, h, i, j, k);
}
