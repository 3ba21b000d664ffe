"""What happens to programs, to their processes and to their machine: each fault natively and with the library preloaded,
under the same launcher. No fault may end worse with the library than without it.

Usage: faults.py --mpi openmpi|mpich --launcher FILE --library FILE --pretend FILE --subject FILE --own-calls FILE
                 --platform FILE [--yielding FILE] [--quick | --only NAME...] [--table FILE]

A fault is an entry in FAULTS. `--quick`: those that are marked so. Prints a row for each: what came of it natively and
preloaded, and whether that is in order; exit code 1 if something is not. `--table`: the same as Markdown.

Outcomes: right (all processes end with the right results), ended (the job was ended, nobody waits), hangs.
"""

import argparse
import dataclasses
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import typing

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "support"))
from mpirun import mpirun

RANKS = 4
SECONDS = 60  # a run takes two; machines are busy
OWN_ADDRESS_SPACE = 8  # MB that the library takes
MOMENTS = {"before MPI_Init": 0, "after MPI_Init": 100, "between calls": 205, "before MPI_Finalize": 300,
           "after MPI_Finalize": 400}


@dataclasses.dataclass
class Fault:
    name: str  # for people
    subject: list  # arguments of the subject
    native: list | None = None  # another one natively: what comes closest
    settings: dict = dataclasses.field(default_factory=dict)  # the ranks' environment; {folder} is one of the run's own
    unset: list = dataclasses.field(default_factory=list)
    mounts: str = ""  # shell commands in a name space of the job's own; {folder} as above
    own_calls: bool = False  # preloads what kills in the middle of the library's calls
    # What is wrong with a preloaded run: text and folder in, complaint or None out.
    check: typing.Callable | None = None
    quick: bool = False


@dataclasses.dataclass
class Outcome:
    word: str
    text: str
    folder_check: str | None = None


def tells_of_nothing_else(text, folder):
    lines = [line for line in text.splitlines() if line.startswith("causeway:")]
    return f"it says {lines[0]!r}" if lines else None


def tells_at_most(count):
    def check(text, folder):
        lines = [line for line in text.splitlines() if line.startswith("causeway:")]
        return f"it says {len(lines)} lines, such as {lines[0]!r}" if len(lines) > count else None
    return check


def one_report(text, folder):
    there = sorted(re.sub("-[0-9a-f]+", "", path.name) for path in pathlib.Path(folder).iterdir())
    told = ["report.json", "trace"]
    # By how fast calls are they tell something or not.
    return None if there in (told, ["experience.json", "experience.lock", *told]) else f"files are {there}"


def faults_at_moments(name, fault, quick=()):
    return [Fault(f"{name} {moment}", [fault, str(number)], quick=moment in quick) for moment, number in MOMENTS.items()]


FULL = "mount -t tmpfs -o size=16k none {folder} && (head -c 1000000 /dev/zero > {folder}/filling || true) 2>/dev/null"
INTO_FOLDER = {"CAUSEWAY_CACHE": "{folder}", "CAUSEWAY_REPORT": "{folder}/report.json", "CAUSEWAY_TRACE": "{folder}/trace"}

