"""Copies a shared object as if it had been built again: its build-id is another one, and nothing else.

Usage: another_build.py LIBRARY COPY
"""

import pathlib
import struct
import subprocess
import sys

library, copy = map(pathlib.Path, sys.argv[1:])
headers = subprocess.run(["readelf", "-S", "-W", library], capture_output=True, text=True, check=True).stdout
line = next(line for line in headers.splitlines() if " .note.gnu.build-id " in line)
offset = int(line.split("]", 1)[1].split()[3], 16)
data = bytearray(library.read_bytes())
name, length, _ = struct.unpack_from("=III", data, offset)
start = offset + 12 + name
data[start : start + length] = bytes(255 - byte for byte in data[start : start + length])
copy.parent.mkdir(exist_ok=True)
copy.write_bytes(data)
