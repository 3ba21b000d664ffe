"""Checks that a variant of the preloaded library exports what it replaces and nothing else, and needs nothing but C.

Usage: check_exports.py LIBRARY FUNCTIONS_DEF HEADER MPI_LIBRARY...

Every name that it exports must be one that an MPI library exports too, else it could be the program's own; besides there
are the functions of the C interface, which HEADER (include/causeway.h) declares, and those for libcauseway.so alone. Every function
of C that FUNCTIONS_DEF (causeway/tracing/functions.def) makes must be there, if the MPI library has it.

A program that it is loaded into may lack any other library, or have it in another version: it may name none but those of
the C library, and use no symbol of any other but MPI_LIBRARY..., should that be in the process. The MPI library is the
program's, whatever that is called.
"""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
from shared_library import exported_by, needed_besides_c, used_by


def functions_of(text):
    for name, lower in re.findall(r"^CAUSEWAY_\w+\((\w+), (\w+), [A-Z_]+[,)]", text, re.M):
        for form in (name, f"I{lower}", f"{name}_init"):
            yield f"MPI_{form}"
            yield f"MPI_{form}_c"
    # Open MPI 4 has persistent collectives under names of its own.
    for name in re.findall(r"^CAUSEWAY_COLLECTIVE\w*\((\w+),", text, re.M):
        yield f"MPIX_{name}_init"


library, functions, header, *mpi_libraries = sys.argv[1:]
interface = set(re.findall(r"^CAUSEWAY_FUNCTION .*?(causeway_\w+)\(", open(header).read(), re.M))
assert len(interface) > 10, f"only {len(interface)} functions in {header}"
everything = {name for name in exported_by(library) if not name.startswith("causeway_variant_")}
exported = everything - interface
of_mpi = set().union(*map(exported_by, mpi_libraries))
made = set(functions_of(open(functions).read()))
others = {"MPI_Init", "MPI_Init_thread", "MPI_Query_thread", "MPI_Start", "MPI_Startall", "MPI_Request_free", "MPI_Abort",
          "MPI_Cart_create", "MPI_Cart_map", "MPI_Dist_graph_create", "MPI_Dist_graph_create_adjacent"}
# In MPICH what waits or tests carries on what is under way.
if any("mpich" in pathlib.Path(path).name for path in mpi_libraries):
    others |= {f"MPI_{name}" for name in ("Wait", "Waitall", "Waitany", "Waitsome", "Test", "Testall", "Testany", "Testsome",
                                          "Request_get_status", "Probe", "Iprobe", "Mprobe", "Improbe", "Recv", "Recv_c",
                                          "Mrecv", "Mrecv_c")}
assert len(made) > 100, f"only {len(made)} functions in {functions}"
# The Fortran names are there also where the MPI library's Fortran part, or one of its functions, is not.
extra = {name for name in exported if re.match(r"MPIX?_[A-Z][a-z]", name)} - of_mpi
not_mpi = {name for name in exported if not re.match(r"(MPIX?|mpix?)_", name)}
missing = (((made | others) & of_mpi) | interface) - everything
unreplaced = exported - of_mpi - {name.lower() + end for name in made | others for end in ("", "_", "__", "_f08_")} - {
    name.upper() for name in made | others}
needed = needed_besides_c(library)
# Weak ones that compilers put into every library: profilers and transactional memory, if the program has them.
of_compilers = re.compile(r"__gmon_start__$|_ITM_|_ZGT")
used = {name for name in used_by(library)
        if "@GLIBC_" not in name and name.split("@")[0] not in of_mpi and not of_compilers.match(name)}
print(len(exported), "exports,", len(made & exported), "functions of C by the list")
for words, names in (("not of MPI", not_mpi), ("functions that the MPI library has not", extra), ("missing", missing),
                     ("spelled as no function is", unreplaced), ("libraries that may be missing", needed),
                     ("symbols of other libraries", used)):
    if names:
        print(f"{words}:", " ".join(sorted(names)))
sys.exit(1 if not_mpi or extra or missing or unreplaced or needed or used else 0)
