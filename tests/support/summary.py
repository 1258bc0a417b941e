# SPDX-License-Identifier: MIT
"""Says in a few lines what a JUnit file of CTest holds: how many of which kind, and which took longest."""
import sys
import xml.etree.ElementTree as ElementTree
from collections import Counter

SHOWN = 8


def main(path):
    cases = ElementTree.parse(path).getroot().findall("testcase")
    states = Counter({"run": "passed", "fail": "failed", "notrun": "skipped"}.get(case.get("status"), "disabled")
                     for case in cases)
    print("   " + ", ".join(f"{count} {state}" for state, count in sorted(states.items())))
    slowest = sorted(cases, key=lambda case: float(case.get("time", 0)), reverse=True)[:SHOWN]
    print("   longest: " + ", ".join(f"{case.get('name')} {float(case.get('time', 0)):.0f} s" for case in slowest))
    for case in cases:
        if case.get("status") == "fail":
            print(f"   failed: {case.get('name')}")


if __name__ == "__main__":
    main(sys.argv[1])
