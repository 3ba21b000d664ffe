"""Jobs on SimGrid's simulated machines, and commands, for experiments."""

import os
import re
import subprocess
import sys


def output_of(command, **environment):
    """What the command prints; ends the program with what it said if it fails."""
    finished = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False,
                              env={**os.environ, **{name: str(value) for name, value in environment.items()}})
    # A deadlock or MPI_Abort under SMPI ends with exit code 0.
    if finished.returncode != 0 or re.search("Deadlock|MPI_Abort|CRITICAL|^causeway: ", finished.stderr, re.MULTILINE):
        sys.exit(f"{' '.join(map(str, command))} failed:\n{finished.stdout}{finished.stderr}")
    return finished.stdout


class SimulatedMachines:
    """`build`: of the preset "simgrid"; `simgrid`: the platform file in XML; `hosts`: a file with a name for each rank."""

    def __init__(self, build, simgrid, hosts):
        self.build = build
        self.simgrid = simgrid
        self.hosts = hosts

    def run(self, program, *arguments, options=(), **environment):
        """What a program in the build's lib/ prints, on all hosts."""
        ranks = len(self.hosts.read_text().split())
        return output_of(["smpirun", "-platform", self.simgrid, "-hostfile", self.hosts, "-np", ranks,
                          "--log=root.thres:warning", *options, self.build / "lib" / f"{program}.so", *arguments],
                         **environment)


def times_in(text):
    """{bytes: seconds} of what examples/broadcast_timing.c prints."""
    rows = [line.split(",") for line in text.splitlines() if line[:1].isdigit()]
    return {int(size): float(seconds) for size, seconds in rows}