FAULTS = [
    Fault("nothing", ["none"], check=tells_of_nothing_else, quick=True),
    # Processes that end.
    *faults_at_moments("one process is killed", "killed", quick=("after MPI_Init", "between calls")),
    *[Fault(f"one process is killed at the library's own call {call}", ["none"], native=["killed", "205"],
            settings={"OWN_CALL": str(call), "OWN_CALL_RANK": "1"}, own_calls=True, quick=call in (2, 40))
      for call in (1, 2, 3, 5, 8, 13, 20, 30, 40, 60, 90)],
    *[Fault(f"rank 0 is killed at the library's own call {call}", ["none"], native=["killed", "205"],
            settings={"OWN_CALL": str(call), "OWN_CALL_RANK": "0"}, own_calls=True) for call in (1, 4, 25, 70)],
    *[Fault(f"one process is killed while the network is measured, at call {call}", ["none"], native=["killed", "100"],
            settings={"OWN_CALL": str(call), "OWN_CALL_RANK": "1", "CAUSEWAY_PLATFORM": ""}, own_calls=True)
      for call in (6, 30, 100, 300)],
    Fault("one process crashes between calls", ["crashes", "205"]),
    Fault("one process calls MPI_Abort between calls", ["aborts", "205"], quick=True),
    Fault("one process calls exit between calls", ["exits", "205"]),
    Fault("one process calls exit before MPI_Init", ["exits", "0"]),
    Fault("all call exit without MPI_Finalize", ["all_exit", "300"]),
    # Processes that come late.
    *faults_at_moments("one process comes two seconds late", "late", quick=("before MPI_Init",)),
    Fault("one process is stopped for a second between calls", ["stopped", "205"]),
    Fault("one process is stopped for a second after MPI_Init", ["stopped", "100"]),
    # Signals, children, threads, the order of things.
    Fault("a signal every two milliseconds", ["alarms"], check=tells_of_nothing_else, quick=True),
    Fault("children by fork and exec, and SIGCHLD", ["children"], settings=INTO_FOLDER, check=one_report, quick=True),
    *[Fault(f"MPI_Init_thread with level {level}", ["level", str(level)], check=tells_of_nothing_else)
      for level in range(4)],
    Fault("MPI_Finalize from atexit", ["finalizes_at_exit"], check=tells_of_nothing_else, quick=True),
    Fault("MPI_Init twice", ["starts_twice"]),
    Fault("the library is loaded once more by dlopen", ["loads_it_again"], check=tells_of_nothing_else),
    Fault("MPI_Finalize with communicators and requests left", ["leaves_behind"], quick=True),
    Fault("wrong calls under a handler that returns", ["wrong_calls"], check=tells_of_nothing_else, quick=True),
    Fault("floating-point traps", ["traps"], check=tells_of_nothing_else, quick=True),
    Fault("floating-point traps while the network is measured", ["traps"], settings={"CAUSEWAY_PLATFORM": ""}),
    # The machine.
    Fault("a full disk for cache, report and trace", ["none"], settings=INTO_FOLDER | {"CAUSEWAY_PLATFORM": ""},
          mounts=FULL, check=tells_at_most(6), quick=True),
    Fault("a home that may not be written", ["none"],
          settings={"HOME": "{folder}", "CAUSEWAY_CACHE": None, "CAUSEWAY_PLATFORM": ""},
          mounts="mount -t tmpfs -o ro none {folder}", check=tells_at_most(2)),  # platform and experience
    Fault("no HOME", ["none"], settings={"CAUSEWAY_CACHE": None, "CAUSEWAY_PLATFORM": ""}, unset=["HOME"],
          check=tells_at_most(1)),
    Fault("no /proc", ["none"], mounts="mount -t tmpfs none /proc"),
    Fault("no /dev/shm", ["none"], mounts="mount -t tmpfs -o ro none /dev/shm"),
    Fault("no standard error", ["no_standard_error"]),
    Fault("another working directory after MPI_Init", ["other_directory"], settings=INTO_FOLDER, check=one_report),
    Fault("no file may be opened after MPI_Init", ["few_files"], check=tells_of_nothing_else),
    *[Fault(f"{size} MB of address space", ["address_space", str(size + OWN_ADDRESS_SPACE)],
            native=["address_space", str(size)]) for size in (64, 128, 256, 512)],
    *[Fault(f"{size} MB of address space more than at MPI_Init", ["less_address_space", str(size)])
      for size in (1, 4, 64)],
]


