"""Adds up the JUnit reports of all suites: count_tests.py FAILED-SUITES FOLDER

The last line is the sum. Fails if any test failed or none ran. A suite that crashes leaves no report, or a part of one, so there
are at least as many failures as suites that failed.
"""

import pathlib
import sys
import xml.etree.ElementTree as xml


def count(report: pathlib.Path) -> tuple[int, int]:
    """Passed and failed test cases of one report, as GoogleTest and pytest write them."""
    passed = failed = 0
    try:
        cases = xml.parse(report).getroot()
    except xml.ParseError:
        return 0, 1
    for case in cases.iter("testcase"):
        if case.get("status") == "notrun":
            continue
        # A skipped test proves nothing, so it counts as failed.
        if any(case.find(mark) is not None for mark in ("failure", "error", "skipped")):
            failed += 1
        else:
            passed += 1
    return passed, failed


def main() -> int:
    failed_suites = int(sys.argv[1])
    counts = [count(report) for report in pathlib.Path(sys.argv[2]).glob("*.xml")]
    passed = sum(each[0] for each in counts)
    failed = max(failed_suites, sum(each[1] for each in counts))
    print(f"{passed} passed, {failed} failed")
    return 0 if passed > 0 and failed == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
