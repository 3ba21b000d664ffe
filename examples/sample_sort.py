"""Sorts numbers that are spread over all processes, by sampling: an ordinary mpi4py program.

    mpirun -x LD_PRELOAD=libcauseway.so -n 6 python3 sample_sort.py [NUMBERS_PER_PROCESS]

Uses bcast, scatter, gather, allgather, allreduce, exscan, alltoall and alltoallv. Prints one line at process 0.
"""

import sys

import numpy
from mpi4py import MPI

world = MPI.COMM_WORLD
rank, size = world.Get_rank(), world.Get_size()

# Process 0 alone knows the command line and draws the numbers.
per_process = world.bcast(int(sys.argv[1]) if rank == 0 and len(sys.argv) > 1 else 20000, root=0)
drawn = numpy.random.default_rng(7).integers(0, 1 << 40, size * per_process) if rank == 0 else None
own = numpy.empty(per_process, dtype=numpy.int64)
world.Scatter(drawn, own, root=0)
own.sort()

# Splitters: of evenly spaced samples of all, evenly spaced ones.
samples = numpy.empty(size * size, dtype=numpy.int64)
world.Allgather(own[numpy.linspace(0, per_process - 1, size).astype(int)], samples)
samples.sort()
splitters = samples[size // 2::size][: size - 1] if size > 1 else samples[:0]

# Each number goes to the process between whose splitters it lies.
begins = numpy.concatenate(([0], numpy.searchsorted(own, splitters), [per_process]))
send_counts = numpy.diff(begins).astype("i")
receive_counts = numpy.empty(size, dtype="i")
world.Alltoall(send_counts, receive_counts)
received = numpy.empty(receive_counts.sum(), dtype=numpy.int64)
world.Alltoallv([own, send_counts], [received, receive_counts])
received.sort()

# All of it again at process 0, for the check.
before = world.exscan(len(received)) if size > 1 else 0
before = 0 if rank == 0 else before
lengths = world.gather(len(received), root=0)
total = world.allreduce(len(received), op=MPI.SUM)
largest = world.allreduce(len(received), op=MPI.MAX)
result = numpy.empty(total, dtype=numpy.int64) if rank == 0 else None
world.Gatherv(received, [result, lengths] if rank == 0 else None, root=0)
world.Barrier()
is_placed = world.allreduce(before + len(received) <= total, op=MPI.LAND)
if rank == 0:
    is_sorted = is_placed and bool((result == numpy.sort(drawn)).all())
    print(f"{total} numbers over {size} processes: {'sorted' if is_sorted else 'not sorted'},"
          f" {largest / per_process:.2f} times the even share at most", flush=True)
    if not is_sorted:
        sys.exit(1)
