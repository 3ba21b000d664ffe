"""How ranks are started on one machine."""

import pathlib

OPENMPI_OPTIONS = pathlib.Path(__file__).with_name("openmpi_options.txt")


def mpirun(mpi, launcher, ranks, settings):
    """The words of a command that starts `ranks` ranks, before those of the program; `mpi`: openmpi or mpich.
    `settings`: variables that only the ranks see."""
    if mpi == "openmpi":
        lines = OPENMPI_OPTIONS.read_text().splitlines()
        command = [launcher, *(word for line in lines if not line.startswith("#") for word in line.split()), "-n", str(ranks)]
        for name, value in settings.items():
            command += ["-x", f"{name}={value}"]
    else:
        command = [launcher, "-n", str(ranks)]
        for name, value in settings.items():
            command += ["-env", name, value]
    return command
