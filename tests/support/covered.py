#!/usr/bin/env python3
"""Sums up what a run of the tests has covered, so that one run can be held against another: calls that were compared with the
MPI library's own (every one another combination of collective, form, datatype, operator, communicator, root, count and place,
in jobs of several sizes, with the planner's choice or with a strategy or a scheme forced), the processes of such jobs, planted
faults that were found, failing allocations that were survived, and the tests of programs under mpirun; and the unit tests.

  covered.py FILE...      files: what `ctest --output-junit` wrote
"""

import collections
import re
import sys
import xml.etree.ElementTree as xml

COMPARED = re.compile(r"^(.*?): .*?(\d[\d ]*) calls.*all equal$", re.M)
PROCESSES = re.compile(r"(\d+) processes")
SURVIVED = re.compile(r"^(\d+) faults survived$", re.M)
PASSED = re.compile(r"PASSED\s+\]\D*?(\d+) tests?\b")
MPI_LIBRARIES = ("openmpi", "mpich")  # as the names of tests begin with them
PLANTED = re.compile(r"\.bites\.(?!none$)")


def covered_by(tests):
    """{MPI library: {what: how much}} of the test cases of a file that have passed."""
    sums = collections.defaultdict(collections.Counter)
    sizes = collections.defaultdict(set)
    for test in tests:
        name, output = test.get("name"), test.findtext("system-out") or ""
        mpi = name.split(".")[0]
        if test.get("status") != "run":
            continue
        if mpi == "unit":
            sums["no MPI library"]["unit tests"] += sum(map(int, PASSED.findall(output)))
        if mpi not in MPI_LIBRARIES:
            continue
        for suite, calls in COMPARED.findall(output):
            sums[mpi][f"{suite}: calls"] += int(calls.replace(" ", ""))
            sums[mpi][f"{suite}: jobs"] += 1
            sizes[mpi].update(map(int, PROCESSES.findall(output)))
        for faults in SURVIVED.findall(output):
            sums[mpi]["failing allocations survived"] += int(faults)
        for passed in PASSED.findall(output):
            sums[mpi]["tests under mpirun"] += int(passed)
        if PLANTED.search(name):
            sums[mpi]["planted faults found"] += 1
    return sums, sizes


def main():
    for path in sys.argv[1:]:
        sums, sizes = covered_by(xml.parse(path).getroot().iter("testcase"))
        for mpi in sorted(sums):
            print(f"covered with {mpi}:")
            for what, count in sorted(sums[mpi].items()):
                print(f"  {what:<34}{count:>12}")
            if sizes[mpi]:
                print(f"  {'jobs of processes':<34} {' '.join(map(str, sorted(sizes[mpi])))}")


if __name__ == "__main__":
    main()
