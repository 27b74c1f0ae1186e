"""Which cases of a test run code that its other cases do not: whether ``each_value_once`` fits.

    python -m tests.cases FILE::TEST ...

All cases of each test run, kernels interpreted, and the jumps from line to line (arcs) of each are
recorded. Those of the cases that ``each_value_once`` leaves out should be run by the others too;
the number of arcs that are not is printed, with the cases that would add them.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Generator, Sequence
from pathlib import Path

import coverage
import pytest

from tests.breadth import each_value_once

Arc = tuple[str, int, int]


class Recorder:
    """A plugin of pytest that records seconds, parameters and arcs of each case."""

    def __init__(self, data: Path) -> None:
        self.seconds: dict[str, float] = {}
        self.parameters: dict[str, dict[str, object]] = {}
        self._coverage = coverage.Coverage(
            data_file=str(data), branch=True, source=["mazeeditor"], config_file=False
        )

    @pytest.hookimpl(wrapper=True)
    def pytest_collection_modifyitems(
        self, items: list[pytest.Item]
    ) -> Generator[None, None, None]:
        """Keep the cases that the mark leaves out."""
        every = [*items]
        yield
        items[:] = every

    def pytest_runtestloop(self) -> None:
        """Begin."""
        self._coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Record one case."""
        self._coverage.switch_context(item.nodeid)
        started = time.process_time()
        result = yield
        self.seconds[item.nodeid] = time.process_time() - started
        self._coverage.switch_context("")
        self.parameters[item.nodeid] = dict(vars(item)["callspec"].params)
        return result

    def arcs(self) -> dict[str, set[Arc]]:
        """Return the arcs of each case."""
        self._coverage.stop()
        data, arcs = self._coverage.get_data(), defaultdict[str, set[Arc]](set)
        for case in self.seconds:
            data.set_query_context(case)
            for file in data.measured_files():
                arcs[case] |= {(file, *arc) for arc in data.arcs(file) or ()}
        return arcs


def judged(cases: Sequence[str], recorder: Recorder, arcs: dict[str, set[Arc]]) -> str:
    """Return what is to be known of the cases of one test."""
    kept = [cases[at] for at in each_value_once([recorder.parameters[case] for case in cases])]
    run = set().union(*(arcs[case] for case in kept))
    missing, more = set().union(*(arcs[case] for case in cases)) - run, list[str]()
    number = len(missing)
    while missing:
        more.append(max(cases, key=lambda case: len(arcs[case] & missing)))
        missing -= arcs[more[-1]]
    spared = sum(recorder.seconds[case] for case in {*cases} - {*kept})
    text = f"{len(kept)} of {len(cases)} cases spare {spared:.1f} s and leave out {number} arcs"
    return "\n    ".join([text, *more])


def main(arguments: Sequence[str]) -> int:
    """Run the tests and print what is found of each."""
    parser = argparse.ArgumentParser(prog="python -m tests.cases")
    parser.add_argument("tests", nargs="+", metavar="FILE::TEST")
    os.environ |= {"MAZEEDITOR_PURE": "1", "CI": "1"}
    with tempfile.TemporaryDirectory() as folder:
        recorder = Recorder(Path(folder, "arcs"))
        tests = parser.parse_args(arguments).tests
        pytest.main(["-q", "-p", "no:xdist", *tests], plugins=[recorder])
        arcs = recorder.arcs()
    cases = defaultdict[str, list[str]](list)
    for case in recorder.seconds:
        cases[case.partition("[")[0]].append(case)
    for test, own in cases.items():
        print(f"{test}: {judged(own, recorder, arcs)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
