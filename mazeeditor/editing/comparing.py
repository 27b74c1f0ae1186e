"""Several solvers in the same maze, beside the window."""

from __future__ import annotations

from collections.abc import Sequence

from mazeeditor.editing.document import Document
from mazeeditor.editing.work import Work
from mazeeditor.job import Job
from mazeeditor.maze.solution import Solution


def comparing(document: Document, solvers: Sequence[str]) -> Work[list[Solution]]:
    """Let several solvers, with their default options, find a route in the same maze.

    Nothing is shown; ``deliver`` says whether the maze is still the one they solved.
    """
    maze, revision = document.maze.copy(), document.revision

    def run(job: Job) -> list[Solution]:
        from mazeeditor.solvers import solve

        answers = []
        for solver in solvers:
            job.phase(maze.lattice.cells, 1 / len(solvers))
            part = Job()
            part.signal = job.signal  # its steps are the phase's, and Cancel reaches it
            answers.append(solve(solver, maze, job=part))
        return answers

    return Work(run, lambda _answers: document.revision == revision)
