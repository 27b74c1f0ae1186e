"""How wide the tests go: three tiers, and which combinations and random cases each of them runs.

``./test`` runs each kind and each feature once, ``--full`` all that has to pass before a change
lands, and ``--stress`` every combination. Test modules ask for the tier while they are imported.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum
from itertools import cycle, islice, product
from pathlib import Path
from typing import Any

import hypothesis
from allpairspy import AllPairs

VARIABLE = "MAZEEDITOR_TESTS"  # the name of the tier, the same in all processes of a run
RANDOM = 10  # random cases of a test in the quick suite


class Tier(IntEnum):
    """A suite of tests, and each that includes it after it."""

    QUICK = 0
    FULL = 1
    STRESS = 2


def tier() -> Tier:
    """Return the tier of this run."""
    return Tier[os.environ.get(VARIABLE, "quick").upper()]


def stress() -> bool:
    """Whether the suite runs with ``--stress``."""
    return tier() is Tier.STRESS


def _commit_number() -> int:
    """Return a number made of the commit that is checked out; 0 where git knows of none."""
    command = ["git", "-C", str(Path(__file__).parent), "rev-parse", "HEAD"]
    try:
        commit = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return 0
    return int(commit[:8], 16)


# Random cases are other ones on each commit, and the same in each run of one: what fails once in CI
# fails at each try. The first process of a run sets it for all of them.
SEED = int(os.environ.setdefault("MAZEEDITOR_SEED", str(_commit_number())))


def combinations(*axes: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Return combinations of one value of each axis, for ``parametrize``.

    Under ``--stress`` these are all. Otherwise they are a few in which each value of an axis meets
    each value of every other axis at least once, so that a new entry of a registry is tested with
    all the rest the moment it exists. The quick suite runs as many of them as hold each value.
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

    The quick suite runs these alone. Tests marked ``each_value_once``, whose cases run the same
    code in pairs as alone, have more of them under ``--stress`` only.
    """
    pairs = [{(name, repr(value)) for name, value in case.items()} for case in cases]
    missing, chosen = set().union(*pairs), set[int]()
    while missing:
        best = max(range(len(cases)), key=lambda at: len(pairs[at] & missing))
        missing -= pairs[best]
        chosen.add(best)
    return sorted(chosen)


def sampled(cases: Sequence[Any], number: int) -> list[Any]:
    """Return so many of many cases, evenly spread, others on another commit."""
    if number >= len(cases):
        return list(cases)
    first = SEED % len(cases)
    chosen = {(first + turn * len(cases) // number) % len(cases) for turn in range(number)}
    return [cases[at] for at in sorted(chosen)]


def repeats(ordinary: int, thorough: int) -> range:
    """Return the numbers of the random cases to try: more of them under ``--stress``."""
    return range(thorough if stress() else min(ordinary, RANDOM) if quick() else ordinary)


def quick() -> bool:
    """Whether this is the quick suite."""
    return tier() is Tier.QUICK


def rotating(cases: Iterable[Any], share: int = 2) -> list[Any]:
    """Return one of ``share`` of many cases, for ``parametrize``: others on another commit.

    For cases of which each finds the faults of many others, too. Under ``--stress`` all.
    """
    cases = list(cases)
    return cases if stress() else cases[SEED % min(share, len(cases)) :: share]


def examples(ordinary: int) -> hypothesis.settings:
    """Return settings for that many random examples: fewer in ``./test``, far more in the wide."""
    most = 12 * ordinary if stress() else min(ordinary, RANDOM) if quick() else ordinary
    return hypothesis.settings(max_examples=most)
