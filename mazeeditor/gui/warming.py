"""Compiles in the background what the first commands need, without a stutter of the window.

Every other kernel is compiled when it is first called with much work, which takes half a second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from time import sleep

from mazeeditor.compiled import KERNELS, Kernel, available
from mazeeditor.jit import load_compiler
from mazeeditor.job import Job

# the verdict on a maze, which every edit asks for
VERDICT = (
    "mazeeditor.maze.facts",
    "mazeeditor.maze.traversal",
    "mazeeditor.maze.routes",
    "mazeeditor.maze.search",
)
PAUSE = 0.005  # s


def warm_up(job: Job, busy: Callable[[], bool], degree: int = 4, generator: str = "") -> None:
    """Compile (or load from the cache) the kernels that the first commands need.

    They are those of the verdict, of a generator and of the first solver, for cells with
    ``degree`` walls.
    For a worker thread: it imports these modules, then the compiler. While the window is ``busy``
    with work that the user waits for, it leaves the processor to that. Does nothing where kernels
    are interpreted. Raises ``CancelledError``.
    """
    if not available():
        return
    kernels = needed((*VERDICT, *_modules(generator)))
    load_compiler()
    for kernel in kernels:
        while busy() and not job.cancelled:
            sleep(PAUSE)
        job.check()
        (kernel[degree] if kernel.needs_degree else kernel).compile()


def _modules(generator: str) -> Iterator[str]:
    from mazeeditor.generators import GENERATORS
    from mazeeditor.solvers import SOLVERS

    yield next(iter(SOLVERS)).run.__module__
    if generator in GENERATORS.names():
        yield GENERATORS[generator].run.__module__


def needed(modules: tuple[str, ...]) -> list[Kernel[..., object]]:
    """Return the kernels of some modules but those that these call: compiled with them."""
    for module in modules:
        import_module(module)
    kernels = [kernel for kernel in KERNELS if kernel.function.__module__ in modules]
    return [kernel for kernel in kernels if not any(kernel in other.called for other in kernels)]
