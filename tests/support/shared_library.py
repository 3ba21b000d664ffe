"""What a shared library offers and needs, by its dynamic section and its symbols."""

import re
import subprocess

OF_C = re.compile(r"(libc|libm|libdl|librt|libpthread|ld-linux.*)[.]so([.][0-9]+)?$")


def output_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def exported_by(library):
    """The names of functions and variables, without their versions."""
    return {line.split()[-1].split("@")[0] for line in output_of("nm", "-D", "--defined-only", library).splitlines()}


def used_by(library):
    """The names that it wants of others, with their versions: "free@GLIBC_2.2.5"."""
    return {line.split()[-1] for line in output_of("nm", "-D", "--undefined-only", library).splitlines()}


def needed_besides_c(library):
    """The libraries that have to be there, but for those of C."""
    needed = re.findall(r"\(NEEDED\).*\[(.*)\]", output_of("readelf", "-dW", library))
    return {name for name in needed if not OF_C.match(name)}
