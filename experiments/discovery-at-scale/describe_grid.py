#!/usr/bin/env python3
"""Writes a large grid of a given shape as SimGrid's platform file, with its hosts and the clusters that they make.

    describe_grid.py SHAPE [--seed N] [--simgrid FILE] [--hosts FILE] [--clusters FILE] | --list

--simgrid: SimGrid's XML, settings of SMPI included; --hosts: one host name a line, in the order of the ranks, in which
no cluster's hosts stand together; --clusters: a line for each cluster, its hosts. --list: the shapes.
"""

import argparse
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from smpi_platform import beginning  # noqa: E402

NIC = 125e6  # bytes per second, each way: gigabit Ethernet
BETWEEN = 100e6  # bytes per second, shared by all that crosses from one cluster to another
LAN = 50e-6  # seconds one way, between two hosts of a cluster


def flat(*sizes):
    """Clusters of these sizes, a few milliseconds apart."""
    def distances(rng):
        count = len(sizes)
        result = [[LAN] * count for _ in range(count)]
        for one in range(count):
            for other in range(one + 1, count):
                result[one][other] = result[other][one] = rng.uniform(4e-3, 20e-3)
        return result
    return list(sizes), distances


def nested(size, *levels):
    """Clusters of one size in a tree; levels: (parts, seconds between them), the outermost first."""
    count = 1
    for parts, _ in levels:
        count *= parts

    def distance(one, other):
        below = count
        for parts, seconds in levels:
            below //= parts
            if one // below != other // below:
                return seconds
        return LAN

    def distances(_):
        return [[distance(one, other) for other in range(count)] for one in range(count)]
    return [size] * count, distances


SHAPES = {
    "10x100": ("10 sites of 100 hosts", flat(*[100] * 10)),
    "20-300-600": ("3 sites of 20, 300 and 600 hosts", flat(20, 300, 600)),
    "1...400": ("10 sites of 1, 2, 3, 5, 9, 20, 60, 150, 350 and 400 hosts", flat(1, 2, 3, 5, 9, 20, 60, 150, 350, 400)),
    "nested": ("2 continents of 3 regions of 2 local networks of 50 hosts",
               nested(50, (2, 80e-3), (3, 8e-3), (2, 300e-6))),
    "10x5x20": ("10 sites of 5 local networks of 20 hosts", nested(20, (10, 8e-3), (5, 300e-6))),
    "1x500": ("1 site of 500 hosts", flat(500)),
    "3x20": ("3 sites of 20 hosts", flat(20, 20, 20)),
}


class Grid:
    def __init__(self, shape, seed):
        self.title, (self.sizes, distances) = SHAPES[shape]
        rng = random.Random(seed)
        self.distances = distances(rng)
        self.clusters = [[f"{letters(index)}{number}" for number in range(size)]
                         for index, size in enumerate(self.sizes)]
        self.ranks = [host for hosts in self.clusters for host in hosts]
        rng.shuffle(self.ranks)

    def simgrid_text(self):
        lines = beginning(self.title, changed={"network/crosstraffic": None})
        count = len(self.sizes)
        for index, size in enumerate(self.sizes):
            name = letters(index)
            lines.append(f'  <cluster id="{name}" prefix="{name}" suffix="" radical="0-{size - 1}" speed="1Gf" '
                         f'bw="{NIC:.0f}Bps" lat="{1e6 * LAN / 2:.3f}us" sharing_policy="SPLITDUPLEX" '
                         f'router_id="{name}-router"/>')
        pairs = [(one, other) for one in range(count) for other in range(one + 1, count)]
        for one, other in pairs:
            latency = self.distances[one][other] - LAN
            lines.append(f'  <link id="{letters(one)}-{letters(other)}" bandwidth="{BETWEEN:.0f}Bps" '
                         f'latency="{1e6 * latency:.3f}us" sharing_policy="SHARED"/>')
        for one, other in pairs:
            first, second = letters(one), letters(other)
            lines.append(f'  <zoneRoute src="{first}" dst="{second}" gw_src="{first}-router" '
                         f'gw_dst="{second}-router"><link_ctn id="{first}-{second}"/></zoneRoute>')
        return "\n".join(lines + ["</zone>", "</platform>"]) + "\n"


def letters(index):
    """a, b, ... of clusters: names of hosts begin with them."""
    return (letters(index // 26 - 1) if index >= 26 else "") + "abcdefghijklmnopqrstuvwxyz"[index % 26]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shape", nargs="?", choices=SHAPES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--list", action="store_true")
    for name in ("simgrid", "hosts", "clusters"):
        parser.add_argument(f"--{name}")
    arguments = parser.parse_args()
    if arguments.list:
        print("\n".join(f"{name}: {title}" for name, (title, _) in SHAPES.items()))
        return
    if arguments.shape is None:
        parser.error("a shape is needed; --list tells which there are")
    grid = Grid(arguments.shape, arguments.seed)
    texts = {
        arguments.simgrid: grid.simgrid_text(),
        arguments.hosts: "".join(f"{host}\n" for host in grid.ranks),
        arguments.clusters: "".join(" ".join(hosts) + "\n" for hosts in grid.clusters),
    }
    for path, text in texts.items():
        if path is not None:
            with open(path, "w") as file:
                file.write(text)


if __name__ == "__main__":
    main()
