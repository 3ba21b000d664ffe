"""Rows of recorded tables, and what is worked out from them.

An expression is Python's arithmetic over these, whose arguments are texts with the names of columns in them, evaluated for each
row of files that have all of them ("_" stands for what no name of Python's can have in it, and before a digit that a name
begins with; `file` is the name of the file that a row is from):

    value("seconds", "operation == 'bcast' and bytes == 1024")     the only one there is
    least, most, median, mean, geometric_mean                      of a column or of arithmetic with several, of all rows or of some
    count("ratio <= 1.05")                                         rows
    count_of("name", "...")                                        different values
"""

import csv
import json
import re
import statistics

NUMBER = re.compile(r"\d+(?:\.\d+)?(?:e[-+]?\d+)?")
FUNCTIONS_OF_ROWS = {"abs": abs, "min": min, "max": max, "median": statistics.median, "round": round, "len": len, "int": int,
                     "float": float}


class Wrong(Exception):
    """What is wrong with an expression."""


def objects_in(value):
    """What is in JSON that has a name and is no list or object: a row for each object, as fields of text."""
    if isinstance(value, dict):
        row = {name: str(one) for name, one in value.items() if not isinstance(one, (dict, list))}
        if row:
            yield row
    if isinstance(value, (dict, list)):
        for one in value.values() if isinstance(value, dict) else value:
            yield from objects_in(one)


def rows_of(path):
    """[{column: field}] of CSV with or without a comment above its head; of .dat, for gnuplot, the comment is the head; of JSON
    each object is a row."""
    if path.suffix == ".json":
        return list(objects_in(json.loads(path.read_text(encoding="utf-8"))))
    if path.suffix == ".dat":
        head, *lines = path.read_text(encoding="utf-8").splitlines()
        return [dict(zip(head.strip("# ").split(), line.split())) for line in lines]
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return list(csv.DictReader(lines))


def typed(field):
    """A number where it is one, with or without a sign of percent after it."""
    text = (field or "").strip()
    try:
        return float(text.removesuffix("%").rstrip().removesuffix("x"))
    except ValueError:
        return text


def names_of(row):
    return {re.sub(r"\W|^(?=\d)", "_", column): typed(field) for column, field in row.items() if column is not None}


class Table:
    """The rows of some files, of which expressions speak."""

    def __init__(self, paths_of_names):
        self.rows = [{**names_of(row), "file": name} for name, path in paths_of_names.items() for row in rows_of(path)]

    def _values(self, what, where):
        wanted = (compile(where, where, "eval"), compile(what, what, "eval"))
        columns = {name for code in wanted for name in code.co_names} - FUNCTIONS_OF_ROWS.keys()
        known = {name for row in self.rows for name in row}
        if not columns <= known:
            raise Wrong(f"no column is called {', '.join(sorted(columns - known))}; there are {', '.join(sorted(known))}")
        values = []
        for row in self.rows:
            if columns <= row.keys():
                is_chosen, value = (eval(code, {"__builtins__": FUNCTIONS_OF_ROWS}, row) for code in wanted)
                values += [value] if is_chosen else []
        return values

    def _numbers(self, what, where):
        values = [value for value in self._values(what, where) if not isinstance(value, str)]
        if not values:
            raise Wrong(f"no row has a number for {what} where {where}")
        return values

    def _only(self, what, where="True"):
        values = sorted(set(self._numbers(what, where)))
        if len(values) != 1:
            raise Wrong(f"{what} where {where} is {', '.join(map(str, values[:5]))}: say which")
        return values[0]

    def worked_out(self, expression):
        """What an expression is; raises Wrong."""
        functions = {name: lambda what, where="True", of=of: of(self._numbers(what, where))
                     for name, of in (("least", min), ("most", max), ("median", statistics.median), ("mean", statistics.fmean),
                                      ("geometric_mean", statistics.geometric_mean))}
        functions["value"] = self._only
        functions["count"] = lambda where="True": len(self._values("1", where))
        functions["count_of"] = lambda what, where="True": len(set(self._values(what, where)))
        try:
            return float(eval(expression, {"__builtins__": FUNCTIONS_OF_ROWS, **functions}))
        except (SyntaxError, NameError, TypeError, ZeroDivisionError, ValueError) as error:
            raise Wrong(f"{expression}: {error}") from error
