"""Uneven exchanges, scans and neighbourhood collectives as mpi4py programs call them, blocking and nonblocking; operators that
do not commute, and intercommunicators. Needs three processes or more."""

import sys

import numpy as np
from mpi4py import MPI

world = MPI.COMM_WORLD
rank, processes = world.rank, world.size
wrong = []


def expect(name, got, expected):
    if not np.array_equal(got, expected):
        wrong.append(name)
        print(f"{name} is wrong on rank {rank}", flush=True)


def both_forms(communicator, name):
    """The blocking method of this name, and the nonblocking one, which is waited for."""
    nonblocking = getattr(communicator, f"I{name.lower()}")
    return [(name, getattr(communicator, name)), (f"I{name.lower()}", lambda *arguments: nonblocking(*arguments).Wait())]


def elements(of, count):
    return 1000 * of + np.arange(count, dtype="i")


def exchanges():
    """To process r go r elements."""
    counts = np.arange(processes)
    places = np.concatenate(([0], np.cumsum(counts)[:-1]))
    sent = np.concatenate([elements(rank, r) for r in range(processes)]).astype("i")
    own_places = rank * np.arange(processes)
    expected = np.concatenate([elements(r, rank) for r in range(processes)]).astype("i")
    types = [MPI.INT] * processes
    for name, call in both_forms(world, "Alltoallv"):
        got = np.full(rank * processes, -1, dtype="i")
        call([sent, counts, places, MPI.INT], [got, [rank] * processes, own_places, MPI.INT])
        expect(name, got, expected)
    for name, call in both_forms(world, "Alltoallw"):
        got = np.full(rank * processes, -1, dtype="i")
        call([sent, counts, 4 * places, types], [got, [rank] * processes, 4 * own_places, types])
        expect(name, got, expected)


def scans():
    own = elements(rank, 500)
    before = sum((elements(r, 500) for r in range(rank)), start=np.zeros(500, dtype="i"))
    for name, call in both_forms(world, "Scan"):
        got = np.full(500, -1, dtype="i")
        call(own, got)
        expect(name, got, before + own)
    for name, call in both_forms(world, "Exscan"):
        got = np.full(500, -1, dtype="i")
        call(own, got)
        if rank > 0:
            expect(name, got, before)


def affine_maps():
    """x -> a x + b, one after another: from rank 0 on."""
    def compose(first, then, _):
        a = np.frombuffer(first, dtype="i").reshape(-1, 2)
        b = np.frombuffer(then, dtype="i").reshape(-1, 2)
        b[:] = np.stack((a[:, 0] * b[:, 0], a[:, 1] * b[:, 0] + b[:, 1]), axis=1)

    pair = MPI.INT.Create_contiguous(2).Commit()
    operator = MPI.Op.Create(compose, commute=False)
    maps = np.array([[1 + r % 2, r] for r in range(processes)], dtype="i")
    results = np.empty_like(maps)
    result = np.array([1, 0], dtype="i")
    for r, (a, b) in enumerate(maps):
        result = np.array([result[0] * a, result[1] * a + b], dtype="i")
        results[r] = result
    own, got = maps[rank].copy(), np.zeros(2, dtype="i")
    world.Allreduce([own, 1, pair], [got, 1, pair], op=operator)
    expect("Allreduce in the order of ranks", got, results[-1])
    world.Scan([own, 1, pair], [got, 1, pair], op=operator)
    expect("Scan in the order of ranks", got, results[rank])
    operator.Free()
    pair.Free()


def neighbours():
    """Around a circle: one element for the left one, one for the right one."""
    circle = world.Create_cart([processes], periods=[True])
    left, right = circle.Shift(0, 1)
    own, types = np.array([10 * rank, 10 * rank + 1], dtype="i"), [MPI.INT] * 2
    for kind, arguments, expected in [
            ("Neighbor_allgather", lambda got: (own[:1], got), [10 * left, 10 * right]),
            ("Neighbor_allgatherv", lambda got: (own[:1], [got, [1, 1], [0, 1], MPI.INT]), [10 * left, 10 * right]),
            ("Neighbor_alltoall", lambda got: (own, got), [10 * left + 1, 10 * right]),
            ("Neighbor_alltoallv", lambda got: ([own, [1, 1], [0, 1], MPI.INT], [got, [1, 1], [0, 1], MPI.INT]),
             [10 * left + 1, 10 * right]),
            ("Neighbor_alltoallw", lambda got: ([own, [1, 1], [0, 4], types], [got, [1, 1], [0, 4], types]),
             [10 * left + 1, 10 * right])]:
        for name, call in both_forms(circle, kind):
            got = np.full(2, -1, dtype="i")
            call(*arguments(got))
            expect(name, got, expected)
    circle.Free()


def groups():
    """Every second process on one side, the others on the other."""
    side = world.Split(rank % 2, rank)
    others = side.Create_intercomm(0, world, 1 - rank % 2)
    is_root_here = rank % 2 == 0
    root = (MPI.ROOT if side.rank == 0 else MPI.PROC_NULL) if is_root_here else 0
    data = elements(7, 300) if root == MPI.ROOT else np.full(300, -1, dtype="i")
    others.Bcast(data, root=root)
    if not is_root_here:
        expect("Bcast between groups", data, elements(7, 300))
    got = np.zeros(300, dtype="i")
    others.Allreduce(elements(rank, 300), got)
    expect("Allreduce between groups", got, sum(elements(r, 300) for r in range(processes) if r % 2 != rank % 2))
    parts = np.full((others.remote_size, 5), -1, dtype="i")
    others.Allgather(elements(rank, 5), parts)
    expect("Allgather between groups", parts, [elements(r, 5) for r in range(1 - rank % 2, processes, 2)])
    others.Barrier()
    others.Free()
    side.Free()


world.Barrier()
for part in (exchanges, scans, affine_maps, neighbours, groups):
    part()
failures = world.allreduce(len(wrong))
if rank == 0 and failures == 0:
    print(f"exchanges and scans of {processes} processes are right")
sys.exit(1 if failures else 0)
