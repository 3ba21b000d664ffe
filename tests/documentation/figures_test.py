"""Every figure of the README and of those under experiments/ is one that was recorded, or says what else it is.

Usage: figures_test.py SOURCE

A comment in the lines above a table, a paragraph or a list says where its figures are from; files by the way from the page:

    <!-- recorded: FILE... -->
    <!-- recorded: FILE...; but for ratio, winner -->
    <!-- recorded: FILE...; 1.31 = value("speedup", "bytes == 1024"); 0.5 = least("seconds", "name == 'a'") / 2; but for 8, 20 -->
    <!-- not recorded: WHY -->

In a table every figure must be, as far as its digits go, one of the files, or the median of a column of them: in seconds or
thousandths or millionths of them, or in percent. Where the first cell of a row, what it says in brackets left out, another cell
that is no figure, or the head of a column is what stands in a field of the file, only rows of the file count that have that
field; a size, "4 MiB", stands there in bytes, and "allreduce 4 MiB" is two fields. Where the head is the name of one of the
file's columns, only this column counts. One of these must be so for each figure: else it would be right by chance. "but for"
names columns whose figures are not of the file.

In a paragraph or a list, and in a table whose comment works figures out, every figure is: the comment says how
(recorded_rows.py has what may be said), again as far as its digits go. "but for" names figures that are not of the file: settings,
the words of a source. What must be named is a number with a decimal point, or before a percent sign, a unit of time or rate, or
"times"; others may be.
"""

import dataclasses
import pathlib
import re
import statistics
import sys

from markdown_page import pages_of, without_code
from recorded_rows import NUMBER, Table, Wrong, rows_of

RECORDED = re.compile(r"<!-- recorded: (?P<files>[^;>]+?)(?P<clauses>;.*)? -->", re.S)
NOT_RECORDED = re.compile(r"<!-- not recorded: .+ -->", re.S)
WORKED_OUT = re.compile(r"(?P<figure>[\d.]+(?:e[-+]?\d+)?) = (?P<expression>.+)", re.S)
SCALES = [1.0, 1e3, 1e6]
SIZE = re.compile(r"(?P<number>\d+) (?P<unit>B|KiB|MiB)$")
UNITS = {"B": 1, "KiB": 1 << 10, "MiB": 1 << 20}
LINK = re.compile(r"!?\[([^]]*)\]\([^)]*\)")
VERSION = re.compile(r"\bApache-2\.0|\b(?:Open MPI|MPICH|SimGrid|UCC|Python|gnuplot|GCC|Debian|Ubuntu|section|figure|table|step)"
                     r" v?\d+(?:\.\d+)*")
QUOTED = re.compile(r"(?<![\w.])(?:\d+\.\d+(?=x\b)|\d+\.\d+(?!\.?\d|\w)"
                    r"|\d+(?=(?: ?%| (?:ns|us|ms|s|seconds|MB/s|GB/s|times)\b|x\b)))")


def plain(cell):
    """A cell without what only forges see."""
    return re.sub(r"[`*]|\[([^]]*)\]\([^)]*\)", r"\1", cell).strip()


def cells_of(line):
    return [plain(cell) for cell in line.strip().strip("|").split("|")]


def figures_of(cell):
    """(number as it stands there, whether it is a percentage)"""
    joined = re.sub(r"(?<=\d) (?=\d{3}\b)", "", cell)
    return [(found[0], joined[found.end():].lstrip().startswith("%")) for found in NUMBER.finditer(joined)]


def is_in(figure, is_percent, values):
    decimals = len(figure.partition(".")[2]) if "e" not in figure else 0
    wanted = float(figure)
    tolerance = 0.5 * 10.0 ** -decimals * (1.0 + 1e-6) if "e" not in figure else 0.005 * abs(wanted)
    scales = [100.0, *SCALES] if is_percent else SCALES
    return any(abs(value * scale - wanted) <= tolerance for value in values for scale in scales)


def numbers_of(rows, column):
    return [float(number) for row in rows for number in NUMBER.findall(row.get(column) or "")]


def values_of(rows, column):
    """Of one column, or of all."""
    columns = [column] if column else sorted({name for row in rows for name in row})
    of_columns = [numbers_of(rows, name) for name in columns]
    return [value for values in of_columns if values for value in [*values, statistics.median(values)]]


def with_field(rows, text):
    size = SIZE.fullmatch(text)
    in_bytes = str(int(size["number"]) * UNITS[size["unit"]]) if size else text
    return [row for row in rows if text in row.values() or in_bytes in row.values()]


def narrowed(rows, cell):
    """Those that have what the cell says, each part of it, in a field; None: what it says is no field of any."""
    size = SIZE.search(cell)
    parts = [cell] if not size or size.start() == 0 or with_field(rows, cell) else [cell[:size.start()].strip(), size[0]]
    for part in parts:
        rows = with_field(rows, part)
    return rows or None


@dataclasses.dataclass
class Part:
    """A table, a paragraph or a list of a page, and the comment above it."""

    line: int  # of its first line
    lines: list
    comment: str
    is_table: bool


