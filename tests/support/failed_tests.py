#!/usr/bin/env python3
"""Names the tests that failed and shows the end of what each printed, so that both stand at the end of a long run.

  failed_tests.py FILE...      files: what `ctest --output-junit` wrote
"""

import sys
import xml.etree.ElementTree as xml

LINES = 25  # of each test's output
WHOLE = 8  # tests whose output is shown; of more, names alone


def main():
    shown = 0
    for path in sys.argv[1:]:
        for test in xml.parse(path).getroot().iter("testcase"):
            if test.get("status") != "fail":
                continue
            print(f"failed: {test.get('name')}, after {float(test.get('time')):.1f} s", file=sys.stderr)
            shown += 1
            if shown <= WHOLE:
                for line in (test.findtext("system-out") or "").splitlines()[-LINES:]:
                    print(f"    {line[:300]}", file=sys.stderr)


if __name__ == "__main__":
    main()
