"""How ranks are started on one machine, more than it has cores if need be, also as root in a container."""


def mpirun(mpi, launcher, ranks, settings):
    """The words of a command that starts `ranks` ranks, before those of the program; `mpi`: openmpi or mpich.
    `settings`: variables that only the ranks see."""
    if mpi == "openmpi":
        command = [launcher, "--oversubscribe", "--allow-run-as-root", "--bind-to", "none", "--mca", "mpi_yield_when_idle",
                   "1", "--mca", "pml", "ob1", "-n", str(ranks)]
        for name, value in settings.items():
            command += ["-x", f"{name}={value}"]
    else:
        command = [launcher, "-n", str(ranks)]
        for name, value in settings.items():
            command += ["-env", name, value]
    return command
