"""Runs inner loops compiled where numba is installed and interpreted elsewhere, with equal results.

A ``kernel`` is a function over flat arrays and integers. It is compiled for the types of its
annotations, so nothing has to be called to compile it. It is interpreted where numba is missing or
``MAZEEDITOR_PURE=1`` is set, and for the first small mazes: importing numba costs 0.2 s and a
kernel 0.1 to 0.5 s once (3 ms from then on, out of the cache), a small maze a few milliseconds.

Interpreted kernels receive arrays as ``memoryview``, whose elements are plain Python integers:
nothing wraps around silently, and an element that does not fit its array is an error. Compiled
code counts in int64, so a kernel must be right in both: it keeps its numbers within 63 bits and
allocates nothing. Kernels may call kernels and read module constants (numbers and numpy arrays).
Every ``TICK + 1`` steps a kernel writes its progress to ``signal[0]`` and checks ``signal[1]``.
"""

from __future__ import annotations

import importlib.util
import os
import threading
import types
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Annotated, Any, Generic, ParamSpec, TypeVar, get_type_hints

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import COMPILE
from mazeeditor.core.kernels.instrumented import WATCHER, watched_code
from mazeeditor.core.kernels.jit import BROKEN, COMPILING, NoCompilerError, is_kept, jit
from mazeeditor.core.kernels.keys import CalledKernel, kernel_key

P = ParamSpec("P")
R = TypeVar("R")

# What a kernel's arguments are annotated with: int, float, bool, and C-contiguous arrays, of which
# In... are only read. Arrays that belong together are one argument: a NamedTuple of such fields.
U8 = Annotated[NDArray[np.uint8], "uint8", 1, False]
U32 = Annotated[NDArray[np.uint32], "uint32", 1, False]
I32 = Annotated[NDArray[np.int32], "int32", 1, False]
I64 = Annotated[NDArray[np.int64], "int64", 1, False]
F64 = Annotated[NDArray[np.float64], "float64", 1, False]
InBool = Annotated[NDArray[np.bool_], "boolean", 1, True]
InU8 = Annotated[NDArray[np.uint8], "uint8", 1, True]
InU16 = Annotated[NDArray[np.uint16], "uint16", 1, True]
InU32 = Annotated[NDArray[np.uint32], "uint32", 1, True]
InU64 = Annotated[NDArray[np.uint64], "uint64", 1, True]
InI32 = Annotated[NDArray[np.int32], "int32", 1, True]
InI64 = Annotated[NDArray[np.int64], "int64", 1, True]
InF64 = Annotated[NDArray[np.float64], "float64", 1, True]
InTable = Annotated[NDArray[np.int32], "int32", 2, True]
InBounds = Annotated[NDArray[np.int64], "int64", 2, True]
InSlots = Annotated[NDArray[np.uint8], "uint8", 2, True]

PROGRAM = "mazeeditor."
DEGREE = 0  # in a kernel: the slots of a cell, known when it is compiled, so loops are unrolled
TICK = 0xFFFF  # a power of two less one; kernels test ``steps & TICK == 0``
INTERPRETED_TICK = 0xFF  # an interpreted step is that much slower
# elements: larger work waits for the compiler instead of running interpreted
FEW_ELEMENTS = 1 << 15
NO_SIGNAL = np.zeros(0, np.int64)
# elements worked on interpreted, all calls together, before compiling pays
INTERPRETED_ELEMENTS = 1 << 18


def available() -> bool:
    """Whether kernels can be compiled in this process."""
    enabled = os.environ.get("MAZEEDITOR_PURE", "") in ("", "0")
    return enabled and not BROKEN.is_set() and importlib.util.find_spec("numba") is not None


