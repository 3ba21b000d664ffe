"""Runs the commands of a page, one block after another, in one shell and one folder, as somebody does who follows it.

Usage: run_page.py PAGE SOURCE BUILD openmpi=LAUNCHER [mpich=LAUNCHER]

The folder is laid out like SOURCE as far as pages use it: examples/ and testbed/grids/, and what has been built as build/release
and build/demo. Every block ends with 0 or with what it says (markdown_page.py has what comments above blocks mean), and prints
what the page says that it prints.

Exit code 77: blocks were left out, for lack of a grid or of MPICH, and all others are right.
"""

import contextlib
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from markdown_page import Page

SECONDS = 200
SKIPPED = 77
SUPPORT = pathlib.Path(__file__).resolve().parent.parent / "support"
COPIED = ["examples", "testbed/grids"]


def script_of(page, folder, at_hand):
    """A script for bash that runs the blocks, and how many of them were left out, as not all that they need is `at_hand`. It
    tells in `folder`/progress which block it is at and when."""
    lines = ["set -euo pipefail"]
    left_out = 0
    for number, block in enumerate(page.blocks):
        text = folder / f"{number}.text"
        text.write_text(block.text)
        if "file" in block.directives:
            name = block.directives["file"]
            lines += [f"mkdir -p \"$(dirname '{name}')\"", f"cp '{text}' '{name}'"]
        elif block.is_run and block.directives.get("needs") not in [None, *at_hand]:
            left_out += 1
        elif block.is_run:
            run = f"source '{text}' </dev/null >'{folder}/{number}.out' 2>'{folder}/{number}.err'"
            lines.append(f"echo {number} $EPOCHREALTIME >>'{folder}/progress'")
            code = int(block.directives.get("exit code", 0))
            if code:
                complaint = f"echo \"exit code $code, not {code}\" >>'{folder}/{number}.err'; false"
                run = f"set +e; (set -e; {run}); code=$?; set -e; [ $code = {code} ] || ({complaint})"
            lines.append(run)
    lines.append(f"echo done $EPOCHREALTIME >>'{folder}/progress'")
    return "\n".join(lines) + "\n", left_out


def environment_of(folder, build, libraries):
    """That of somebody who has just logged in, whose mpirun is Open MPI's - it is told what tests tell it on one machine - and
    whose mpiexec.mpich is MPICH's, as Debian calls it."""
    words = [word for line in (SUPPORT / "openmpi_options.txt").read_text().splitlines()
             if not line.startswith("#") for word in line.split()]
    programs = folder / "programs"
    programs.mkdir()
    launchers = {"mpirun": f"'{libraries['openmpi']}' {' '.join(words)}", "mpiexec.mpich": f"'{libraries.get('mpich')}'"}
    for name, command in launchers.items():
        (programs / name).write_text(f"#!/bin/sh\nexec {command} \"$@\"\n")
        (programs / name).chmod(0o755)
    home = folder / "home"
    home.mkdir()
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("CAUSEWAY_", "LD_PRELOAD", "XDG_"))}
    return {**kept, "HOME": str(home), "CAUSEWAY_TESTBED_STATE": str(folder / "grids"),
            "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
            "PATH": f"{build / 'bin'}:{programs}:{kept['PATH']}"}


def said(folder, number, ending):
    path = folder / f"{number}.{ending}"
    return path.read_text(errors="replace") if path.exists() else ""


def without_figures(line):
    """Figures with their units, and how far columns are apart, may differ from run to run."""
    return " ".join(re.sub(r"\d[\d.]*(?: (?:[mun]?s|[KMG]?i?B(?:/s)?)\b)?", "#", line).split())


def is_line(expected, printed):
    """Whether a line is the printed one; " ..." at its end stands for any rest."""
    expected, printed = map(without_figures, (expected, printed))
    return printed.startswith(expected.removesuffix("...")) if expected.endswith(" ...") else printed == expected


def matches(expected, printed):
    """Whether these lines are the printed ones, where a line "..." stands for any."""
    if not expected:
        return not printed
    if expected[0].strip() == "...":
        return any(matches(expected[1:], printed[i:]) for i in range(len(printed) + 1))
    return bool(printed) and is_line(expected[0], printed[0]) and matches(expected[1:], printed[1:])


def faults_of_output(page, folder):
    last = None
    for number, block in enumerate(page.blocks):
        if block.language == "sh":
            last = number
        if "prints" in block.directives and last is not None and (folder / f"{last}.out").exists():
            printed = said(folder, last, "out")
            if not matches(block.text.splitlines(), printed.splitlines()):
                yield f"{page.path.name}:{block.line}: the block at line {page.blocks[last].line} printed\n{printed}"


def run(page, source, build, libraries, folder):
    work = folder / "work"
    for name in COPIED:
        shutil.copytree(source / name, work / name)
    (work / "build").mkdir()
    for name in ("release", "demo"):
        (work / "build" / name).symlink_to(build)
    blocks = folder / "blocks"
    blocks.mkdir()
    environment = environment_of(folder, build, libraries)
    testbed = build / "bin" / "causeway-testbed"
    has_grids = testbed.exists() and subprocess.run([testbed, "check"], capture_output=True, check=False).returncode == 0
    at_hand = {name for name, is_there in {"a grid": has_grids, "MPICH": "mpich" in libraries}.items() if is_there}
    script, left_out = script_of(page, blocks, at_hand)
    (blocks / "script").write_text(script)
    shell = subprocess.Popen(["bash", blocks / "script"], cwd=work, env=environment, start_new_session=True)
    try:
        code = shell.wait(SECONDS)
    except subprocess.TimeoutExpired:
        code = f"none within {SECONDS} s"
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(shell.pid, signal.SIGKILL)
        if has_grids:
            subprocess.run([testbed, "down", "--all"], env=environment, capture_output=True, check=False)
    end = time.time()
    progress = [line.split() for line in (blocks / "progress").read_text().splitlines()]
    for (number, since), (_, until) in zip(progress, [*progress[1:], ("", end)]):
        if number != "done":
            print(f"line {page.blocks[int(number)].line}: {float(until) - float(since):.1f} s")
    if code != 0:
        number = progress[-1][0]
        block = page.blocks[int(number)]
        print(f"{page.path.name}:{block.line}: exit code {code} of\n{block.text}\n{said(blocks, number, 'out')}\n"
              f"{said(blocks, number, 'err')}")
        return 1
    faults = list(faults_of_output(page, blocks))
    print("\n".join(faults) or f"{len(progress) - 1} blocks of commands are right, {left_out} were left out")
    return 1 if faults else SKIPPED if left_out else 0


def main():
    path, source, build = (pathlib.Path(each).resolve() for each in sys.argv[1:4])
    libraries = dict(word.split("=", 1) for word in sys.argv[4:])
    with tempfile.TemporaryDirectory(prefix="causeway-page-") as folder:
        return run(Page(path), source, build, libraries, pathlib.Path(folder))


sys.exit(main())
