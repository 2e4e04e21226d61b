"""Compares what the black-box cases passed with the floors kept beside this file.

    floors.py RESULTS FLOORS

Exit 1 when a category is below its floor or is not in the results. A category
that passes more than its floor is named, so that the floor can be raised.
"""
import json
import sys


def main() -> int:
    results = json.load(open(sys.argv[1], encoding="utf-8"))["categories"]
    floors = json.load(open(sys.argv[2], encoding="utf-8"))
    failed = False
    for name in sorted(set(results) | set(floors)):
        passed, floor = results.get(name, {"passed": 0})["passed"], floors.get(name, 0)
        if passed < floor:
            print(f"cases: {name} passes {passed}, fewer than its floor of {floor}")
            failed = True
        elif passed > floor:
            print(f"cases: {name} passes {passed}, more than its floor of {floor}: raise it in .ci/floors.json")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