class Kernel(Generic[P, R]):
    """A function that is compiled when that pays; called like the function itself.

    One that reads ``DEGREE`` exists once for each number of slots: ``kernel[lattice.degree](...)``.
    """

    def __init__(self, function: Callable[P, R], degree: int = 0, per_step: int = 1) -> None:
        self.function = function
        self.degree = degree
        self.per_step = per_step  # elements of its largest array
        self.__name__ = function.__name__
        self._variants: dict[int, Kernel[P, R]] = {}
        self._interpreted: Callable[..., R] | None = None
        self._compiled: Callable[..., R] | None = None
        self._callee: Callable[..., R] | None = None
        self._worked = 0
        self._lock = threading.RLock()

    def __getitem__(self, degree: int) -> Kernel[P, R]:
        """Return the kernel for cells with ``degree`` slots; loops over them are unrolled."""
        if not self.needs_degree:
            return self
        return self._variants.setdefault(degree, Kernel(self.function, degree, self.per_step))

    @cached_property
    def needs_degree(self) -> bool:
        """Whether it or a kernel that it calls reads ``DEGREE``."""
        names = self.function.__code__.co_names
        return "DEGREE" in names or any(kernel.needs_degree for kernel in self.called)

    @cached_property
    def called(self) -> list[Kernel[Any, Any]]:
        values = map(self.function.__globals__.get, self.function.__code__.co_names)
        return [value for value in values if isinstance(value, Kernel)]

    @cached_property
    def hints(self) -> dict[str, Any]:
        """The annotations of the arguments."""
        hints = get_type_hints(self.function, include_extras=True)
        hints.pop("return", None)
        return hints

    @cached_property
    def key(self) -> str:
        """What its machine code is kept by: it changes with all that this depends on."""
        values = self._values(lambda kernel: CalledKernel(kernel.key), lambda array: array, TICK)
        return kernel_key(self.function, self.hints, values)

    @property
    def ready(self) -> bool:
        """Whether it is compiled, so that no call has to wait for that."""
        return self._compiled is not None

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Run compiled, or interpreted where numba is missing or the work is small.

        Where this thread has a ``WATCHER``, that runs it instead.
        """
        watcher = WATCHER.get()
        return self.run(*args, **kwargs) if watcher is None else watcher(self, *args)

    def run(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Run the kernel, ignoring a watcher."""
        if self._compiled is not None:
            return self._compiled(*args, **kwargs)
        size = _size(args) // self.per_step
        self._worked += size
        requested = COMPILING.get()
        small = size <= FEW_ELEMENTS and self._worked <= INTERPRETED_ELEMENTS
        if (small and requested is None) or not available():
            return self._run_interpreted(*args)
        if requested is not None:
            requested.append(self)
        return self._compile_for(args)(*args, **kwargs)

    def _compile_for(self, args: tuple[Any, ...]) -> Callable[..., R]:
        """Compile; the job whose ``signal`` is among the arguments shows that meanwhile."""
        signal = dict(zip(self.hints, args, strict=False)).get("signal", NO_SIGNAL)
        signal[COMPILE:] = 1  # nothing, where a caller without a job passes a shorter one
        try:
            return self.compile()
        finally:
            signal[COMPILE:] = 0

    def _run_interpreted(self, *args: Any) -> R:
        return self.interpreted()(*map(as_view, args))

    def interpreted(self) -> Callable[..., R]:
        """Return the plain function, for ``memoryview`` arguments; what it calls is plain too."""
        if self._interpreted is None:
            self._interpreted = self._with(
                lambda kernel: kernel.interpreted(), lambda array: array.data, INTERPRETED_TICK
            )
        return self._interpreted

    def watched(self, calls: Mapping[str, Callable[[int], None]]) -> Callable[..., R]:
        """Return the interpreted function that calls the watcher by the names in ``calls``.

        Kernels that it calls are watched too where they have a byte per cell as an argument.
        """

        def inner(kernel: Kernel[Any, Any]) -> Callable[..., Any]:
            over_cells = any(hint in (U8, InU8) for hint in kernel.hints.values())
            return kernel.watched(calls) if over_cells else kernel.interpreted()

        code = watched_code(self.function)
        function = self._with(inner, lambda array: array.data, INTERPRETED_TICK, code)
        function.__globals__.update(calls)
        return function

    def compile(self) -> Callable[..., R]:
        """Return the compiled function; the first call takes a moment. Safe from any thread.

        Where numba cannot be imported it is the interpreted one.
        """
        with self._lock:
            if self._compiled is None:
                try:
                    self._compiled = self._jit(from_python=True)
                except NoCompilerError:
                    self._compiled = self._run_interpreted
            return self._compiled

    def callee(self) -> Callable[..., R]:
        """Return the function compiled for calls by compiled kernels, which takes less time.

        It can be called from Python as well where such a one is kept, which takes no time at all.
        """
        with self._lock:
            if self._compiled is not None:
                return self._compiled
            if self._callee is None:
                self._callee = self._jit(from_python=is_kept(self.key))
            return self._callee

    def _jit(self, *, from_python: bool) -> Callable[..., R]:
        plain = self._with(lambda kernel: kernel.callee(), lambda array: array, TICK)
        # numba's cache identifies a function by its name: one entry for each degree and use
        plain.__qualname__ = f"{self.function.__qualname__}_{self.degree}"
        plain.__qualname__ += "" if from_python else "_callee"
        return jit(plain, self.hints.values(), self.key, from_python=from_python)

    def _with(
        self,
        of_kernel: Callable[[Kernel[Any, Any]], Any],
        of_array: Callable[[Any], Any],
        tick: int,
        code: types.CodeType | None = None,
    ) -> Callable[..., R]:
        """Return a copy of the function whose globals are converted by the two functions."""
        values = self._values(of_kernel, of_array, tick)
        copy = types.FunctionType(code or self.function.__code__, values, self.__name__)
        copy.__module__ = self.function.__module__
        return copy

    def _values(
        self,
        of_kernel: Callable[[Kernel[Any, Any]], Any],
        of_array: Callable[[Any], Any],
        tick: int,
    ) -> dict[str, Any]:
        """Return the globals of the function, with those that it reads converted."""
        if self.needs_degree and not self.degree:
            raise TypeError(f"{self.__name__} is called as {self.__name__}[lattice.degree](...)")
        values = dict(self.function.__globals__) | {"DEGREE": self.degree, "TICK": tick}
        for name in self.function.__code__.co_names:
            value = values.get(name)
            if isinstance(value, Kernel):
                values[name] = of_kernel(value[self.degree])
            elif isinstance(value, np.ndarray):
                values[name] = of_array(value)
        return values


