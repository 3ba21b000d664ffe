"""The rules of the tree that a compiler does not check.

Usage: check_layout.py SOURCE_DIR MODULE_TABLE

- every `#include "causeway/<module>/..."` in a module is of the module itself or of one that the table in
  the top CMakeLists.txt lets it use, directly or through another;
- only the modules of MPI_MODULES include <mpi.h>, and they call MPI by its PMPI_ names, but where a shared library
  defines MPI's own (exports/);
- every folder of causeway/ is in the table and the other way round;
- only causeway/base, and what LIBRARY_OF_JSON names, includes the library that reads and writes JSON, which costs a
  compiler seconds a file: everybody else has base's JsonInput and JsonOutput;
- every member file of a family is in the family's .def list and the other way round, and cites its source;
- every number of policy (causeway/policy/*.def) has its unit, its reason and where it is from;
- every file begins with what it is, unless it is a .cpp that has a header of its name; every header has #pragma once; no
  file is longer than MOST_LINES;
- no file or folder is called after nothing in particular (VAGUE_NAMES);
- every *_test.cpp is named in the CMakeLists.txt of its folder: one that is not would never run.
"""

import pathlib
import re
import sys

MPI_MODULES = {"mpi", "probe", "tracing", "job", "calls", "reordering", "interpose"}
LIBRARY_OF_JSON = {"tests/base/json_output_test.cpp", "tests/inputs/mutation.cpp"}
# Files in a family's folder that are not members: the interface, the engines that members share.
NOT_MEMBERS = {
    "traffic/format": {"format", "cells"},
    "mapping/method": {"method"},
    "mapping/launcher": {"launcher"},
    "strategy/broadcast": {"broadcast_strategy"},
    "planner/source": {"source"},
    "inter_cluster": {"heuristic", "cluster_problem", "greedy", "look_ahead", "timed_tree", "threshold_accepting",
                      "branch_and_bound", "exact_within_effort", "order_in_groups"},
    "diagnosis/check": {"check"},
    "clustering": {"clustering", "edges", "homogeneous", "linkage", "measured_partition", "rand_index", "typical_distance",
                   "unclear_borders"},
    "tree": {"heuristic", "broadcast_tree", "spanning_edges", "changing_tree", "least_makespan"},
    "scheme": {"scheme", "rounds", "pairs", "prefix_rounds", "halves", "cluster_trees", "shared_trees", "counterparts",
               "exchanges", "neighbourhood", "neighbours", "receivers"},
    "graph": {"graph", "resources", "graph_file", "graph_text", "node_names", "validate", "xml_input",
              "link_speed", "distances"},
}

# A file is read in one go. The limit lies above the longest of today: split a file rather than raise it.
MOST_LINES = 450
VAGUE_NAMES = {"utils", "util", "common", "helpers", "helper", "manager", "misc"}


def faults_of_file(path, place):
    text = path.read_text()
    if len(text.splitlines()) > MOST_LINES:
        yield f"{place}: more than {MOST_LINES} lines"
    for word in sorted(VAGUE_NAMES & set(re.split(r"[/._]", str(place)))):
        yield f"{place}: '{word}' says nothing: name it after what it is"
    if path.suffix == ".hpp" and "#pragma once" not in text.splitlines():
        yield f"{place}: no #pragma once"
    is_told_by_header = path.suffix == ".cpp" and path.with_suffix(".hpp").exists()
    if not is_told_by_header and not text.startswith(("//", "/*")):
        yield f"{place}: begins with a comment that says what it is"
    of_json = re.search(r"^\s*#\s*include\s+<nlohmann/", text, re.M)
    if of_json and not place.is_relative_to("causeway/base") and str(place) not in LIBRARY_OF_JSON:
        yield f"{place}: only causeway/base includes nlohmann's JSON"
    if path.name.endswith("_test.cpp"):
        lists = path.parent / "CMakeLists.txt"
        if not lists.exists() or not re.search(rf"\b{re.escape(path.name)}\b", lists.read_text()):
            yield f"{place}: not in the CMakeLists.txt of its folder: it never runs"