def parts_of(page):
    """Those of a page that have text in them; a comment without a part after it is one without lines."""
    comment, lines, first, before = "", [], 0, 0

    def finished():
        nonlocal comment, lines
        if lines or comment.startswith(("<!-- recorded", "<!-- not recorded")):
            yield Part(first, lines, comment, bool(lines) and lines[0].startswith("|"))
        comment, lines = "", []

    for number, line in page.prose:
        is_open = comment and not comment.endswith("-->")
        if is_open:
            comment += " " + line.strip()
        elif line.strip().startswith("<!--"):
            yield from finished()
            comment, first = line.strip(), number
        elif not line.strip() or line.startswith("#") or number != before + 1:
            yield from finished()
        if not is_open and line.strip() and not line.strip().startswith(("<!--", "#")):
            if lines and line.startswith("|") != lines[0].startswith("|"):
                yield from finished()
            first = first if lines else number
            lines.append(line)
        before = number
    yield from finished()


def table_faults(part, rows, mark_files, left_out):
    if len(part.lines) < 3:
        yield part.line, "no table follows"
        return
    head = cells_of(part.lines[0])
    for wrong in left_out - set(head):
        yield part.line, f"no column is called {wrong}"
    for number, line in enumerate(part.lines[2:], part.line + 2):
        first, *cells = cells_of(line)
        of_row = narrowed(rows, first.partition(" (")[0])
        keys = set()
        for cell in cells:
            is_name = cell[:1].isalpha() and with_field(rows, cell)  # "lulesh2"
            is_figure = figures_of(cell) and not SIZE.search(cell) and not is_name
            fewer = None if is_figure else narrowed(of_row or rows, cell)
            if fewer:
                of_row = fewer
                keys.add(cell)
        for column, cell in zip(head[1:], cells):
            if column in left_out or cell in keys:
                continue
            known = column in {name for row in rows for name in row}
            of_column = with_field(of_row or rows, column)
            figures = figures_of(cell)
            if figures and not (of_row or of_column or known):
                yield number, f"nothing says which rows of {mark_files} have ({first}, {column})"
                continue
            values = values_of(of_column or of_row or rows, column if known else None)
            for figure, is_percent in figures:
                if not is_in(figure, is_percent, values):
                    yield number, f"{figure} ({first}, {column}) is not in {mark_files}"


def quoted_in(part):
    """The figures that the text must account for: (line, figure)."""
    for number, line in enumerate(part.lines, part.line):
        text = VERSION.sub("", without_code(LINK.sub(lambda link: "" if link[0].startswith("!") else link[1], line)))
        for figure in QUOTED.finditer(text):
            yield number, figure[0]


def is_percentage(part, figure):
    others = r"(?: (?:to|and|or) [-+]?[\d.]+|, [-+]?[\d.]+)*"
    return re.search(rf"(?<![\d.]){re.escape(figure)}{others} ?%", " ".join(part.lines)) is not None


def worked_out_faults(part, table, clauses):
    """Of the figures that the comment works out."""
    text = " ".join(part.lines)
    for figure, expression in clauses:
        if not re.search(rf"(?<![\d.]){re.escape(figure)}(?!\.?\d)", re.sub(r"(?<=\d)[ ,](?=\d{3}\b)", "", text)):
            yield part.line, f"{figure} does not stand in what follows"
            continue
        try:
            found = table.worked_out(expression)
        except Wrong as wrong:
            yield part.line, f"{figure}: {wrong}"
            continue
        if not is_in(figure, is_percentage(part, figure), [found]):
            yield part.line, f"{figure} is {found:.6g} by {expression}"


def faults_of(page, part):
    mark = RECORDED.fullmatch(part.comment)
    if part.comment.startswith("<!-- recorded") and not mark:
        yield part.line, "the comment above is none that is understood"
        return
    if not mark:
        if not NOT_RECORDED.fullmatch(part.comment):
            for number, figure in quoted_in(part):
                yield number, f"nothing says where {figure} is from"
        elif not part.lines:
            yield part.line, "nothing follows"
        return
    paths = {name: page.path.parent / name for name in mark["files"].split()}
    for name in [name for name, path in paths.items() if not path.exists()]:
        yield part.line, f"there is no {name}"
        return
    clauses, left_out = [], set()
    for clause in filter(None, map(str.strip, (mark["clauses"] or "").split(";"))):
        worked_out = WORKED_OUT.fullmatch(clause)
        if worked_out:
            clauses.append((worked_out["figure"], worked_out["expression"]))
        elif clause.startswith("but for "):
            left_out |= {plain(name) for name in clause.removeprefix("but for ").split(",")}
        else:
            yield part.line, f"'{clause}' is neither FIGURE = EXPRESSION nor 'but for ...'"
    if part.is_table and not clauses:
        yield from table_faults(part, [row for path in paths.values() for row in rows_of(path)], mark["files"], left_out)
        return
    yield from worked_out_faults(part, Table(paths), clauses)
    named = left_out | {figure for figure, _ in clauses}
    for number, figure in quoted_in(part):
        if figure not in named:
            yield number, f"nothing says where {figure} is from"


def main():
    source = pathlib.Path(sys.argv[1]).resolve()
    count = 0
    faults = []
    for page in pages_of(source):
        is_of_experiment = page.path.name == "README.md" and source / "experiments" in page.path.parents
        if not is_of_experiment and page.path != source / "README.md":
            continue
        for part in parts_of(page):
            count += part.comment.startswith("<!-- recorded")
            faults += [f"{page.path.relative_to(source)}:{line}: {what}" for line, what in faults_of(page, part)]
    if count == 0:
        faults.append("nothing is marked")
    print("\n".join(faults) or f"{count} tables, paragraphs and lists: all figures are recorded ones, or say what else they are")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
