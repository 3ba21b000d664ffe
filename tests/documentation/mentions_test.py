"""What pages say of the programs is what the programs say of themselves: verbs, options, settings, and the pages of
docs/reference as a whole.

Usage: mentions_test.py SOURCE INTERFACE_FOLDER      the folder with NAME.json and NAME/markdown/ of each program
"""

import json
import pathlib
import re
import sys

from markdown_page import pages_of

# A program, then all that is its own on a line: up to what follows in a shell, or the "--" before another command.
COMMAND = re.compile(r"(?:^|(?<=[\s(|;&`]))(causeway(?:-testbed)?)((?: +(?!-- )[^\s|;&#>`]+)*)")
OPTION = re.compile(r"(--[a-z][\w-]*|-[a-zA-Z])(?:=.*)?$")
PLACEHOLDER = re.compile(r"[A-Z]+|\.\.\.|\d.*|-.*")
SOURCES = {".cpp", ".hpp", ".h", ".c", ".cmake", ".txt", ".def", ".py", ".in", ".json", ".sh", ".f90", ""}


def faults_of_command(programs, name, words, must_be_a_verb):
    """Of a mention of a program with these words."""
    command = programs[name]
    for word in words:
        below = {each["name"]: each for each in command["subcommands"]}
        option = OPTION.match(word)
        if option:
            known = {each for option in command["options"] for each in option["names"]}
            if option[1] not in known | {"-h", "--help"}:
                yield f"{command['name']} has no option {option[1]}"
        elif word in below:
            command = below[word]
        elif below and not PLACEHOLDER.fullmatch(word):
            if must_be_a_verb:
                yield f"{command['name']} has no verb {word}"
            return


def words_of_sources(source):
    """What looks like a setting, in all files that are no pages."""
    words = set()
    for path in source.rglob("*"):
        top = path.relative_to(source).parts[0]
        if top in ("build", ".git", "docs") or path.suffix not in SOURCES or not path.is_file():
            continue
        words |= set(re.findall(rb"\bCAUSEWAY_[A-Z_]*[A-Z]\b", path.read_bytes()))
    return {word.decode() for word in words}


def faults_of_mentions(source, programs):
    settings = {variable["name"] for program in programs.values() for variable in program.get("variables", [])}
    settings |= words_of_sources(source)
    for page in pages_of(source):
        refused = {line for block in page.blocks if block.directives.get("exit code", "0") != "0"
                   for line in range(block.line, block.line + block.text.count("\n"))}
        text_blocks = {line for block in page.blocks if block.language not in ("sh",)
                       for line in range(block.line, block.line + block.text.count("\n"))}
        for line, text in page.code():
            place = f"{page.path.relative_to(source)}:{line}"
            if line in refused:
                continue  # what is wrong there is its point
            for mention in COMMAND.finditer(text):
                for fault in faults_of_command(programs, mention[1], mention[2].split(), line not in text_blocks):
                    yield f"{place}: {fault}"
            for word in re.findall(r"\bCAUSEWAY_[A-Z_]*[A-Z]\b", text):
                if word not in settings:
                    yield f"{place}: there is no {word}"


def faults_of_reference(source, folder):
    """Pages in the tree that are not those that are made now."""
    made = {path.name: path for path in folder.glob("*/markdown/*.md")}
    kept = {path.name: path for path in (source / "docs" / "reference").glob("*.md")}
    for name in sorted(made.keys() | kept.keys()):
        if name not in kept or name not in made or made[name].read_text() != kept[name].read_text():
            yield (f"docs/reference/{name}: not what the programs say; put it right by "
                   "cmake --build build/mpi --target reference_pages")


def main():
    source, folder = (pathlib.Path(each).resolve() for each in sys.argv[1:])
    programs = {path.stem: json.loads(path.read_text()) for path in folder.glob("*.json")}
    faults = [*faults_of_reference(source, folder), *faults_of_mentions(source, programs)]
    print("\n".join(faults) or "pages and programs agree")
    return 1 if faults else 0


sys.exit(main())
