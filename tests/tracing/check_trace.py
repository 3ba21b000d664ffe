"""Runs a program under the tracer and holds the trace against what the program says that it must be.

Usage: check_trace.py [--ends-early FILE...] TRACE -- COMMAND...

The program's lines "expect message FROM TO MESSAGES BYTES" and "expect collective PROCESS NAME CALLS BYTES" add up. With
--ends-early the command must fail, there must be no file TRACE nor a part of one, and the named files must be whole.
"""

import collections
import pathlib
import subprocess
import sys


def table_of(lines):
    """{("message", from, to): (messages, bytes)} and the same of collectives, from lines of words."""
    table = collections.defaultdict(lambda: (0, 0))
    for kind, first, second, times, size in lines:
        known = table[kind, first, second]
        table[kind, first, second] = (known[0] + int(times), known[1] + int(size))
    return dict(table)


def read_trace(path):
    lines = [line.split() for line in path.read_text().splitlines() if not line.startswith("#")]
    assert lines[0] == ["causeway", "trace", "1"], lines[0]
    assert lines[-1] == ["end"], lines[-1]
    assert lines[1][0] == "processes", lines[1]
    kinds = {line[0] for line in lines[1:-1]}
    assert kinds <= {"processes", "program", "host", "message", "collective", "collective-message"}, kinds
    counted = [line for line in lines if line[0] in ("message", "collective", "collective-message")]
    table = table_of(counted)
    assert len(table) == len(counted), "a pair stands there twice"
    return int(lines[1][1]), lines, table


def main():
    split = sys.argv.index("--")
    arguments = sys.argv[1:split]
    ends_early = arguments[0] == "--ends-early"
    if ends_early:
        arguments = arguments[1:]
    *rescued, name = arguments
    path = pathlib.Path(name)
    for old in path.parent.glob(path.name + "*"):
        old.unlink()
    run = subprocess.run(sys.argv[split + 1 :], capture_output=True, text=True, timeout=600)
    if ends_early:
        assert run.returncode != 0, "the program was to fail"
        left = {file.name for file in path.parent.glob(path.name + "*")}
        assert left == {pathlib.Path(file).name for file in rescued}, f"left behind: {left}"
        for file in rescued:
            print("whole:", read_trace(pathlib.Path(file))[2])
        return
    assert run.returncode == 0, f"exit code {run.returncode}\n{run.stdout[-2000:]}\n{run.stderr[-2000:]}"
    if "no threads here" in run.stdout:
        print("this MPI library does not take calls from several threads")
        return
    expected = table_of([line.split()[1:] for line in run.stdout.splitlines() if line.startswith("expect ")])
    assert expected, "the program expects nothing\n" + run.stdout[-2000:]
    processes, lines, found = read_trace(path)
    assert sum(line[0] == "host" for line in lines) == processes
    for key in sorted(set(expected) | set(found)):
        assert expected.get(key) == found.get(key), f"{key}: found {found.get(key)}, expected {expected.get(key)}"
    print(f"{processes} processes, {len(found)} entries as expected")


if __name__ == "__main__":
    main()
