"""Runs the tests under Wine, as ``./test --windows``: those without a window in Windows itself.

    python -m tests.wine               the tests of the machine from outside, then the suite in it
    python -m tests.wine -k wall       options go to pytest in Windows; nothing else is run then

Prints a table of what ran and what was skipped, with the reasons.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from tests.wine.machine import DIST, ROOT, Machine, follow, machine, missing

FOLDER = ROOT / ".wine"
REPORT = "C:\\tests\\report.xml"
NOT_THERE = (  # they look at this checkout and its packages, and not at what runs in Windows
    *("tests/gui", "tests/wine", "tests/benchmarks"),
    *("tests/test_install.py", "tests/test_setup.py", "tests/test_packages.py"),
    *("tests/test_harness.py", "tests/test_harness_failures.py", "tests/test_mutation.py"),
)
MOST_SKIPPED = 0.05  # of the tests that need no window
PROCESSES = 3


def main(arguments: Sequence[str]) -> int:
    """Run all; returns the status of the process."""
    lacking = missing()
    if lacking:
        print(f"Missing for tests under Wine: {', '.join(lacking)}", file=sys.stderr)
        return 1
    if not arguments:
        subprocess.run(["packaging/build", "windows"], cwd=ROOT, check=True)
    with machine(FOLDER) as computer:
        status = run_suite(computer, arguments)
    if status or arguments:
        return status
    outside = [sys.executable, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", "tests/wine"]
    return subprocess.run([*outside, "--windows"], cwd=ROOT, check=False).returncode


def run_suite(computer: Machine, arguments: Sequence[str]) -> int:
    """Run the tests without a window in Windows; returns the status."""
    (archive,) = DIST.glob("*-windows.zip")
    computer.unpack(archive)
    computer.mend(computer.path("mazeeditor"))
    computer.add_tests()
    process = computer.start(
        *("C:\\mazeeditor\\python.exe", "-m", "pytest", "-p", "no:cacheprovider", "-rfE"),
        *("-n", str(PROCESSES), "--dist", "loadfile", f"--junit-xml={REPORT}"),
        *(f"--ignore={name}" for name in NOT_THERE),
        *(arguments or ["tests"]),
        folder=computer.path("work", "main"),
        more={"CI": os.environ.get("CI", ""), "PYTHONUTF8": "1"},
    )
    begun = time.monotonic()
    status = follow(process, sys.stdout)
    cases = list(ElementTree.parse(computer.path("tests", "report.xml")).iter("testcase"))
    return status or tell(cases, time.monotonic() - begun, whole=not arguments)


def tell(cases: Sequence[Element], seconds: float, *, whole: bool) -> int:
    """Print what ran and why the rest did not; returns 1 where too much was skipped."""
    skipped = [found.get("message", "") for case in cases for found in case.iter("skipped")]
    windowed = [reason for reason in skipped if reason.startswith("windows are tested")]
    others = Counter(reason for reason in skipped if not reason.startswith("windows are tested"))
    able = len(cases) - len(windowed)
    share = others.total() / max(able, 1)
    print(f"Under Wine, {seconds / 60:.0f} min: {able - others.total()} of {able} tests without")
    print(f"a window ran, {share:.1%} did not:")
    for reason, count in others.most_common():
        print(f"{count:6} {reason}")
    return int(whole and share > MOST_SKIPPED)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
