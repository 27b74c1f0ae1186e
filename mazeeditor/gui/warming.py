"""Compiles the inner loops while a person looks at the first maze."""

from __future__ import annotations

from importlib import import_module

from mazeeditor.compiled import KERNELS, available
from mazeeditor.job import Job

ROOMS = ("mazeeditor.maze.facts", "mazeeditor.generators.braid", "mazeeditor.drawing.compose")


def warm_up(job: Job) -> None:
    """Compile (or load out of the cache) every kernel, one after another until cancelled.

    For a thread: it imports every room that has kernels, then the compiler. Does nothing where
    kernels are interpreted.
    """
    if not available():
        return
    from mazeeditor.generators import GENERATORS
    from mazeeditor.solvers import SOLVERS

    for room in ROOMS:
        import_module(room)
    list(GENERATORS)
    list(SOLVERS)
    for kernel in tuple(KERNELS):
        job.check()
        (kernel[DEGREE] if kernel.needs_degree else kernel).compile()


DEGREE = 4  # walls of a cell: those of the shape that most mazes have