def kernel(function: Callable[P, R]) -> Kernel[P, R]:
    """Make a kernel of a function whose arguments are annotated with the types above."""
    result = Kernel(function)
    KERNELS.append(result)
    return result


def kernel_over(per_step: int) -> Callable[[Callable[P, R]], Kernel[P, R]]:
    """Make a kernel of a function whose largest array has ``per_step`` elements a step of work.

    Its work is that many times smaller than the array, so it is interpreted for longer ones.
    """

    def make(function: Callable[P, R]) -> Kernel[P, R]:
        result = kernel(function)
        result.per_step = per_step
        return result

    return make


KERNELS: list[Kernel[Any, Any]] = []  # every kernel whose file has been imported


def kernels_of(function: Callable[..., Any]) -> list[Kernel[Any, Any]]:
    """Return the kernels for long work that a function calls, directly or through functions.

    Those report their progress to ``signal``. What it calls is found by the names in its code, so
    neither methods nor imports in functions are followed.
    """
    kernels: dict[Kernel[Any, Any], None] = {}
    _collect_kernels(function, kernels, set())
    return list(kernels)


def _collect_kernels(
    value: Any, kernels: dict[Kernel[Any, Any], None], seen: set[types.FunctionType]
) -> None:
    if isinstance(value, Kernel) and "signal" in value.hints:
        kernels[value] = None
    elif isinstance(value, types.FunctionType) and value not in seen:
        seen.add(value)
        if value.__module__.startswith(PROGRAM):
            for named in _global_values(value.__code__, value.__globals__):
                _collect_kernels(named, kernels, seen)


def _global_values(code: types.CodeType, values: Mapping[str, Any]) -> Iterator[Any]:
    """Yield the values of the global names in a code, also of those in a module among them."""
    for name in code.co_names:
        value = values.get(name)
        if isinstance(value, types.ModuleType):
            yield from (getattr(value, other, None) for other in code.co_names)
        yield value
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):  # an inner function
            yield from _global_values(constant, values)


def as_view(value: Any) -> Any:
    """Return a kernel's argument for interpreted code: arrays as ``memoryview``."""
    if isinstance(value, np.ndarray):
        return value.data
    if isinstance(value, tuple):
        fields: Any = map(as_view, value)
        return type(value)(*fields)
    return value


def _size(args: tuple[Any, ...]) -> int:
    """Return the elements of the largest array, also of those in a tuple."""
    sizes = [arg.size for arg in args if isinstance(arg, np.ndarray)]
    return max(sizes + [_size(arg) for arg in args if isinstance(arg, tuple)], default=0)
