"""The figures in a table of a README are those of the file that was recorded.

Usage: figures_test.py SOURCE

A comment in the line above a table says which file (or files) that is, by the way from the page; what follows "but for" are
columns whose figures are worked out, not read:

    <!-- recorded: recorded/characterization.csv -->
    <!-- recorded: recorded.csv, but for ratio, winner -->

Every figure of such a table must be, as far as its digits go, one of the file, or the median of a column of it: in seconds or
thousandths or millionths of them, or in percent. Where the first cell of a row, what it says in brackets left out, another cell
that is no figure, or the head of a column is what stands in a field of the file, only rows of the file count that have that
field; a size, "4 MiB", stands there in bytes, and "allreduce 4 MiB" is two fields. Where the head is the name of one of the
file's columns, only this column counts. One of these must be so for each figure: else it would be right by chance.
"""

import csv
import pathlib
import re
import statistics
import sys

from markdown_page import pages_of

MARK = re.compile(r"<!-- recorded: (?P<files>[^,>]+?)(?:, but for (?P<left_out>.+?))? -->")
NUMBER = re.compile(r"\d+(?:\.\d+)?(?:e[-+]?\d+)?")
SCALES = [1.0, 1e3, 1e6]
SIZE = re.compile(r"(?P<number>\d+) (?P<unit>B|KiB|MiB)$")
UNITS = {"B": 1, "KiB": 1 << 10, "MiB": 1 << 20}


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
    tolerance = max(0.5 * 10.0 ** -decimals, 0.0) * (1.0 + 1e-6) if "e" not in figure else 0.005 * abs(wanted)
    scales = [100.0, *SCALES] if is_percent else SCALES
    return any(abs(value * scale - wanted) <= tolerance for value in values for scale in scales)


def rows_of(path):
    """[{column: field}], of CSV with or without a comment above its head, or of a table in a page."""
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return list(csv.DictReader(lines))


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


def tables_of(page):
    """(line of the mark, its match, the lines of the table)."""
    lines = dict(page.prose)
    for number, line in page.prose:
        mark = MARK.fullmatch(line.strip())
        if mark:
            table = []
            while lines.get(number + 1 + len(table), "").startswith("|"):
                table.append(lines[number + 1 + len(table)])
            yield number, mark, table


def faults_of(page, number, mark, table):
    if len(table) < 3:
        yield number, "no table follows"
        return
    rows = []
    for name in mark["files"].split():
        path = page.path.parent / name
        if not path.exists():
            yield number, f"there is no {name}"
            return
        rows += rows_of(path)
    head = cells_of(table[0])
    left_out = {plain(name) for name in (mark["left_out"] or "").split(",")}
    for wrong in left_out - set(head) - {""}:
        yield number, f"no column is called {wrong}"
    for offset, line in enumerate(table[2:], 3):
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
                yield number + offset, f"nothing says which rows of {mark['files']} have ({first}, {column})"
                continue
            values = values_of(of_column or of_row or rows, column if known else None)
            for figure, is_percent in figures:
                if not is_in(figure, is_percent, values):
                    yield number + offset, f"{figure} ({first}, {column}) is not in {mark['files']}"


def main():
    source = pathlib.Path(sys.argv[1]).resolve()
    count = 0
    faults = []
    for page in pages_of(source):
        for number, mark, table in tables_of(page):
            count += 1
            faults += [f"{page.path.relative_to(source)}:{line}: {what}"
                       for line, what in faults_of(page, number, mark, table)]
    if count == 0:
        faults.append("no table is marked")
    print("\n".join(faults) or f"{count} tables: all figures are recorded ones")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
