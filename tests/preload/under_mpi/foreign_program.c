/* A program for the library of foreign_mpi.c. */
#include <stdio.h>

int MPI_Init(int* argc, char*** argv);
double MPI_Scatterv(int a, long b, const void* c, double d, int e, float f, long g, double h, int i, double j, int k);

/* Of causeway.h, whose header needs that of an MPI library. */
__attribute__((weak)) int causeway_num_levels(int comm, int* levels);
__attribute__((weak)) int causeway_version(int* major, int* minor, int* patch);
__attribute__((weak)) const char* causeway_error_text(int code);

int main(int argc, char** argv) {
    int levels = 7, major = -1, is_right;
    MPI_Init(&argc, &argv);
    is_right = MPI_Scatterv(1, 2, 0, 0.5, 3, 0.25f, 4, 1.5, 5, 2.5, 6) == 125.75;
    is_right &= MPI_Scatterv(1, 2, 0, 0.5, 3, 0.25f, 4, 1.5, 5, 2.5, 7) == 126.75;
    if (causeway_version != 0) {
        is_right &= causeway_num_levels(0, &levels) == 1 && levels == 7;
        is_right &= causeway_version(&major, 0, 0) == 0 && major >= 0;
        is_right &= causeway_error_text(1)[0] != '\0';
    }
    printf("foreign program: %s\n", is_right ? "right" : "wrong");
    return !is_right;
}
