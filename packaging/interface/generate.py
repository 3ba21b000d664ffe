"""Makes manual pages, completion for bash, zsh and fish, and reference pages of what a program says of itself.

Usage: generate.py INTERFACE.json FOLDER

INTERFACE.json is what `PROGRAM --interface` prints. In FOLDER: man1/PROGRAM.1, man1/PROGRAM-VERB.1 ..., bash/PROGRAM,
zsh/_PROGRAM, fish/PROGRAM.fish, markdown/PROGRAM.md ... The date of the manual pages is SOURCE_DATE_EPOCH, or today.
"""

import datetime
import json
import os
import pathlib
import shutil
import sys
import time

import bash
import fish
import manual
import markdown
import zsh
from command import Command


def main():
    interface, folder = map(pathlib.Path, sys.argv[1:])
    shutil.rmtree(folder, ignore_errors=True)  # it may have pages of verbs that there were once
    program = Command(json.loads(interface.read_text(encoding="utf-8")))
    seconds = int(os.environ.get("SOURCE_DATE_EPOCH", time.time()))
    date = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).date().isoformat()
    files = {f"man1/{name}.1": text for name, text in manual.pages(program, date).items()}
    files[f"bash/{program.name}"] = bash.completion(program)
    files[f"zsh/_{program.name}"] = zsh.completion(program)
    files[f"fish/{program.name}.fish"] = fish.completion(program)
    files |= {f"markdown/{name}": text for name, text in markdown.pages(program).items()}
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


main()
