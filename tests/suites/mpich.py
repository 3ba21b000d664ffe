"""Runs the tests that come with MPICH, each natively and with the library preloaded, and tells where the two differ.

Usage: mpich.py --mpi openmpi|mpich --launcher FILE --library FILE --pretend FILE --platform FILE [--yielding FILE]
                [--folders NAME...] [--only NAME...] [TESTS]

TESTS (or the variable MPICH_TESTS): the folder test/mpi of MPICH's source, configured for the MPI library (a build folder of
its own will do) and its folders util and dtpools made; programs are made as they are needed. Open MPI 4 needs CPPFLAGS of
-DOMPI_OMIT_MPI1_COMPAT_DECLS=1 -DOMPI_REMOVED_USE_STATIC_ASSERT=0 and the names that MPI-3 has for MPI_Type_hvector,
MPI_Type_hindexed and MPI_Type_struct. A test is a line of a `testlist`: program, processes, and options as its README says. Ranks
stand on three pretended clusters, and every call is planned that can be (CAUSEWAY_LEAST_GAIN=any).

Exit code 1 if a line passes natively only. A line that passes in one of both is tried three times more, in turn.
"""

import argparse
import collections
import os
import pathlib
import re
import shlex
import signal
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "support"))
from mpirun import mpirun

FOLDERS = ["attr", "coll", "comm", "datatype", "errhan", "group", "info", "init", "pt2pt", "topo", "threads", "f77", "f90",
           "errors", "impls"]
SECONDS = 30  # for a line; nearly all take one
MORE_TIMES = 3

Line = collections.namedtuple("Line", "folder program ranks arguments settings judged_by seconds")


def lines_of(tests, folder):
    """Those of a folder and of what its list names."""
    path = tests / folder / "testlist"
    if not path.exists():
        return
    for text in path.read_text().splitlines():
        words = text.split("#")[0].split()
        if not words:
            continue
        if (tests / folder / words[0]).is_dir():
            yield from lines_of(tests, f"{folder}/{words[0]}")
            continue
        options = [word.split("=", 1) for word in words[2:] if "=" in word]
        given = dict(options)
        if "xfail" in given or "mpiexecarg" in given or float(given.get("mem", 0)) > 4:
            continue
        yield Line(folder, words[0], int(words[1]) if len(words) > 1 else 2,
                   tuple(value for key, value in options if key == "arg"),
                   tuple(tuple(value.split("=", 1)) for key, value in options if key == "env"),
                   given.get("resultTest", ""), min(int(given.get("timeLimit", SECONDS)), SECONDS))


class Suite:
    def __init__(self, arguments):
        self.a = arguments
        self.tests = pathlib.Path(arguments.tests or ".").resolve()

    def is_made(self, line):
        folder = self.tests / line.folder
        made = subprocess.run(["make", "-s", line.program], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return made.returncode == 0 and (folder / line.program).exists()

    def passes(self, line, is_preloaded):
        preload = [self.a.library] if is_preloaded else []
        preload += [self.a.yielding] if self.a.yielding else []
        settings = {"LD_PRELOAD": ":".join([*preload, self.a.pretend]), "PRETEND_HOSTS": "a0,b0,c0,a1,b1,a2",
                    "CAUSEWAY_CACHE": "none", "CAUSEWAY_PLATFORM": self.a.platform, "CAUSEWAY_LEAST_GAIN": "any",
                    **dict(line.settings)}
        command = mpirun(self.a.mpi, self.a.launcher, line.ranks, settings) + [f"./{line.program}", *line.arguments]
        process = subprocess.Popen(command, cwd=self.tests / line.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                   stdin=subprocess.DEVNULL, text=True, errors="replace", start_new_session=True)
        try:
            text, _ = process.communicate(timeout=line.seconds)
            code = process.returncode
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return False, f"no end after {line.seconds} s"
        if line.judged_by == "TestStatus":  # as the suite's own script judges
            is_right = code != 0
        elif line.judged_by == "TestStatusNoErrors":
            is_right = code != 0 and "No Errors" in text
        elif line.judged_by == "TestErrFatal":
            is_right = code != 0
        else:
            is_right = code == 0 and re.search(r"^\s*No [Ee]rrors\s*$", text, re.MULTILINE) is not None
        return is_right, text


def name_of(line):
    return f"{line.folder}/{line.program} {shlex.join(line.arguments)}".strip() + f", {line.ranks} ranks"


def main():
    parser = argparse.ArgumentParser()
    for name in ("mpi", "launcher", "library", "pretend", "platform"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--yielding", default="")
    parser.add_argument("--folders", nargs="+", default=FOLDERS)
    parser.add_argument("--only", nargs="+", default=[])
    parser.add_argument("tests", nargs="?", default=os.environ.get("MPICH_TESTS"))
    suite = Suite(parser.parse_args())
    if not suite.a.tests or not (suite.tests / "coll" / "testlist").exists():
        sys.exit(f"TESTS or MPICH_TESTS: a folder with coll/testlist is wanted, found {suite.a.tests!r}")
    lines = [line for folder in suite.a.folders for line in lines_of(suite.tests, folder)
             if not suite.a.only or any(word in name_of(line) for word in suite.a.only)]
    count = collections.Counter()
    worse = []
    for number, line in enumerate(lines, 1):
        if sys.stderr.isatty():
            print(f"\r{number} of {len(lines)}: {name_of(line)}\033[K", end="", file=sys.stderr, flush=True)
        if not suite.is_made(line):
            count["not made"] += 1
            continue
        natively, preloaded = (suite.passes(line, is_preloaded) for is_preloaded in (False, True))
        count["natively"] += natively[0]
        count["preloaded"] += preloaded[0]
        count["run"] += 1
        if natively[0] == preloaded[0]:
            continue
        again = [[suite.passes(line, is_preloaded)[0] for is_preloaded in (False, True)] for _ in range(MORE_TIMES)]
        told = [f"{sum(both[which] for both in again)} of {MORE_TIMES}" for which in (0, 1)]
        print(f"{number} of {len(lines)}: {name_of(line)}: passes {'natively' if natively[0] else 'preloaded'} only; "
              f"again {told[0]} natively, {told[1]} preloaded", flush=True)
        if natively[0]:
            worse.append(line)
            print("\n".join(f"    {text[:200]}" for text in preloaded[1].splitlines()[-8:]), flush=True)
    print(f"{count['run']} lines ({count['not made']} not made): {count['natively']} pass natively, {count['preloaded']} "
          f"preloaded, {len(worse)} natively only")
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
