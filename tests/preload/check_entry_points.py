"""Checks that the preloaded library offers every function of a variant, and its profiling name if it is one of C, and that it
needs nothing but C.

Usage: check_entry_points.py LIBRARY VARIANT
"""

import re
import subprocess
import sys


def exported_by(library):
    output = subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True, text=True).stdout
    return {line.split()[-1].split("@")[0] for line in output.splitlines()}


library, variant = sys.argv[1:]
functions = {name for name in exported_by(variant) if not name.startswith("causeway_variant_")}
functions |= {f"P{name}" for name in functions if re.match(r"MPIX?_[A-Z][a-z]", name)}
offered = exported_by(library)
missing = functions - offered
strange = {name for name in offered if not re.match(r"(P?MPIX?|mpix?|causeway)_", name)}
strange |= {name for name in offered if name.startswith("causeway_variant_")}
dynamic = subprocess.run(["readelf", "-dW", library], check=True, capture_output=True, text=True).stdout
needed = {name for name in re.findall(r"\(NEEDED\).*\[(.*)\]", dynamic)
          if not re.match(r"(libc|libm|libdl|ld-linux.*)[.]so", name)}
assert len(functions) > 300, f"only {len(functions)} functions in {variant}"
print(len(functions), "functions of the variant,", len(offered), "offered")
for words, names in (("missing", missing), ("not of MPI", strange), ("libraries that may be missing", needed)):
    if names:
        print(f"{words}:", " ".join(sorted(names)))
sys.exit(1 if missing or strange or needed else 0)
