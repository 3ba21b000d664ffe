#!/usr/bin/env python3
"""Writes the 20 machines of IDPOT as SimGrid's platform file, from figure 1 of the source and what it leaves open.

    describe_grid.py [--known] [--processes N] [--simgrid FILE] [--hosts FILE] [--latencies FILE]

--processes: on each machine (1). --known: processes of one machine share a host, as MPI tells it; without it each of them
is a host of its own, with the same latencies: what a tool sees that does not know who shares a machine. --simgrid:
SimGrid's XML, settings of SMPI included; --hosts: one host name a line, in the order of the ranks; --latencies: those
between all hosts, as a matrix in microseconds, which `causeway cluster` reads.
"""

import argparse
import csv
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from smpi_platform import beginning  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
# Not in the source: which subnet has how many of the 20 machines, what latencies are inside, and all but the latencies.
MACHINES = {"A": 4, "B": 3, "C": 3, "D": 4, "E": 3, "F": 3}
INSIDE = {"A": 25.0, "B": 45.0, "C": 45.0, "D": 25.0, "E": 45.0, "F": 45.0}  # us, one way: A and D have the faster cards
SHARED = 1.0  # us, between two processes of one machine
NIC = 125e6  # bytes per second, each way: gigabit Ethernet
MEMORY = 1e9  # bytes per second, between two processes of one machine
OVERHEAD = 5e-6  # seconds of each process for each message, sent or received


def between_subnets():
    """{(subnet, subnet): us one way}, of figure 1."""
    with open(HERE / "latencies.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return {(row["subnet"], other): float(row[other]) for row in rows for other in MACHINES if other != row["subnet"]}


class Host:
    def __init__(self, subnet, machine, process=None):
        self.subnet = subnet
        self.machine = f"{subnet.lower()}{machine}"
        self.name = self.machine if process is None else f"{self.machine}-{process}"


class Grid:
    def __init__(self, processes, known):
        self.between = between_subnets()
        of_a_machine = [None] if known else range(processes)
        self.hosts = [Host(subnet, machine, process) for subnet, count in MACHINES.items() for machine in range(count)
                      for process in of_a_machine]
        self.ranks = [host.name for host in self.hosts for _ in range(processes if known else 1)]

    def latency(self, one, other):
        """Microseconds one way."""
        if one.machine == other.machine:
            return SHARED
        return INSIDE[one.subnet] if one.subnet == other.subnet else self.between[one.subnet, other.subnet]

    def simgrid_text(self):
        overhead = f"0:{OVERHEAD:g}:0"
        lines = [*beginning("20 machines of IDPOT", "idpot",
                            {"network/crosstraffic": None, "smpi/os": overhead, "smpi/or": overhead}),
                 *(f'  <host id="{host.name}" speed="1Gf"/>' for host in self.hosts)]
        machines = sorted({host.machine for host in self.hosts})
        for machine in machines:
            lines.append(f'  <link id="{machine}-card" bandwidth="{NIC:.0f}Bps" latency="0" '
                         'sharing_policy="SPLITDUPLEX"/>')
            lines.append(f'  <link id="{machine}-memory" bandwidth="{MEMORY:.0f}Bps" latency="{SHARED:.3f}us" '
                         'sharing_policy="FATPIPE"/>')
        for latency in sorted({*INSIDE.values(), *self.between.values()}):
            lines.append(f'  <link id="way-{latency:.2f}" bandwidth="1TBps" latency="{latency:.3f}us" '
                         'sharing_policy="FATPIPE"/>')
        for one in self.hosts:
            for other in self.hosts:
                if one.machine == other.machine:
                    way = f'<link_ctn id="{one.machine}-memory"/>'
                else:
                    way = (f'<link_ctn id="{one.machine}-card" direction="UP"/>'
                           f'<link_ctn id="way-{self.latency(one, other):.2f}"/>'
                           f'<link_ctn id="{other.machine}-card" direction="DOWN"/>')
                lines.append(f'  <route src="{one.name}" dst="{other.name}" symmetrical="NO">{way}</route>')
        return "\n".join(lines + ["</zone>", "</platform>"]) + "\n"

    def latencies_text(self):
        lines = [",".join(["latency_us", *(host.name for host in self.hosts)])]
        for one in self.hosts:
            lines.append(",".join([one.name, *(f"{0 if one is other else self.latency(one, other):g}"
                                               for other in self.hosts)]))
        return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--known", action="store_true")
    parser.add_argument("--processes", type=int, default=1)
    for name in ("simgrid", "hosts", "latencies"):
        parser.add_argument(f"--{name}", type=pathlib.Path)
    arguments = parser.parse_args()
    grid = Grid(arguments.processes, arguments.known)
    texts = {arguments.simgrid: grid.simgrid_text(), arguments.hosts: "".join(f"{name}\n" for name in grid.ranks),
             arguments.latencies: grid.latencies_text()}
    for path, text in texts.items():
        if path is not None:
            path.write_text(text)


if __name__ == "__main__":
    main()
