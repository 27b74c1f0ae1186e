"""A file of at most 1 MB is read, or refused in one sentence, within bounds of work and memory.

Work is counted in calls, so the bounds hold on a slow computer as on a fast one.
"""

from __future__ import annotations

import re
import sys

import pytest

from mazeeditor.core.errors import MazeError
from mazeeditor.core.work import SMALL_FILE_BYTES, STEPS, TooMuchWorkError, Work, allowance
from tests.core.disk.small_files import COSTLY, GENERATORS, MOST, SMALL_FILES

if sys.platform == "win32":
    pytest.skip("the processes are forked", allow_module_level=True)

from tests.core.disk.bounded_reading import READERS, read_apart

MOST_CALLS = 20_000_000  # of Python and of C: thirteen million take 1.7 s
MOST_MEGABYTES = 250
PARTS = 4  # of the costly cases, each of which is one process


def _check(names: list[str]) -> None:
    for name, taken in read_apart(names, counted=True).items():
        case = f"{name}: {taken}"
        assert taken.result.startswith(("read: ", "refused: ")), case
        assert taken.calls <= MOST_CALLS, case
        assert taken.megabytes <= MOST_MEGABYTES, case
        sentence = taken.result.removeprefix("refused: ")
        assert "\n" not in sentence, case
        assert not re.search(r"Traceback|Error:|\{\w+\}", sentence), case


def test_each_generator_makes_a_small_file() -> None:
    assert len(GENERATORS) >= 60
    assert {name.partition(" ")[0] for name in GENERATORS} <= READERS.keys()
    for name in GENERATORS.keys() - COSTLY:
        assert len(GENERATORS[name]()) <= MOST, name


@pytest.mark.slow
def test_small_files_cost_little() -> None:
    _check([name for name in GENERATORS if name not in COSTLY])


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_small_files_that_are_made_to_cost_much_cost_little(part: int) -> None:
    _check([name for name in GENERATORS if name in COSTLY][part::PARTS])


def test_ordinary_files_are_read() -> None:
    for ending, taken in read_apart([f"{ending} small" for ending in SMALL_FILES]).items():
        assert taken.result.startswith("read: "), (ending, taken)


def test_work_grows_with_the_size_of_a_file() -> None:
    assert allowance(0, 10, 2) == allowance(SMALL_FILE_BYTES, 10, 2) == 10
    assert allowance(SMALL_FILE_BYTES + 5, 10, 2) == 20
    work = Work(0)
    work.spend(STEPS)
    with pytest.raises(TooMuchWorkError) as raised:
        work.spend(1)
    assert isinstance(raised.value, MazeError)
