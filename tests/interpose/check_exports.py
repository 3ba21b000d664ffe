"""Checks that a shared library exports only names that its version script lists.

Usage: check_exports.py LIBRARY VERSION_SCRIPT
"""

import re
import subprocess
import sys

library, script = sys.argv[1:]
text = re.sub(r"/\*.*?\*/", "", open(script).read(), flags=re.S)
listed = set(re.findall(r"(\w+);", text.split("global:")[1].split("local:")[0]))
output = subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True, text=True).stdout
exported = {line.split()[-1].split("@")[0] for line in output.splitlines()}
extra = exported - listed
needed = {"MPI_Init", "MPI_Init_thread", "MPI_Bcast"}
print("exports:", " ".join(sorted(exported)))
if extra:
    print("not in the list:", " ".join(sorted(extra)))
if needed - exported:
    print("missing:", " ".join(sorted(needed - exported)))
not_mpi = {name for name in listed if not re.match(r"(?i)p?mpix?_|causeway_", name)}
if not_mpi:
    print("neither of MPI nor of the C interface:", " ".join(sorted(not_mpi)))
sys.exit(1 if extra or needed - exported or not_mpi else 0)
