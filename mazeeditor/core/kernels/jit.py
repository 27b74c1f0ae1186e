"""Compiles kernels by numba and keeps them, so that each is compiled once, not in every session."""

from __future__ import annotations

import atexit
import inspect
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from contextvars import ContextVar
from functools import cache
from importlib import import_module
from pathlib import Path
from threading import Event, Lock
from time import time
from typing import Any, TypeVar, get_args, get_type_hints

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.disk.paths import caches_folder
from mazeeditor.core.errors import CancelledError
from mazeeditor.core.kernels.keys import compiler_key, program_key

R = TypeVar("R")

FOLDER = "kernels-"  # begins the name of each folder of compiled kernels
DAY_S = 24 * 3600.0  # s
UNUSED_S = 30 * DAY_S  # s, until kernels are removed
LOCATOR = "mazeeditor.core.kernels.kept_kernels.KernelLocator"

# LLVM cannot be interrupted, and crashes where the process ends while a thread is compiling.
IN_USE = Lock()  # held while numba is imported and while a function is compiled
ENDING = Event()  # set when the process ends
BROKEN = Event()  # set when numba could not be imported

# The kernels compiled since this thread requested it; None without a request.
COMPILING: ContextVar[list[Any] | None] = ContextVar("COMPILING", default=None)


@contextmanager
def compiling() -> Iterator[list[Any]]:
    """Let kernels that this thread calls be compiled at once, however small the work.

    Yields the list of the compiled kernels, which grows.
    """
    fresh: list[Any] = []
    token = COMPILING.set(fresh)
    try:
        yield fresh
    finally:
        COMPILING.reset(token)


class NoCompilerError(Exception):
    """numba is installed, but cannot be imported: it may not fit numpy, or miss a library."""


def load_compiler() -> bool:
    """Import numba, which takes 0.2 s the first time; returns whether that can be done.

    Raises ``CancelledError`` where the process ends.
    """
    with _compiler(), suppress(NoCompilerError):
        _numba()
        return True
    return False


def _numba() -> Any:
    """Return the module; raises ``NoCompilerError``, and logs the reason the first time."""
    if BROKEN.is_set():
        raise NoCompilerError
    try:
        return import_module("numba")
    except Exception as error:  # whatever an installation that does not fit may raise
        import logging

        BROKEN.set()
        log = logging.getLogger("mazeeditor")
        log.warning("numba cannot be imported, so algorithms are slower (%s)", _first_line(error))
        raise NoCompilerError from error


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]


@contextmanager
def _compiler() -> Iterator[None]:
    """Use the compiler, one thread at a time."""
    with IN_USE:
        if ENDING.is_set():
            raise CancelledError
        yield


def end() -> bool:
    """Let no thread begin to compile, as the process ends; returns whether one is at it."""
    ENDING.set()
    return IN_USE.locked()


@atexit.register
def _wait() -> None:
    """Wait until no thread is compiling, half a second at most."""
    end()
    IN_USE.acquire()


def jit(
    function: Callable[..., R], hints: Iterable[Any], key: str, *, from_python: bool = True
) -> Callable[..., R]:
    """Return a function compiled for arguments annotated with ``hints`` (see ``compiled``).

    It is kept by its ``key``, which changes with all that its machine code depends on. Only one
    compiled to be called ``from_python`` can be; others are called by compiled functions.
    ``numba`` must be installed; it is imported here, which takes a moment. Raises
    ``NoCompilerError``, and ``CancelledError`` where the process ends.
    """
    with _compiler():
        return _compile(function, hints, key, from_python)


def _compile(
    function: Callable[..., R], hints: Iterable[Any], key: str, from_python: bool
) -> Callable[..., R]:
    numba = _numba()
    signature = tuple(_numba_type(numba, hint) for hint in hints)
    settings = _settings(from_python=from_python)

    def compile_(*, kept: bool, fast: bool) -> Any:
        with indices_as_they_are() if fast else nullcontext():
            if kept:
                numba.config.CACHE_DIR = str(_folder_to_use(key, from_python=from_python))
                numba.config.CACHE_LOCATOR_CLASSES = LOCATOR
            return numba.njit(signature, cache=kept, **settings)(function)

    fast = _has_fast_indices()
    for kept in (True, False):  # no writable folder, or a damaged cache: it only costs time
        with suppress(Exception):
            return _without_annotations(compile_(kept=kept, fast=fast))
    return _without_annotations(compile_(kept=False, fast=False))


@cache
def _has_fast_indices() -> bool:
    """Return whether kernels are compiled without the test of each index."""
    numba, folder, settings = _numba(), None, _settings(from_python=True)
    with suppress(Exception):  # as where kernels are compiled
        folder = cache_folder()
    return can_be_as_they_are(lambda f, types: numba.njit(types, **settings)(f), folder)


def _without_annotations(compiled: Any) -> Any:
    """Drop the listing of the types in a compiled function, which nothing of ours prints.

    It holds all of numba's intermediate code: a thousand objects a function, each of which every
    garbage collection would look through.
    """
    overloads = getattr(compiled, "overloads", {})
    for signature, result in list(overloads.items()):
        if hasattr(result, "type_annotation"):
            overloads[signature] = result._replace(type_annotation=None)
    return compiled


