"""Runs a command and checks its exit code and output (both streams together).

Usage: expect.py [--exit N | --fails] [--has TEXT]... [--times N TEXT]... [--lacks TEXT]... [--seconds N] -- COMMAND...

--has: the text occurs; --times: it occurs exactly N times; --lacks: it does not occur. Regular expressions, over
lines. Prints the output when something is wrong, and otherwise what covered.py counts of it.
"""

import argparse
import os
import re
import signal
import subprocess
import sys

split = sys.argv.index("--")
parser = argparse.ArgumentParser()
parser.add_argument("--exit", type=int, default=0)
parser.add_argument("--fails", action="store_true")  # with any code: launchers give that of whoever they end first
parser.add_argument("--has", action="append", default=[])
parser.add_argument("--times", action="append", default=[], nargs=2)
parser.add_argument("--lacks", action="append", default=[])
parser.add_argument("--seconds", type=float, default=600)
arguments = parser.parse_args(sys.argv[1:split])

process = subprocess.Popen(sys.argv[split + 1 :], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                           start_new_session=True)
faults = []
try:
    output, _ = process.communicate(timeout=arguments.seconds)
except subprocess.TimeoutExpired:
    os.killpg(process.pid, signal.SIGKILL)
    output, _ = process.communicate()
    faults.append(f"it did not end within {arguments.seconds} s")

# GoogleTest writes the mark of a line by itself: what another process says may come before the rest of it.
output = re.sub(r"^(\[[-= A-Z]{10}\] )(?=causeway: )", "\\1\n", output, flags=re.M)
if not faults and arguments.fails:
    if process.returncode == 0:
        faults.append("exit code 0, expected another")
elif not faults and process.returncode != arguments.exit:
    faults.append(f"exit code {process.returncode}, expected {arguments.exit}")
for text in arguments.has:
    if not re.search(text, output, re.M):
        faults.append(f"the output lacks /{text}/")
for count, text in arguments.times:
    found = len(re.findall(text, output, re.M))
    if found != int(count):
        faults.append(f"/{text}/ occurs {found} times, expected {count}")
for text in arguments.lacks:
    if re.search(text, output, re.M):
        faults.append(f"the output has /{text}/")
if faults:
    print(output)
    print("\n".join(faults))
else:
    print("\n".join(re.findall(r"^.* calls\b.*all equal$|^\d+ faults survived$|^.*PASSED.*$", output, re.M)))
sys.exit(1 if faults else 0)
