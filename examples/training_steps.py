"""Steps of training with the data spread over all processes: an ordinary mpi4py program.

    mpirun -x LD_PRELOAD=libcauseway.so -n 6 python3 training_steps.py [STEPS]

Uses bcast, allreduce, alltoall, gather and barrier, the same calls in every step. Prints one line at process 0.
"""

import sys

import numpy
from mpi4py import MPI

WEIGHTS = 1 << 17
SAMPLES = 1 << 10

world = MPI.COMM_WORLD
rank, size = world.Get_rank(), world.Get_size()

steps = world.bcast(int(sys.argv[1]) if rank == 0 and len(sys.argv) > 1 else 10, root=0)
random = numpy.random.default_rng(rank)
target = numpy.linspace(-1.0, 1.0, WEIGHTS)
weights = numpy.zeros(WEIGHTS)
samples = random.standard_normal((size, SAMPLES))
losses = numpy.empty(size) if rank == 0 else None

for step in range(steps):
    world.Bcast(weights, root=0)
    # Each works on samples from all, so that no process sees the same ones again.
    shuffled = numpy.empty_like(samples)
    world.Alltoall(samples, shuffled)
    samples = shuffled
    noise = 1e-3 * samples.mean()
    gradient = weights - target + noise
    total = numpy.empty_like(gradient)
    world.Allreduce(gradient, total, op=MPI.SUM)
    if rank == 0:
        weights -= 0.5 * total / size
    world.Gather(numpy.array([float(numpy.square(gradient).mean())]), losses, root=0)
    world.Barrier()

if rank == 0:
    is_near = steps < 10 or bool(losses.max() < 1e-4)
    print(f"{steps} steps with {size} processes: mean square {losses.mean():.1e}, {'near' if is_near else 'not near'}",
          flush=True)
    if not is_near:
        sys.exit(1)
