"""Runs the tests under Wine, as ``./test --windows``: those without a window in Windows itself.

    python -m tests.wine               builds, then the suite in Windows, then it from outside
    python -m tests.wine --installed   builds, then from outside: all but the tasks in the window
    python -m tests.wine -k wall       options go to pytest in Windows; nothing else is run then
    python -m tests.wine tests/page    these folders alone

Prints a table of what ran and what was skipped, with the reasons.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from tests.wine.machine import DIST, ROOT, Machine, machine, missing, text_of

FOLDER = ROOT / ".wine"
NOT_THERE = (  # they look at this checkout and its packages, and not at what runs in Windows
    *("tests/gui", "tests/wine", "tests/benchmarks"),
    *("tests/test_install.py", "tests/test_setup.py", "tests/test_packages.py"),
    "tests/test_harness.py",
)
WINDOWED = "windows are tested on Linux"  # the reason of tests that need a window
MOST_SKIPPED = 0.05  # of the tests that need no window
SECONDS = 900  # for one test: several times what is allowed elsewhere, as Wine is slow
NOTHING_ASKED = 5  # the status of pytest where no test has been chosen


def main(arguments: Sequence[str]) -> int:
    """Run all; returns the status of the process."""
    lacking = missing()
    if lacking:
        print(f"Missing for tests under Wine: {', '.join(lacking)}", file=sys.stderr)
        return 1
    if not arguments or arguments == ["--installed"]:
        subprocess.run(["packaging/build", "windows"], cwd=ROOT, check=True)
    if arguments == ["--installed"]:
        return run_outside("--ignore=tests/wine/test_tasks.py")
    with machine(FOLDER) as computer:
        status = run_suite(computer, arguments)
    return status if arguments else max(status, run_outside())


def run_outside(*options: str) -> int:
    """Install the program, use it and remove it, from outside; returns the status."""
    pytest = [sys.executable, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", "tests/wine"]
    return subprocess.run([*pytest, "--windows", *options], cwd=ROOT, check=False).returncode


def run_suite(computer: Machine, arguments: Sequence[str]) -> int:
    """Run the tests without a window in Windows; returns the status."""
    (archive,) = DIST.glob("*-windows.zip")
    computer.unpack(archive)
    computer.mend(computer.path("mazeeditor"))
    computer.add_tests()
    begun = time.monotonic()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        wanted = [argument for argument in arguments if argument.startswith("tests")]
        options = [argument for argument in arguments if argument not in wanted]
        chosen = wanted or folders()
        results = [pool.submit(run_folder, computer, folder, options) for folder in chosen]
        ended = {name: result.result() for name, result in zip(chosen, results, strict=True)}
    cases = {name: cases for name, (_status, cases) in ended.items()}
    enough = tell(cases, time.monotonic() - begun, whole=not arguments)
    return max(*(status for status, _cases in ended.values()), enough)


def folders() -> list[str]:
    """Return the folders of tests, and the files that are in none, the one with most text first."""
    kept = [
        path
        for path in (ROOT / "tests").rglob("test_*.py")
        if not path.relative_to(ROOT).as_posix().startswith(NOT_THERE)
    ]
    sizes = Counter[str]()
    for path in kept:
        place = path if path.parent.name == "tests" else path.parent
        sizes[place.relative_to(ROOT).as_posix()] += path.stat().st_size
    return [name for name, _size in sizes.most_common()]


def run_folder(computer: Machine, name: str, arguments: Sequence[str]) -> tuple[int, list[Element]]:
    """Run the tests of one folder, or of one file, in a process; returns its status and tests.

    A process for each: where one ends, as Wine lacks something, the others go on.
    """
    report = f"{name.replace('/', '-')}.xml"
    process = computer.start(
        *("C:\\mazeeditor\\python.exe", "-m", "pytest", "-qrfE", "-p", "no:cacheprovider"),
        *("-p", "no:xdist", "--full", f"--timeout={SECONDS}"),
        *(f"--junit-xml=C:\\tests\\{report}", *arguments),
        *(
            sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / name).glob("test_*.py"))
            or [name]
        ),
        folder=computer.path("work", "main"),
        more={
            "CI": os.environ.get("CI", ""),
            "PYTHONUTF8": "1",
            "MAZEEDITOR_CACHE": "C:\\tests\\kernels",
            "WINEPATH": "C:\\tests\\readers",
        },
    )
    text = text_of(process)
    print(f"{name}\n{text}", flush=True)
    written = computer.path("tests", report)
    cases = list(ElementTree.parse(written).iter("testcase")) if written.exists() else []
    return (0 if process.returncode == NOTHING_ASKED else process.returncode), cases


def tell(found: Mapping[str, Sequence[Element]], seconds: float, *, whole: bool) -> int:
    """Print what ran by folders, and why the rest did not; returns 1 where too much was skipped."""
    print(f"{'tests':>6} {'failed':>6} {'skipped':>7}")
    able, reasons = 0, Counter[str]()
    for name, cases in found.items():
        skips = [skip.get("message", "") for case in cases for skip in case.iter("skipped")]
        others = [reason for reason in skips if not reason.startswith(WINDOWED)]
        failed = sum(case.find("failure") is not None for case in cases)
        failed += sum(case.find("error") is not None for case in cases)
        here = len(cases) - len(skips) + len(others)
        print(f"{here:6} {failed:6} {len(others):7} {name}")
        able += here
        reasons.update(others)
    share = reasons.total() / max(able, 1)
    print(f"Under Wine, {seconds / 60:.0f} min: {able - reasons.total()} of {able} tests without")
    print(f"a window ran, {share:.1%} did not:")
    for reason, count in reasons.most_common():
        print(f"{count:6} {reason}")
    return int(whole and share > MOST_SKIPPED)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