def _settings(*, from_python: bool) -> dict[str, Any]:
    """Return how kernels are compiled: without what none of them needs, a quarter of the time.

    That is counting references, as kernels allocate nothing, and wrappers for other callers. numba
    does not document these, so those that it does not know are left out.
    """
    extras = {"_nrt": False, "no_cfunc_wrapper": True, "no_cpython_wrapper": not from_python}
    known: Any = None
    with suppress(Exception):  # whatever a numba that has it elsewhere may raise
        known = import_module("numba.core.options").DefaultOptions
    settings = {name: value for name, value in extras.items() if hasattr(known, name)}
    return {"nogil": True, "boundscheck": False, "error_model": "numpy"} | settings


def _numba_type(numba: Any, hint: Any) -> Any:
    plain = {int: numba.int64, float: numba.float64, bool: numba.boolean}
    if hint in plain:
        return plain[hint]
    if isinstance(hint, type) and issubclass(hint, tuple):
        hints = get_type_hints(hint, include_extras=True).values()
        fields = [_numba_type(numba, field) for field in hints]
        if len(set(fields)) == 1:  # numba has another type for these
            return numba.types.NamedUniTuple(fields[0], len(fields), hint)
        return numba.types.NamedTuple(fields, hint)
    _array, element, dimensions, readonly = get_args(hint)
    return numba.types.Array(getattr(numba, element), dimensions, "C", readonly=readonly)


@cache
def cache_folder() -> Path:
    """Return the folder of the kernels that are compiled as this process compiles them.

    Raises ``OSError`` where it cannot be written to.
    """
    home = caches_folder()
    if not home.is_absolute():  # "~/.cache" of a user without a home folder
        raise FileNotFoundError(home)
    folder = home / f"{FOLDER}{compiler_key()}"
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        first_today = folder.stat().st_mtime // DAY_S != time() // DAY_S
        os.utime(folder)  # when it was last used
        _remove_unused(home, folder, within=first_today)
    if not os.access(folder, os.W_OK):
        raise PermissionError(folder)
    return folder


def _folder_of(key: str, *, from_python: bool) -> Path:
    """Return the folder of one kernel, which may be missing.

    Each has its own: numba itself looks only at the file of a kernel, not at those of the kernels
    that it calls, and a process of another version may write while this one reads.
    """
    return cache_folder() / (key if from_python else f"{key}-callee")


def _folder_to_use(key: str, *, from_python: bool) -> Path:
    folder = _folder_of(key, from_python=from_python)
    folder.mkdir(exist_ok=True)
    os.utime(folder)  # when it was last used
    return folder


def is_kept(key: str) -> bool:
    """Whether a kernel of this key has been compiled to be called from Python."""
    from importlib.metadata import PackageNotFoundError

    with suppress(OSError, PackageNotFoundError):
        return any(_folder_of(key, from_python=True).rglob("*.nbc"))
    return False


def is_first(name: str) -> bool:
    """Whether kernels are about to be compiled for work of this name: it has not been done before.

    The answer is True once for each state of the program; False where none can be kept, too.
    """
    from importlib.metadata import PackageNotFoundError

    try:
        begun = cache_folder() / f"begun-{program_key()}"
        begun.mkdir(exist_ok=True)
        os.utime(begun)  # when it was last used
        (begun / name).touch(exist_ok=False)
    except (OSError, PackageNotFoundError):
        return False
    return True


def _remove_unused(home: Path, used: Path, *, within: bool) -> None:
    """Remove the folders of other versions that no process has used for a long time.

    So are those ``within`` the used one, of kernels that have changed. One that a process still
    uses after that is missing is no error: numba compiles again. A folder is renamed before it is
    emptied, so no process uses a partial one.
    """
    import shutil

    folders = [folder for folder in home.glob(f"{FOLDER}*") if folder != used]
    folders += [entry for entry in used.iterdir() if entry.is_dir()] if within else []
    for folder in folders:
        with suppress(OSError):  # another process removed it
            if folder.stat().st_mtime < time() - UNUSED_S:
                removed = home / f"removed-{os.getpid()}-{FOLDER}{folder.name}"
                folder.rename(removed)
                shutil.rmtree(removed, ignore_errors=True)
    for folder in home.glob(f"removed-*-{FOLDER}*"):  # of a process that was ended meanwhile
        if folder.stat().st_mtime < time() - UNUSED_S:
            shutil.rmtree(folder, ignore_errors=True)


# Kernels are compiled without the test of each index for being negative.
#
# numba counts negative indices from the end, as Python does. No kernel has any, and the test takes
# 10 to 25 % of a kernel's time (backtracker 12, Prim 24, breadth-first 25 in numba 0.68). numba has
# a setting for bounds checks, none for this, so one private function, ``fix_integer_index``, is
# replaced while a kernel is compiled. It is the same in numba 0.58 to 0.68, with both of which the
# tests of kernels were run.
#
# Whatever another numba does, kernels are compiled and give the same results, only slower:
#
# - The function is replaced only where it has the name and the parameters that are known here.
# - Before the first kernel, a small one is compiled with the replacement and run, the canary. Where
#   that raises anything or gives a wrong result, nothing is replaced. The answer is kept with the
#   compiled kernels, so it takes 0.1 s once.
# - A kernel that cannot be compiled with the replacement is compiled without it.

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
            answer.write_bytes((SAFE if safe else UNSAFE).encode())
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
