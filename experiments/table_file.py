"""The tables that experiments write."""

import csv
import os
import pathlib
import sys


def write_table(file, rows):
    """Rows that are all there: {column: value}, each with the same columns."""
    with open(file, "w", encoding="utf-8", newline="") as out:
        writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


class TableFile:
    """The table of an experiment that takes long: on the disk as it grows. Rows are in FILE.part until all are there, then in
    FILE, whose earlier rows stay until then. With `resume` the rows that an earlier run has left in FILE.part are there from the
    beginning."""

    def __init__(self, file, columns, resume=False):
        self.file = pathlib.Path(file)
        self.part = self.file.with_name(self.file.name + ".part")
        self.columns = columns
        self.rows = self._left_behind() if resume and self.part.exists() else []

    def add(self, rows):
        self.rows += rows
        self._write()

    def finish(self):
        self._write()
        os.replace(self.part, self.file)

    def _left_behind(self):
        with open(self.part, encoding="utf-8", newline="") as lines:
            reader = csv.DictReader(lines)
            if reader.fieldnames != self.columns:
                sys.exit(f"{self.part}: columns {reader.fieldnames}; accepted: {self.columns}")
            return [{column: _value(text) for column, text in row.items()} for row in reader]

    def _write(self):
        with open(self.part, "w", encoding="utf-8", newline="") as out:
            writer = csv.DictWriter(out, self.columns, lineterminator="\n")
            writer.writeheader()
            writer.writerows(self.rows)


def _value(text):
    """What was written: a number, or text; None for nothing."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text or None
