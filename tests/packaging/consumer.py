"""Builds a project that uses an installation of Causeway, with one MPI library, and runs it.

Usage: consumer.py PREFIX FOLDER COMPILER -- LAUNCH...

PREFIX: the installation. FOLDER: for what is built. COMPILER: the MPI library's for C. LAUNCH starts the ranks.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

split = sys.argv.index("--")
PREFIX, FOLDER = map(pathlib.Path, sys.argv[1:3])
COMPILER = sys.argv[3]
LAUNCH = sys.argv[split + 1:]
SOURCE = pathlib.Path(__file__).parent / "consumer"


def done(*command, **variables):
    """The standard output of what must succeed."""
    process = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                             env={**os.environ, **variables}, check=False)
    if process.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: exit code {process.returncode}\n{process.stdout}")
    return process.stdout


def run(program, *settings):
    """Each rank has the settings, "NAME=value"."""
    return done(*LAUNCH, "env", *settings, program)


def expect(what, text, pattern):
    if not re.search(pattern, text, re.M):
        sys.exit(f"{what}: expected /{pattern}/, found\n{text}")


def main():
    shutil.rmtree(FOLDER, ignore_errors=True)
    done("cmake", "-S", SOURCE, "-B", FOLDER, f"-DCMAKE_PREFIX_PATH={PREFIX}", f"-DMPI_C_COMPILER={shutil.which(COMPILER)}")
    done("cmake", "--build", FOLDER)
    library = (FOLDER / "library").read_text()
    version = done("pkg-config", "--modversion", "causeway", PKG_CONFIG_PATH=str(packages())).strip()
    with_causeway = rf"^with causeway {re.escape(version)}: "
    expect("linked", run(FOLDER / "linked"), with_causeway)
    expect("optional", run(FOLDER / "optional"), "^without causeway$")
    expect("optional, preloaded", run(FOLDER / "optional", f"LD_PRELOAD={library}"), with_causeway)

    flags = done("pkg-config", "--cflags", "--libs", "causeway", PKG_CONFIG_PATH=str(packages())).split()
    done(COMPILER, SOURCE / "asks.c", "-o", FOLDER / "by_pkg_config", *flags)
    folder = done("pkg-config", "--variable=libdir", "causeway", PKG_CONFIG_PATH=str(packages())).strip()
    expect("by pkg-config", run(FOLDER / "by_pkg_config", f"LD_LIBRARY_PATH={folder}"), with_causeway)
    expect("pkg-config's library", done("pkg-config", "--variable=preload", "causeway", PKG_CONFIG_PATH=str(packages())),
           "libcauseway.so$")


def packages():
    return next(PREFIX.rglob("causeway.pc")).parent


main()
