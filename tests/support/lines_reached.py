#!/usr/bin/env python3
"""Counts the lines of a folder that a build's tests have reached, by gcov, for each folder below it.

  lines_reached.py BUILD [FOLDER]      BUILD: a build folder of the preset `lines` in which tests have run; FOLDER: causeway
"""

import collections
import json
import pathlib
import subprocess
import sys

SOURCE = pathlib.Path(__file__).resolve().parent.parent.parent


def lines_of(counts):
    """(file, line, times) of what gcov makes of one file of counts."""
    said = subprocess.run(["gcov", "--json-format", "--stdout", str(counts)], capture_output=True, text=True, check=True,
                          cwd=counts.parent)
    for document in map(json.loads, said.stdout.splitlines()):
        for file in document["files"]:
            path = pathlib.Path(document["current_working_directory"], file["file"]).resolve()
            for line in file["lines"]:
                yield path, line["line_number"], line["count"]


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    folder = SOURCE / (sys.argv[2] if len(sys.argv) > 2 else "causeway")
    times = collections.Counter()
    for counts in sorted(build.rglob("*.gcno")):  # what has not run has no counts of its own
        for path, line, count in lines_of(counts):
            if path.is_relative_to(folder):
                times[path, line] += count
    lines, reached = collections.Counter(), collections.Counter()
    for (path, _), count in times.items():
        for module in (path.relative_to(folder).parts[0], "all"):
            lines[module] += 1
            reached[module] += count > 0
    for module in [*sorted(lines.keys() - {"all"}), "all"]:
        print(f"{module:<24}{reached[module]:>8} of {lines[module]:>8} lines{100 * reached[module] / max(1, lines[module]):>8.1f} %")


if __name__ == "__main__":
    main()
