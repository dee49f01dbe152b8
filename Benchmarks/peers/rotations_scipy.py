"""Runs scipy's own tests of rotations against this library and prints a table: passed, not applicable, failed.

A test counts as passed only if it passes and the library was called while it ran. What concerns something that this
library does not have stands in rotations_not_applicable.txt, by name and with the reason; a name there that scipy no longer
has is a failure too."""

import pathlib
import sys

import pytest

import rotations_shim

LIST = pathlib.Path(__file__).with_name("rotations_not_applicable.txt")
MODULES = ["scipy.spatial.transform.tests.test_rotation", "scipy.spatial.transform.tests.test_rotation_spline"]


def not_applicable():
    """Name of a test function → reason; the file has a reason, then the names under it, indented."""
    reasons, reason = {}, None
    for line in LIST.read_text().splitlines():
        if line.startswith("#") or not line.strip():
            continue
        if line[0].isspace():
            reasons[line.strip()] = reason
        else:
            reason = line.strip()
    return reasons


class Tally:
    def __init__(self):
        self.reasons = not_applicable()
        self.passed, self.failed, self.excluded, self.seen = [], {}, {}, set()
        self.before = 0

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item):
        self.before = rotations_shim.calls
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item, call):
        report = yield
        case = item.name
        function = item.originalname
        self.seen.add(function)
        if function in self.reasons:
            self.excluded[case] = self.reasons[function]
        elif report.failed:
            self.failed[case] = str(report.longrepr).strip().splitlines()[-1]
        elif report.skipped:
            self.failed[case] = "skipped by scipy: list it with a reason"
        elif report.when == "call":
            if rotations_shim.calls == self.before:
                self.failed[case] = "passes without calling the library: list it with a reason"
            else:
                self.passed.append(case)
        return report


def main():
    rotations_shim.install()
    tally = Tally()
    pytest.main(
        ["-q", "--no-header", "--tb=short" if "-v" in sys.argv else "--tb=no", "--show-capture=no", "-p",
         "no:cacheprovider", "-W", "ignore::pytest.PytestWarning", "--no-summary" if "-v" not in sys.argv else "-ra",
         "--pyargs", *MODULES],
        plugins=[tally],
    )
    for name in sorted(set(tally.reasons) - tally.seen):
        tally.failed[name] = "stands in the list, but scipy has no such test"

    reasons = {}
    for case, reason in tally.excluded.items():
        reasons.setdefault(reason, []).append(case)
    total = len(tally.passed) + len(tally.excluded) + len(tally.failed)
    print(f"\nscipy's rotation tests against Rotations: {total} cases")
    print(f"{len(tally.passed):5}  passed, {rotations_shim.calls} calls of the library")
    print(f"{len(tally.excluded):5}  not applicable")
    for reason, cases in reasons.items():
        print(f"         {len(cases):3}  {reason}")
        for case in cases:
            print(f"                {case}")
    print(f"{len(tally.failed):5}  failed")
    for case, why in tally.failed.items():
        print(f"         {case}: {why}")
    return 1 if tally.failed or not tally.passed else 0


if __name__ == "__main__":
    sys.exit(main())
