"""What pages point to is there: other pages, their headings, pictures, files of the tree; and their tables have heads.

Usage: links_test.py SOURCE
"""

import pathlib
import re
import sys

from markdown_page import Page, pages_of

VALUES = {"needs": r"a grid|MPICH", "exit code": r"\d+", "not run": r".{8,}", "file": r"[\w./-]+", "prints": r""}
# What stands for a name, and where builds are.
STANDS_FOR_A_NAME = re.compile(r"build/|.*(VERB|NAME)")


def faults_of_links(page, source, pages):
    for line, target in page.links():
        if re.match(r"\w+:", target):
            continue
        name, _, anchor = target.partition("#")
        path = (page.path.parent / name).resolve() if name else page.path
        place = f"{page.path.relative_to(source)}:{line}"
        if not path.exists():
            yield f"{place}: there is no {target}"
        elif anchor and path.suffix == ".md":
            if path not in pages:
                pages[path] = Page(path)
            if anchor not in pages[path].anchors():
                yield f"{place}: {name or 'this page'} has no heading #{anchor}"


def faults_of_paths(page, source):
    """Of words in the text that are paths of the tree, beginning with one of its folders."""
    folders = {path.name for path in source.iterdir() if path.is_dir() and not path.name.startswith(".")}
    made = {block.directives["file"] for block in page.blocks if "file" in block.directives}
    in_blocks = {line for block in page.blocks for line in range(block.line, block.line + block.text.count("\n"))}
    for line, text in page.code():
        if line in in_blocks:
            continue
        for word in re.findall(r"(?<![\w./<>$~{-])[\w-]+(?:/[\w.-]+)+(?=[\s,:;]|$)", text):
            if word.split("/")[0] not in folders or STANDS_FOR_A_NAME.match(word) or word in made:
                continue
            if not (source / word).exists() and not (page.path.parent / word).exists():
                yield f"{page.path.relative_to(source)}:{line}: there is no {word}"


def faults_of_tables(page, source):
    """Of rows that are not below a head: forges show them as they stand."""
    rows = {number: line for number, line in page.prose if line.startswith("|")}
    for number in rows:
        if number - 1 not in rows and not re.fullmatch(r"\|(\s*:?-+:?\s*\|)+", rows.get(number + 1, "")):
            yield f"{page.path.relative_to(source)}:{number}: a row without a head"


def faults_of_directives(page, source):
    yield from page.faults
    for block in page.blocks:
        if block.language in ("bash", "shell", "console"):
            yield f"{page.path.relative_to(source)}:{block.line}: commands are marked sh"
        for word, value in block.directives.items():
            place = f"{page.path.relative_to(source)}:{block.line}"
            if not re.fullmatch(VALUES[word], value):
                yield f"{place}: '{word}: {value}' is none of {VALUES[word]}"
            if word not in ("file", "prints") and block.language != "sh":
                yield f"{place}: '{word}' is for blocks of sh"


def main():
    source = pathlib.Path(sys.argv[1]).resolve()
    pages = {page.path.resolve(): page for page in pages_of(source)}
    faults = []
    for page in list(pages.values()):
        faults += faults_of_links(page, source, pages)
        faults += faults_of_paths(page, source)
        faults += faults_of_tables(page, source)
        faults += faults_of_directives(page, source)
    print("\n".join(faults) or f"{len(pages)} pages: all that they point to is there")
    return 1 if faults else 0


sys.exit(main())
