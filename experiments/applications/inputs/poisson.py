"""Poisson's equation on a square, solved by PETSc.

    mpirun -n 12 python3 poisson.py cg|gmres

Each iteration sums a few numbers over all processes (MPI_Allreduce), one call after another.
"""

import sys

import petsc4py

petsc4py.init()

from petsc4py import PETSc  # noqa: E402  (after init)

POINTS = 96

grid = PETSc.DMDA().create(dim=2, sizes=(POINTS, POINTS), stencil_width=1)
matrix = grid.createMatrix()
row, column = PETSc.Mat.Stencil(), PETSc.Mat.Stencil()
(first_i, last_i), (first_j, last_j) = grid.getRanges()
for j in range(first_j, last_j):
    for i in range(first_i, last_i):
        row.index = (i, j)
        for near_i, near_j, value in [(i, j, 4.0), (i - 1, j, -1.0), (i + 1, j, -1.0), (i, j - 1, -1.0), (i, j + 1, -1.0)]:
            if 0 <= near_i < POINTS and 0 <= near_j < POINTS:
                column.index = (near_i, near_j)
                matrix.setValueStencil(row, column, value)
matrix.assemble()
source, solution = grid.createGlobalVec(), grid.createGlobalVec()
source.set(1.0 / POINTS**2)
solver = PETSc.KSP().create()
solver.setType(sys.argv[1])
solver.getPC().setType("jacobi")
solver.setOperators(matrix)
solver.setTolerances(rtol=1e-8, max_it=400)
solver.solve(source, solution)
PETSc.Sys.Print(f"iterations {solver.getIterationNumber()}")
PETSc.Sys.Print(f"norm {solution.norm():.10e}")
