"""A grid of the testbed for an experiment, from `with` to its end."""

import os
import pathlib
import signal
import subprocess
import sys

GRIDS = pathlib.Path(__file__).resolve().parent.parent / "testbed" / "grids"


class Grid:
    """`file`: the grid's. `build`: a build folder with the testbed and the command. `mpi`: the MPI library of all its jobs,
    openmpi or mpich."""

    def __init__(self, build, file, mpi="openmpi"):
        self.build = build
        self.mpi = mpi
        self.testbed = build / "bin" / "causeway-testbed"
        self.causeway = build / "bin" / "causeway"
        self.file = file
        self.name = f"{pathlib.Path(file).stem}-{os.getpid()}"

    def __enter__(self):
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # past __exit__
        subprocess.run([self.testbed, "up", self.file, "--name", self.name], stdout=subprocess.DEVNULL, check=True)
        return self

    def __exit__(self, *_):
        subprocess.run([self.testbed, "down", self.name], stdout=subprocess.DEVNULL, check=False)

    def set(self, *words):
        """Changes the network, as `causeway-testbed set` does."""
        subprocess.run([self.testbed, "set", self.name, *map(str, words)], stdout=subprocess.DEVNULL, check=True)

    def command(self, *words, settings=(), options=(), timeout=200):
        """That of a job on all hosts; `settings`: VARIABLE=VALUE for its ranks, `options`: of `causeway-testbed run`."""
        command = [self.testbed, "run", "--name", self.name, "--mpi", self.mpi, "--timeout", timeout, *options]
        for setting in settings:
            command += ["--env", setting]
        return [str(word) for word in [*command, "--", *words]]

    def run(self, *words, **how):
        """The standard output of a job. Ends the program if the job fails; tells of an emulation that fell behind."""
        done = self.attempt(*words, **how)
        if done.returncode != 0:
            sys.exit(f"the job failed with exit code {done.returncode}:\n{done.stdout}{done.stderr}")
        return done.stdout

    def attempt(self, *words, **how):
        """A job that may fail, as subprocess.run gives it back. Tells of an emulation that fell behind."""
        done = subprocess.run(self.command(*words, **how), capture_output=True, text=True, check=False)
        for line in done.stderr.splitlines():
            if "do not believe" in line:
                print(line, file=sys.stderr, flush=True)
        return done
