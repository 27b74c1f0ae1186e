"""Compiles the inner loops while a person looks at the first maze, without a stutter."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from time import sleep

from mazeeditor.compiled import KERNELS, available
from mazeeditor.job import Job

ROOMS = (
    "mazeeditor.maze.facts",
    "mazeeditor.maze.braid",
    "mazeeditor.drawing.compose",
    "mazeeditor.gui.canvas.quickbrush",
)
PAUSE = 0.005  # s
DEGREE = 4  # walls of a cell: those of the shape that most mazes have


def warm_up(job: Job, busy: Callable[[], bool]) -> None:
    """Compile (or load out of the cache) every kernel, one after another until cancelled.

    For a thread: it imports every room that has kernels, then the compiler. While the window is
    ``busy`` with work that somebody waits for it leaves the processor to that. Does nothing where
    kernels are interpreted.
    """
    if not available():
        return
    with no_collection():
        for room in ROOMS:
            import_module(room)
        from mazeeditor.generators import GENERATORS
        from mazeeditor.solvers import SOLVERS
        from mazeeditor.transforms import TRANSFORMS

        list(GENERATORS)
        list(SOLVERS)
        list(TRANSFORMS)
        for kernel in tuple(KERNELS):
            while busy() and not job.cancelled:
                sleep(PAUSE)
            job.check()
            (kernel[DEGREE] if kernel.needs_degree else kernel).compile()


@contextmanager
def no_collection() -> Iterator[None]:
    """Leave the compiler's many objects to themselves.

    Looking through them for garbage takes 60 to 90 ms, in which no other thread runs, several
    times while it compiles and ever after. They stay to the end, so they need not be looked at.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