class Runner:
    def __init__(self, arguments):
        self.a = arguments

    def command(self, fault, subject, is_preloaded, folder):
        preload = [self.a.library] if is_preloaded else []
        preload += [self.a.yielding] if self.a.yielding else []
        preload += [self.a.own_calls] if is_preloaded and fault.own_calls else []
        preload += [self.a.pretend]
        settings = {"PRETEND_HOSTS": "a0,b0,c0,a1", "CAUSEWAY_CACHE": "none", "CAUSEWAY_PLATFORM": self.a.platform}
        settings |= fault.settings
        settings["LD_PRELOAD"] = ":".join(preload)
        settings = {name: value.format(folder=folder) for name, value in settings.items() if value}
        command = mpirun(self.a.mpi, self.a.launcher, RANKS, settings) + [self.a.subject, *subject]
        if fault.mounts:
            mounts = fault.mounts.format(folder=folder)
            command = ["unshare", "-m", "sh", "-c", f'{mounts}; exec "$@"', "sh", *command]
        return command

    def run(self, fault, is_preloaded):
        folder = tempfile.mkdtemp(prefix="causeway-faults-")
        subject = fault.subject if is_preloaded or fault.native is None else fault.native
        environment = {name: value for name, value in os.environ.items() if name not in fault.unset}
        process = subprocess.Popen(self.command(fault, subject, is_preloaded, folder), stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True,
                                   env=environment, cwd=folder)
        try:
            text, _ = process.communicate(timeout=SECONDS)
            word = "right" if process.returncode == 0 and text.count("subject: right") == RANKS else "ended"
            if process.returncode == 0 and word == "ended":
                word = "ended with 0"
        except subprocess.TimeoutExpired:
            word = "hangs"
            os.killpg(process.pid, signal.SIGKILL)
            text, _ = process.communicate()
        complaint = None
        if is_preloaded and fault.check and word == "right":
            complaint = fault.check(text, folder)
        if "subject: wrong" in text:
            word = "wrong"
        shutil.rmtree(folder, ignore_errors=True)
        return Outcome(word, text, complaint)


def verdict(native, preloaded):
    if preloaded.folder_check:
        return preloaded.folder_check
    if preloaded.word == native.word or preloaded.word == "right" or (preloaded.word, native.word) == ("ended", "hangs"):
        return "in order"
    return "WORSE"


def main():
    parser = argparse.ArgumentParser()
    for name in ("mpi", "launcher", "library", "pretend", "subject", "own-calls", "platform"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--yielding", default="")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", nargs="+", default=[])
    parser.add_argument("--table")
    runner = Runner(parser.parse_args())
    a = runner.a
    may_mount = subprocess.run(["unshare", "-m", "true"], stderr=subprocess.DEVNULL).returncode == 0
    chosen = [fault for fault in FAULTS
              if (not a.quick or fault.quick) and (not a.only or any(word in fault.name for word in a.only))]
    rows = []
    num_bad = 0
    natives = {}  # one for all faults that have the same
    for fault in chosen:
        if fault.mounts and not may_mount:
            rows.append((fault.name, "-", "-", "not tried: no name spaces here"))
            continue
        key = (tuple(fault.native or fault.subject), fault.mounts, tuple(fault.unset), fault.settings.get("HOME"))
        native = natives.get(key) or natives.setdefault(key, runner.run(fault, False))
        preloaded = runner.run(fault, True)
        word = verdict(native, preloaded)
        rows.append((fault.name, native.word, preloaded.word, word))
        print(f"{fault.name}: natively {native.word}, preloaded {preloaded.word}: {word}", flush=True)
        if word != "in order":
            num_bad += 1
            print(preloaded.text[-3000:], flush=True)
    if a.table:
        with open(a.table, "w") as table:
            table.write("| fault | natively | preloaded | |\n|---|---|---|---|\n")
            table.writelines(f"| {' | '.join(row)} |\n" for row in rows)
    print(f"faults: {len(rows)} of {len(FAULTS)}, {'all in order' if num_bad == 0 else f'{num_bad} are not'}")
    return 1 if num_bad else 0


if __name__ == "__main__":
    sys.exit(main())
