"""Checks that the preloaded library offers every function of a variant, and its profiling name if it is one of C, and that it
needs nothing but C.

Usage: check_entry_points.py LIBRARY VARIANT
"""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
from shared_library import exported_by, needed_besides_c

library, variant = sys.argv[1:]
functions = {name for name in exported_by(variant) if not name.startswith("causeway_variant_")}
functions |= {f"P{name}" for name in functions if re.match(r"MPIX?_[A-Z][a-z]", name)}
offered = exported_by(library)
missing = functions - offered
strange = {name for name in offered if not re.match(r"(P?MPIX?|mpix?|causeway)_", name)}
strange |= {name for name in offered if name.startswith("causeway_variant_")}
needed = needed_besides_c(library)
assert len(functions) > 300, f"only {len(functions)} functions in {variant}"
print(len(functions), "functions of the variant,", len(offered), "offered")
for words, names in (("missing", missing), ("not of MPI", strange), ("libraries that may be missing", needed)):
    if names:
        print(f"{words}:", " ".join(sorted(names)))
sys.exit(1 if missing or strange or needed else 0)
