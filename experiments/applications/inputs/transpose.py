"""A matrix in rows, one part at each process, transposed again and again: parts of it from everybody to everybody.

    mpirun -n 12 python3 transpose.py
"""

import numpy
from mpi4py import MPI

STEPS, WIDTH = 40, 48

world = MPI.COMM_WORLD
size = world.size
rows = numpy.arange(WIDTH * WIDTH * size, dtype=float).reshape(WIDTH, WIDTH * size) + world.rank
for step in range(STEPS):
    parts = numpy.ascontiguousarray(rows.reshape(WIDTH, size, WIDTH).transpose(1, 2, 0))
    arrived = numpy.empty_like(parts)
    world.Alltoall(parts, arrived)
    rows = arrived.transpose(1, 0, 2).reshape(WIDTH, WIDTH * size) + 1.0
total = world.reduce(float(rows.sum()), root=0)
if world.rank == 0:
    print(f"sum {total:.10e}")
