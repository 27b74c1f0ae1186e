"""A kernel is compiled again when something that its machine code depends on has changed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from mazeeditor.core.kernels import compiled, jit
from mazeeditor.core.kernels.compiled import Kernel, available
from tests.kernels import all_kernels

compiler = pytest.mark.skipif(not available(), reason="numba is missing or switched off")

CONSTANTS = """
STEP = 3
"""

SOURCE = """
from __future__ import annotations
from math import ceil, floor
from typing import NamedTuple
import numpy as np
from mazeeditor.core.kernels.compiled import DEGREE, I64, InU8, kernel
from constants import STEP

SCALE, UNUSED = 2.0, 7
PAIR = (1, 2.0)
TABLE = np.array([3, 1, 4, 1, 5])

class Tables(NamedTuple):
    first: InU8
    second: InU8

@kernel
def lowest(number: int) -> int:
    return number * 2 + TABLE[number % 5]

@kernel
def middle(number: int) -> int:
    return lowest(number) + 1

@kernel
def other(number: int) -> int:
    return number

@kernel
def highest(tables: Tables, into: I64, start: int) -> int:
    \"""Read it all.\"""
    for slot in range(DEGREE):
        into[0] += middle(slot) + STEP + floor(SCALE) + PAIR[0]
    return into[0] + start + tables.first[0]
"""


def key_of(edits: dict[str, str] | None = None, *, degree: int = 4) -> str:
    """Return the key of ``highest`` after replacements in the sources."""
    sources = [CONSTANTS, SOURCE]
    for old, new in (edits or {}).items():
        assert any(old in source for source in sources), old
        sources = [source.replace(old, new) for source in sources]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiled, "KERNELS", [])
        for name, source in zip(("constants", "edited"), sources, strict=True):
            patch.setitem(sys.modules, name, module := ModuleType(name))
            exec(compile(source, f"{name}.py", "exec"), vars(module))
        highest: Kernel[..., Any] = module.highest
        return highest[degree].key


CHANGES = {
    "an operator": {"into[0] + start": "into[0] - start"},
    "a number in its code": {"range(DEGREE)": "range(1, DEGREE)"},
    "the type of a number in its code": {"PAIR[0]": "PAIR[0] + 0", "start +": "start + 0.0 +"},
    "an order of names": {"(tables: Tables, into: I64, start": "(tables: Tables, start: I64, into"},
    "a function that it calls": {"import ceil, floor": "import ceil as floor"},
    "a constant of another file": {"STEP = 3": "STEP = 4"},
    "a constant's type": {"SCALE, UNUSED = 2.0": "SCALE, UNUSED = 2"},
    "an element of a constant": {"PAIR = (1, 2.0)": "PAIR = (1, 3.0)"},
    "a type in a constant": {"PAIR = (1, 2.0)": "PAIR = (1, 2)"},
    "a kernel that it calls": {"lowest(number) + 1": "lowest(number) + 2"},
    "a kernel two levels down": {"number * 2": "number * 3"},
    "an element of a table there": {"[3, 1, 4, 1, 5]": "[3, 1, 4, 1, 6]"},
    "the type of a table there": {"4, 1, 5])": "4, 1, 5], np.uint8)"},
    "the shape of a table there": {"4, 1, 5])": "4, 1, 5, 9])"},
    "an annotation": {"start: int": "start: float"},
    "an annotation of a field": {"second: InU8": "second: I64"},
    "an order of fields": {"first: InU8": "second: InU8", "second: InU8": "first: InU8"},
}

NO_CHANGES = {
    "a comment": {"return number * 2": "# doubled\n    return number * 2"},
    "lines moved": {"@kernel": "\n\n@kernel"},
    "its docstring": {"Read it all": "Read all"},
    "another kernel": {"return number\n": "return number + 1\n"},
    "a constant that it does not read": {"7": "8"},
}


@pytest.mark.parametrize("name", CHANGES)
def test_the_key_changes_with(name: str) -> None:
    assert key_of(CHANGES[name]) != key_of()


def test_the_key_changes_with_the_number_of_slots() -> None:
    assert key_of(degree=3) != key_of(degree=4)


@pytest.mark.parametrize("name", NO_CHANGES)
def test_the_key_does_not_change_with(name: str) -> None:
    assert key_of(NO_CHANGES[name]) == key_of()


def test_what_could_change_unnoticed_is_refused() -> None:
    with pytest.raises(TypeError, match="kernel highest reads PAIR: kernels may read numbers"):
        key_of({"PAIR = (1, 2.0)": "PAIR = [1, 2.0]"})
    attribute = {"PAIR = (1, 2.0)": "PAIR = (1, 2.0)\nfirst = [1]"}
    assert key_of(attribute), "only an attribute has that name"


@pytest.mark.slow
def test_each_kernel_of_the_program_has_a_key_of_its_own() -> None:
    kernels = all_kernels()
    assert len({kernel.key for kernel in kernels}) == len(kernels) > 200


CALLS = """
from mazeeditor.core.kernels.compiled import kernel

@kernel
def called(number: int) -> int:
    return number + 1

@kernel
def calls(number: int) -> int:
    return called(number) * 2
"""


@pytest.fixture
def kernels_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder of compiled kernels."""
    monkeypatch.setenv("MAZEEDITOR_CACHE", str(tmp_path / "kernels"))
    jit.cache_folder.cache_clear()
    yield tmp_path / "kernels"
    jit.cache_folder.cache_clear()


@pytest.mark.slow
@compiler
def test_a_kept_kernel_is_used_until_one_that_it_calls_has_changed(
    kernels_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both are kept side by side, so two versions of the program do not disturb each other."""
    if not hasattr(pytest.importorskip("numba").config, "CACHE_LOCATOR_CLASSES"):
        pytest.skip("numba before 0.61 compiles again where a file has changed")
    monkeypatch.setattr(compiled, "KERNELS", [])
    file = tmp_path / "edited.py"

    def run(source: str) -> tuple[int, dict[Path, int]]:
        file.write_text(source)
        monkeypatch.setitem(sys.modules, "edited", module := ModuleType("edited"))
        exec(compile(source, file, "exec"), vars(module))
        calls: Kernel[..., int] = module.calls
        files = kernels_folder.rglob("*.nb?")
        return calls.compile()(5), {kept: kept.stat().st_mtime_ns for kept in files}

    result, kept = run(CALLS)
    assert (result, len(kept)) == (12, 4)
    assert run("# moved\n" * 9 + CALLS) == (12, kept)
    result, more = run(CALLS.replace("+ 1", "+ 2"))
    assert result == 14
    assert kept.items() < more.items()
    assert run(CALLS) == (12, more)
