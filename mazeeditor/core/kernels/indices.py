"""Lets kernels be compiled without the test of each index for being negative.

numba counts negative indices from the end, as Python does. No kernel has any, and the test takes
10 to 25 % of a kernel's time (backtracker 12, Prim 24, breadth-first 25 in numba 0.68). numba has
a setting for bounds checks, none for this, so one private function, ``fix_integer_index``, is
replaced while a kernel is compiled. It is the same in numba 0.58 to 0.68, with both of which the
tests of kernels were run.

Whatever another numba does, kernels are compiled and give the same results, only slower:

- The function is replaced only where it has the name and the parameters that are known here.
- Before the first kernel, a small one is compiled with the replacement and run, the canary. Where
  that raises anything or gives a wrong result, nothing is replaced. The answer is kept beside the
  compiled kernels, so it takes 0.1 s once.
- A kernel that cannot be compiled with the replacement is compiled without it (``jit.py``).
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

MODULE, FUNCTION = "numba.np.arrayobj", "fix_integer_index"
PARAMETERS = ["context", "builder", "idxty", "idx", "size"]
ANSWER = "indices"  # the file that keeps it
SAFE, UNSAFE = "as they are", "tested"  # its texts
ELEMENTS = 16  # of each array of the canary
MARGIN = 1 << 12  # elements before and after these, so that a wrong index does no harm

Compile = Callable[[Callable[..., Any], tuple[Any, ...]], Callable[..., Any]]


@contextmanager
def indices_as_they_are() -> Iterator[None]:
    """Replace the function in this context; another thread that compiles waits for its end."""
    arrays = import_module(MODULE)
    with import_module("numba.core.compiler_lock").global_compiler_lock:
        original = getattr(arrays, FUNCTION)
        setattr(arrays, FUNCTION, _as_it_is)
        try:
            yield
        finally:
            setattr(arrays, FUNCTION, original)


def _as_it_is(context: Any, builder: Any, idxty: Any, idx: Any, size: Any) -> Any:  # noqa: ARG001 - numba passes it
    """Build no code but that which makes an index as long as an address."""
    return context.cast(builder, idx, idxty, import_module("numba").intp)


def can_be_as_they_are(compile_: Compile, folder: Path | None) -> bool:
    """Return whether kernels compiled within ``indices_as_they_are`` give the right results.

    ``compile_(function, types)`` compiles as for a kernel, where ``types`` are those of its
    arguments. ``folder`` keeps the answer.
    """
    answer = folder / ANSWER if folder else None
    if answer:
        with suppress(OSError):
            known = answer.read_text(encoding="ascii")
            if known in (SAFE, UNSAFE):
                return known == SAFE
    safe = _is_known() and _canary_is_right(compile_)
    if answer:  # two processes that write at once write the same
        with suppress(OSError):
            answer.write_text(SAFE if safe else UNSAFE, encoding="ascii")
    return safe


def _is_known() -> bool:
    """Return whether numba has the function with the known parameters."""
    try:
        function = getattr(import_module(MODULE), FUNCTION)
        return list(inspect.signature(function).parameters) == PARAMETERS
    except Exception:  # whatever a numba that has other modules or objects may raise
        return False


def _canary_is_right(compile_: Compile) -> bool:
    """Return whether the canary, compiled with the replacement, does what Python does."""
    try:
        with indices_as_they_are():
            compiled = compile_(_canary, _canary_types())
        expected, result = _canary_arrays(), _canary_arrays()
        _canary(*_middles(expected))
        compiled(*_middles(result))
        return all(map(np.array_equal, expected, result))
    except Exception:  # whatever a numba that expects something else may raise
        return False


def _canary(
    cells: NDArray[np.uint8],
    table: NDArray[np.int32],
    which: NDArray[np.uint16],
    into: NDArray[np.int64],
) -> None:
    """Read and write at all kinds of indices that kernels have.

    These are counters, constants, sums, elements of arrays, and rows and columns. ``cells`` has
    each number below its length once, which is a power of two.
    """
    last = len(into) - 1
    for place in range(len(cells)):
        cell = int(cells[place])
        into[last - place] += table[which[place], cells[place] & 3] + cells[cell]
        into[(cell + table[1, 0]) & last] ^= cell << 8
        cells[cell] ^= 16
        cells[cell] ^= 16
    into[0] += cells[last]


def _canary_types() -> tuple[Any, ...]:
    numba = import_module("numba")
    array = numba.types.Array
    return (
        array(numba.uint8, 1, "C"),
        array(numba.int32, 2, "C", readonly=True),
        array(numba.uint16, 1, "C", readonly=True),
        array(numba.int64, 1, "C"),
    )


def _canary_arrays() -> tuple[NDArray[Any], ...]:
    """Return the arrays of which its arguments are the middles."""
    places = np.arange(2 * MARGIN + ELEMENTS, dtype=np.int64)
    cells = ((places - MARGIN) * 5 % ELEMENTS).astype(np.uint8)  # each number once in the middle
    table, which = (places % 7 - 3).astype(np.int32), (places % 2).astype(np.uint16)
    return cells, table, which, places * 1000


def _middles(arrays: tuple[NDArray[Any], ...]) -> list[NDArray[Any]]:
    cells, table, which, into = (array[MARGIN : MARGIN + ELEMENTS] for array in arrays)
    return [cells, table.reshape(-1, 4), which, into]
