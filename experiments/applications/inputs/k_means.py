"""Clusters of points (Lloyd's algorithm): sums of all processes in every step.

    mpirun -n 12 python3 k_means.py
"""

import numpy
from mpi4py import MPI

POINTS, DIMENSIONS, CENTRES, STEPS = 2000, 64, 64, 60

world = MPI.COMM_WORLD
random = numpy.random.default_rng(world.rank)
points = random.standard_normal((POINTS, DIMENSIONS)) + random.integers(0, 8, (POINTS, 1))
centres = world.bcast(points[:CENTRES].copy(), root=0)
for step in range(STEPS):
    distances = (centres**2).sum(axis=1) - 2 * points @ centres.T
    nearest = distances.argmin(axis=1)
    sums = numpy.zeros((CENTRES, DIMENSIONS))
    numpy.add.at(sums, nearest, points)
    counts = numpy.bincount(nearest, minlength=CENTRES).astype(float)
    world.Allreduce(MPI.IN_PLACE, sums)
    world.Allreduce(MPI.IN_PLACE, counts)
    centres = sums / numpy.maximum(counts, 1.0)[:, None]
    spread = world.allreduce(float((points**2).sum() + distances.min(axis=1).sum()))
if world.rank == 0:
    print(f"spread {spread:.8e}")
