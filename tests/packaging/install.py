"""Installs a build, checks that what there should be is there and nothing else, and moves it elsewhere.

Usage: install.py BUILD PREFIX

Installed is to PREFIX.first; it is moved to PREFIX, where programs that use it are then built (consumer.py).
"""

import pathlib
import re
import shutil
import subprocess
import sys

# Of each a file at least; every file must be one of these. {lib}: also lib/x86_64-linux-gnu.
FILES = [
    r"bin/causeway",
    r"include/causeway\.h",
    r"{lib}/causeway/.*/?libcauseway_trees\.so",
    r"{lib}/.*libcauseway(_\w+)?\.so(\.[\d.]+)?",
    r"{lib}/cmake/causeway/causewayConfig(Version)?\.cmake",
    r"{lib}/pkgconfig/causeway\.pc",
    r"share/man/man1/causeway\.1",
    r"share/man/man1/causeway-plan\.1",
    r"share/man/man1/causeway-discover\.1",
    r"share/man/man1/causeway-\w+\.1",
    r"share/bash-completion/completions/causeway",
    r"share/zsh/site-functions/_causeway",
    r"share/fish/vendor_completions\.d/causeway\.fish",
    r"share/modulefiles/causeway/[\d.]+",
]
# Where they are built.
MAYBE = [
    r"{lib}/causeway/.*causeway(_\w+)?",
    r"bin/causeway-testbed",
    r"share/causeway/grids/[\w-]+\.json",
    r"share/man/man1/causeway-testbed(-\w+)?\.1",
    r"share/(bash-completion/completions|zsh/site-functions)/_?causeway-testbed",
    r"share/fish/vendor_completions\.d/causeway-testbed\.fish",
]
LIB = r"lib(64|/[\w-]+-linux-gnu)?"


def matching(pattern, files):
    return {file for file in files if re.fullmatch(pattern.replace("{lib}", LIB), file)}


def faults_of_files(prefix):
    files = {str(path.relative_to(prefix)) for path in prefix.rglob("*") if not path.is_dir()}
    known = set()
    for pattern in [*FILES, *MAYBE]:
        found = matching(pattern, files)
        known |= found
        if not found and pattern in FILES:
            yield f"nothing is {pattern}"
    for file in sorted(files - known):
        yield f"{file}: what is this?"


def faults_of_module_file(prefix):
    """Everything that it names is there."""
    module = next((prefix / "share" / "modulefiles" / "causeway").iterdir())
    text = module.read_text()
    if f"set prefix {{{prefix}}}" not in text:
        yield f"{module} does not name {prefix}"
    named = re.findall(r"^(?:setenv|prepend-path) \w+ \$prefix(\S*)", text, re.M)
    if len(named) < 5:
        yield f"{module} sets {named}"
    for path in named:
        if not (prefix / path.lstrip("/")).exists():
            yield f"{module}: there is no {path}"


def faults_of_manual_pages(prefix):
    """Those of the verbs that run under MPI are checked here alone."""
    if shutil.which("mandoc"):
        pages = sorted((prefix / "share" / "man" / "man1").iterdir())
        yield from subprocess.run(["mandoc", "-T", "lint", "-W", "style", *pages], capture_output=True, text=True,
                                  check=False).stdout.splitlines()


def main():
    build, prefix = map(pathlib.Path, sys.argv[1:])
    first = prefix.with_name(prefix.name + ".first")
    for folder in (first, prefix):
        shutil.rmtree(folder, ignore_errors=True)
    subprocess.run(["cmake", "--install", build, "--prefix", first], check=True, stdout=subprocess.DEVNULL)
    faults = [*faults_of_files(first), *faults_of_module_file(first), *faults_of_manual_pages(first)]
    first.rename(prefix)
    if faults:
        sys.exit("\n".join(faults))


main()
