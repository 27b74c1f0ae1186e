"""How wide the tests go: pairs of values as a rule, every combination under ``--stress``."""

from __future__ import annotations

import faulthandler
import os
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from itertools import cycle, islice, product
from typing import Any

import hypothesis
from allpairspy import AllPairs

VARIABLE = "MAZEEDITOR_STRESS"  # set by the option, as test modules ask while they are imported
# The day, the same in all processes of a run, whose first one sets it.
TURN = int(
    os.environ.setdefault(
        "MAZEEDITOR_TURN", "0" if "CI" in os.environ else f"{time.time() // 86400:.0f}"
    )
)


def stress() -> bool:
    """Whether the suite runs with ``--stress``."""
    return os.environ.get(VARIABLE) == "1"


def combinations(*axes: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Return combinations of one value of each axis, for ``parametrize``.

    Under ``--stress`` these are all. Otherwise they are a few in which each value of an axis meets
    each value of every other axis at least once, so that a new entry of a registry is tested with
    all the rest the moment it exists.
    """
    if stress() or len(axes) < 3:
        return list(product(*axes))
    return [tuple(row) for row in AllPairs([list(axis) for axis in axes])]


def in_turns(*axes: Iterable[Any]) -> list[tuple[Any, ...]]:
    """Return combinations of one value of each axis, for ``parametrize``: each value in one.

    For axes of which a fault concerns one value, whatever the others are. Under ``--stress`` these
    are all combinations.
    """
    values = [list(axis) for axis in axes]
    if stress():
        return list(product(*values))
    turns = zip(*map(cycle, values), strict=False)
    return list(islice(turns, max(map(len, values))))


def each_value_once(cases: Sequence[Mapping[str, object]]) -> list[int]:
    """Return which of the cases of one test, by their parameters, hold every value at least once.

    For tests marked ``each_value_once``: tables multiplied by tables, whose cases run the same
    code in pairs as alone. ``python -m tests.cases`` shows whether that is so.
    """
    pairs = [{(name, repr(value)) for name, value in case.items()} for case in cases]
    missing, chosen = set().union(*pairs), set[int]()
    while missing:
        best = max(range(len(cases)), key=lambda at: len(pairs[at] & missing))
        missing -= pairs[best]
        chosen.add(best)
    return sorted(chosen)


def repeats(ordinary: int, thorough: int) -> range:
    """Return the numbers of the random cases to try: more of them under ``--stress``."""
    return range(thorough if stress() else ordinary)


def rotating(cases: Iterable[Any], share: int = 2) -> list[Any]:
    """Return one of ``share`` of many cases, for ``parametrize``: others on another day.

    For cases of which each finds the faults of many others, too. Under ``--stress`` all, in CI
    always the same.
    """
    cases = list(cases)
    return cases if stress() else cases[TURN % min(share, len(cases)) :: share]


def examples(ordinary: int) -> hypothesis.settings:
    """Return settings for that many random examples: far more under ``--stress``."""
    return hypothesis.settings(max_examples=12 * ordinary if stress() else ordinary)


def still_going(seconds: float = 180.0) -> None:
    """Let a test take as long as it needs, if it calls this every so often; else it is ended.

    The time limit of pytest is one for a whole test, and a thorough one may take minutes.
    """
    faulthandler.dump_traceback_later(seconds, exit=True, file=sys.__stderr__ or sys.stderr)
