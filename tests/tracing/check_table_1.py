"""Traces CG on 8 processes and holds all messages against the source's table: Orduna, Arnau, Duato, Table 1.

Usage: check_table_1.py TRACE -- COMMAND...

That table has the messages of collectives in it, as the MPI library of then sent them: of two barriers by recursive doubling
and of a reduction up a binomial tree, which the command has Causeway carry out.
"""

import pathlib
import subprocess
import sys

from check_trace import read_trace

TABLE_1 = pathlib.Path(__file__).resolve().parent.parent / "data" / "communication" / "table_1.txt"


def main():
    path = pathlib.Path(sys.argv[1])
    path.unlink(missing_ok=True)
    subprocess.run(sys.argv[3:], check=True, timeout=600)
    processes, _, table = read_trace(path)
    found = [[sum(table.get((kind, str(a), str(b)), (0, 0))[0] for kind in ("message", "collective-message"))
              for b in range(processes)] for a in range(processes)]
    expected = [[int(word) for word in line.split()] for line in TABLE_1.read_text().splitlines()]
    assert found == expected, f"{found}, expected {expected}"
    caused = {key: value for key, value in table.items() if key[0] == "collective-message"}
    assert len(caused) == 24, caused  # the edges of a cube, both ways: barriers without data, and a number up the tree
    assert sum(size for _, size in caused.values()) == 7 * 8, caused
    print("as in the source, each of the 64 elements")


if __name__ == "__main__":
    main()
