"""Runs a kernel (experiments/traffic/kernels) under the tracer and holds the trace against what its pattern means.

Usage: check_kernel.py TRACE PATTERN PROCESSES ITERATIONS BYTES -- COMMAND...

The tables are made here from what the patterns are, pair by pair, without a loop of messages.
"""

import itertools
import math
import pathlib
import subprocess
import sys

from check_trace import read_trace


def shape_of(processes, dimensions):
    """The sides that MPI_Dims_create gives: as close to each other as can be, the largest first."""
    shapes = [shape for shape in itertools.product(range(1, processes + 1), repeat=dimensions)
              if math.prod(shape) == processes and list(shape) == sorted(shape, reverse=True)]
    return min(shapes, key=lambda shape: (shape[0] - shape[-1], shape))


def halo(processes, size, dimensions):
    shape = shape_of(processes, dimensions)
    places = list(itertools.product(*map(range, shape)))
    return {(a, b): [size] for a, b in itertools.product(range(processes), repeat=2)
            if sum(abs(x - y) for x, y in zip(places[a], places[b])) == 1}


def pairs(processes):
    return itertools.permutations(range(processes), 2)


def transpose(processes, size):
    columns = shape_of(processes, 2)[1]
    return {(a, b): [size] for a, b in pairs(processes) if a // columns == b // columns or (a - b) % columns == 0}


def butterfly(processes, size):
    bits = processes.bit_length() - 1
    columns = 1 << (bits + 1) // 2
    table = {}
    for a in range(processes):
        for b in range(processes):
            if a // columns == b // columns and (a ^ b).bit_count() == 1:
                table[a, b] = [size, 8, 8]
        row, column = divmod(a, columns)
        if bits % 2 == 0:
            opposite = column * columns + row
        else:  # each row of the matrix is held by two neighbouring columns
            opposite = column // 2 * columns + 2 * row + column % 2
        table.setdefault((a, opposite), []).append(size)
    return table


def hierarchical(processes, size):
    table = {}
    for a, b in pairs(processes):
        step, part = 1, size
        while a % step == 0 and b % step == 0:
            if a // (4 * step) == b // (4 * step):
                table[a, b] = [part]
                break
            step, part = 4 * step, part // 4
    return table


PATTERNS = {
    "halo-2d": lambda processes, size: halo(processes, size, 2),
    "halo-3d": lambda processes, size: halo(processes, size, 3),
    "transpose": transpose,
    "ring": lambda processes, size: {(a, (a + 1) % processes): [size] * processes for a in range(processes)},
    "butterfly": butterfly,
    "uniform": lambda processes, size: {pair: [size] for pair in pairs(processes)},
    "hierarchical": hierarchical,
}


def main():
    split = sys.argv.index("--")
    trace, pattern, *numbers = sys.argv[1:split]
    processes, iterations, size = map(int, numbers)
    path = pathlib.Path(trace)
    path.unlink(missing_ok=True)
    subprocess.run(sys.argv[split + 1 :], check=True, timeout=600)
    known, _, table = read_trace(path)
    assert known == processes, known
    found = {(int(a), int(b)): value for (kind, a, b), value in table.items() if kind == "message"}
    expected = {pair: (iterations * len(sizes), iterations * sum(sizes))
                for pair, sizes in PATTERNS[pattern](processes, size).items()}
    for pair in sorted(set(found) | set(expected)):
        assert found.get(pair) == expected.get(pair), f"{pair}: {found.get(pair)}, expected {expected.get(pair)}"
    print(f"{pattern}: {len(found)} pairs as expected")


if __name__ == "__main__":
    main()
