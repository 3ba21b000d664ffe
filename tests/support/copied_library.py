"""Copies the preloaded library with its variant for one MPI library, and nothing of what else is installed with it.

Usage: copied_library.py LIBRARY VARIANT COPY [--as-built-again]

--as-built-again: the variant's build-id is another one, as if it had been built again.
"""

import pathlib
import shutil
import struct
import subprocess
import sys


def with_another_build_id(library):
    headers = subprocess.run(["readelf", "-S", "-W", library], capture_output=True, text=True, check=True).stdout
    line = next(line for line in headers.splitlines() if " .note.gnu.build-id " in line)
    offset = int(line.split("]", 1)[1].split()[3], 16)
    data = bytearray(library.read_bytes())
    name, length, _ = struct.unpack_from("=III", data, offset)
    start = offset + 12 + name
    data[start : start + length] = bytes(255 - byte for byte in data[start : start + length])
    return data


library, variant, copy = map(pathlib.Path, sys.argv[1:4])
beside = copy.parent / "causeway"
beside.mkdir(parents=True, exist_ok=True)
shutil.copy(library, copy)
if sys.argv[4:] == ["--as-built-again"]:
    (beside / variant.name).write_bytes(with_another_build_id(variant))
else:
    shutil.copy(variant, beside)
