"""The programs of the experiment: each one entry, its input or source in inputs/ or examples/."""

import dataclasses
import glob
import os
import pathlib
import re

SOURCE = pathlib.Path(__file__).resolve().parent.parent.parent
INPUTS = pathlib.Path(__file__).resolve().parent / "inputs"
EXAMPLES = SOURCE / "examples"
PYTHON = "/usr/bin/python3"  # Debian's, which finds Debian's modules


@dataclasses.dataclass(frozen=True)
class Application:
    name: str
    what: str        # for people
    packages: tuple  # of Debian
    command: tuple
    results: str     # a regular expression; its group is what must be the same with and without Causeway
    tolerance: float = 0.0  # relative, of numbers; 0: every character
    output: str = ""        # the file that has the results; nothing: the standard output
    files: tuple = ()       # what has to be in the folder it runs in
    settings: dict = dataclasses.field(default_factory=dict)

    def results_in(self, text):
        found = re.findall(self.results, text)
        return found if self.tolerance == 0 else [float(number) for number in found]

    def is_same(self, results, others):
        if len(results) != len(others) or not results:
            return False
        if self.tolerance == 0:
            return results == others
        return all(abs(one - other) <= self.tolerance * max(abs(one), abs(other)) for one, other in zip(results, others))


def _petsc():
    """Where Debian has PETSc for real numbers."""
    return next(iter(glob.glob("/usr/lib/petscdir/*/*-real")), "/usr/lib/petsc")


_MPI4PY = ("python3-mpi4py", "python3-numpy")

APPLICATIONS = [
    Application("hpcc", "HPL, PTRANS, FFT, random access and the other kernels of HPC Challenge", ("hpcc",), ("hpcc",),
                r"(\d+ tests completed and (?:passed|failed)|\((?:passed|failed)\))", output="hpccoutf.txt",
                files=("hpccinf.txt",)),
    Application("lammps-melt", "molecular dynamics with short-range forces", ("lammps",),
                ("lmp", "-log", "none", "-in", INPUTS / "melt.lammps"), r"(?m)^ +100 +\S+ +\S+ +\S+ +(\S+)", 1e-9),
    Application("lammps-salt", "molecular dynamics with charges (PPPM)", ("lammps",),
                ("lmp", "-log", "none", "-in", INPUTS / "molten-salt.lammps"), r"(?m)^ +40 +\S+ +\S+ +\S+ +(\S+)", 1e-9),
    Application("petsc-cg", "conjugate gradients on Poisson's equation", ("python3-petsc4py-real",),
                (PYTHON, INPUTS / "poisson.py", "cg"), r"(?:iterations|norm) (\S+)", 1e-8, settings={"PETSC_DIR": _petsc()}),
    Application("petsc-gmres", "GMRES on Poisson's equation", ("python3-petsc4py-real",),
                (PYTHON, INPUTS / "poisson.py", "gmres"), r"(?:iterations|norm) (\S+)", 1e-8, settings={"PETSC_DIR": _petsc()}),
    Application("espresso", "silicon by plane waves (Quantum ESPRESSO, two pools)", ("quantum-espresso",),
                ("pw.x", "-nk", "2", "-in", INPUTS / "silicon.pw"), r"!\s+total energy\s+=\s+(\S+)", 1e-8),
    Application("abinit", "silicon by plane waves (ABINIT)", ("abinit", "abinit-data"), ("abinit", "silicon.abi"),
                r"etotal +(\S+)", 1e-8, files=("silicon.abi",)),  # it writes beside its input
    Application("cp2k", "a molecule of water (CP2K)", ("cp2k", "cp2k-data"), ("cp2k.popt", "-i", INPUTS / "water.cp2k"),
                r"ENERGY\| Total FORCE_EVAL .*: +(\S+)", 1e-9),
    Application("meep", "light in a waveguide (MEEP)", ("python3-meep-openmpi", "python3-matplotlib"),
                (PYTHON, INPUTS / "waveguide.py"), r"energy (\S+)", 1e-7),
    Application("training", "data-parallel training steps", _MPI4PY, (PYTHON, EXAMPLES / "training_steps.py", "20"),
                r"(\d+ steps with \d+ processes|, near)"),
    Application("k-means", "clusters of points", _MPI4PY, (PYTHON, INPUTS / "k_means.py"), r"spread (\S+)", 1e-7),
    Application("transpose", "a matrix transposed", _MPI4PY, (PYTHON, INPUTS / "transpose.py"), r"sum (\S+)", 1e-9),
    Application("sample-sort", "a sample sort (all-to-allv)", _MPI4PY, (PYTHON, EXAMPLES / "sample_sort.py"), r"(?m)^(.*sorted.*)$"),
]

COMMON_SETTINGS = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1",
                   "PYTHONDONTWRITEBYTECODE": "1", "PATH": os.environ.get("PATH", "/usr/bin:/bin")}
