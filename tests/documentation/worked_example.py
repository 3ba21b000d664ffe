"""Takes the algorithm out of a page that shows how to add one: its file, and the list with its line.

Usage: worked_example.py PAGE SOURCE FOLDER       writes FOLDER/causeway/.../NAME.cpp and FOLDER/causeway/.../NAME.def
"""

import pathlib
import re
import sys

from markdown_page import Page


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def main():
    page, source, folder = Page(sys.argv[1]), pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    examples = [block for block in page.blocks if block.directives.get("file", "").startswith("causeway/")]
    lines = [re.search(r"echo '(CAUSEWAY_\w+\(\w+\))' >> (causeway/\S+\.def)", block.text) for block in page.blocks]
    (example,), (line,) = examples, filter(None, lines)
    write(folder / example.directives["file"], example.text)
    write(folder / line[2], (source / line[2]).read_text() + line[1] + "\n")


main()