def closure(table):
    seen = {}

    def visit(module):
        if module not in seen:
            seen[module] = {module}
            for used in table[module]:
                seen[module] |= visit(used)
        return seen[module]

    for module in table:
        visit(module)
    return seen


def main():
    source, table_file = map(pathlib.Path, sys.argv[1:])
    table = {}
    for line in table_file.read_text().splitlines():
        module, _, used = line.partition(":")
        table[module] = used.split()
    allowed = closure(table)
    faults = []
    root = source / "causeway"
    folders = {folder.name for folder in root.iterdir() if folder.is_dir() and any(folder.rglob("*.?pp"))}
    for name in sorted(folders ^ set(table)):
        faults.append(f"causeway/{name}: in the tree and in the table of modules must be the same")

    for path in sorted(root.rglob("*.?pp")):
        module = path.relative_to(root).parts[0]
        text = path.read_text()
        for number, line in enumerate(text.splitlines(), 1):
            place = f"{path.relative_to(source)}:{number}"
            include = re.match(r'\s*#\s*include\s+"([^"]+)"', line)
            if include:
                parts = include.group(1).split("/")
                # What is linked into a simulated program stands above all modules, as a program does.
                assembles = path.parent.name == "simulated"
                if (parts[0] == "causeway" and len(parts) > 2 and not assembles
                        and parts[1] not in allowed.get(module, set())):
                    faults.append(f"{place}: {module} may not include {parts[1]}")
                elif parts[0] not in ("causeway", "causeway.h"):
                    faults.append(f'{place}: includes read "causeway/<module>/<file>.hpp"')
            if re.match(r"\s*#\s*include\s+<mpi\.h>", line) and module not in MPI_MODULES:
                faults.append(f"{place}: only {', '.join(sorted(MPI_MODULES))} include <mpi.h>")
            code = re.sub(r'"[^"]*"|//.*', "", line)
            call = re.search(r"(?<![A-Za-z_])(MPI_[A-Z][a-z]\w*)\s*\(", code)
            defines = "exports" in path.parts
            if module in MPI_MODULES and not defines and call and not call.group(1).startswith("MPI_User"):
                faults.append(f"{place}: call P{call.group(1)}: our own functions replace some MPI_ names")

    for folder, others in NOT_MEMBERS.items():
        lists = list((root / folder).glob("*.def"))
        if len(lists) != 1:
            faults.append(f"causeway/{folder}: one .def list, found {len(lists)}")
            continue
        listed = re.findall(r"^CAUSEWAY_\w+\((\w+)\)", lists[0].read_text(), re.M)
        files = {path.stem for path in (root / folder).glob("*.cpp")} - others
        for name in sorted(files - set(listed)):
            faults.append(f"causeway/{folder}/{name}.cpp: not in {lists[0].name}")
        for name in sorted(set(listed) - files):
            faults.append(f"causeway/{folder}/{lists[0].name}: {name} has no file of its own")
        for name in sorted(files & set(listed)):
            if not re.search(r"^///.*\bSource:", (root / folder / f"{name}.cpp").read_text(), re.M):
                faults.append(f"causeway/{folder}/{name}.cpp: its head does not cite a 'Source:'")

    for path in sorted((root / "policy").glob("*.def")):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if line and not line.startswith("//") and not re.fullmatch(
                    r'CAUSEWAY_POLICY\([\w:]+, k\w+, .+(, "[^"]+"){3}\)', line):
                faults.append(f"causeway/policy/{path.name}:{number}: not a type, name, value, unit, reason, source")

    for part in ("causeway", "apps", "include", "testbed", "tests", "benchmarks", "examples"):
        for path in sorted((source / part).rglob("*.[ch]*")):
            if path.suffix in {".c", ".h", ".cpp", ".hpp"}:
                faults.extend(faults_of_file(path, path.relative_to(source)))

    print("\n".join(faults) or "the layout holds")
    return 1 if faults else 0


sys.exit(main())
