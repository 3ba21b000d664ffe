/* What a program says that a trace of it must hold: lines "expect message FROM TO MESSAGES BYTES" and
 * "expect collective PROCESS NAME CALLS BYTES", which add up. */
#pragma once

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char expected_lines[1 << 20];

static void expect_line(const char* line) {
    if (strlen(expected_lines) + strlen(line) + 1 > sizeof expected_lines) {
        fprintf(stderr, "more is expected than there is room for\n");
        exit(1);
    }
    strcat(expected_lines, line);
}

static int expected_rank(void) {
    int rank = 0;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}

/* That this process sends `messages` of `bytes` each to rank `to` of MPI_COMM_WORLD. */
static inline void expect_message(int to, int messages, long bytes) {
    char line[200];
    snprintf(line, sizeof line, "expect message %d %d %d %ld\n", expected_rank(), to, messages, bytes * messages);
    expect_line(line);
}

/* That this process calls the collective operation once and hands it `bytes`. */
static inline void expect_collective(const char* name, long bytes) {
    char line[200];
    snprintf(line, sizeof line, "expect collective %d %s 1 %ld\n", expected_rank(), name, bytes);
    expect_line(line);
}

/* Rank 0 prints the lines of all: what each prints itself may get mixed up on the way. Not to be traced, hence PMPI. */
static inline void print_expected(void) {
    int size = 0;
    PMPI_Comm_size(MPI_COMM_WORLD, &size);
    if (expected_rank() != 0) {
        PMPI_Send(expected_lines, sizeof expected_lines, MPI_CHAR, 0, 999, MPI_COMM_WORLD);
        return;
    }
    fputs(expected_lines, stdout);
    for (int rank = 1; rank < size; ++rank) {
        PMPI_Recv(expected_lines, sizeof expected_lines, MPI_CHAR, rank, 999, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        fputs(expected_lines, stdout);
    }
}
