"""Kills processes that save: a server builds the mazes once, and a fork of it saves until killed.

::

    test ── path, rows, delay ──> server ── fork ──> child: save 1, save 2, save ...
         <── began, ended ───              <─ pipe ── began 1, ended 1, began 2, ...
                                           ── SIGKILL after ``delay`` seconds ──> child
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from mazeeditor.core.errors import MazeError
from mazeeditor.files import Project
from mazeeditor.files.project import load
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import build
from tests.line_server import ask

NUMBER = "number"  # the key of a file that says which save it is
PATTERNS = 3  # mazes that the saves write in turn

SERVER = """
import json, os, select, signal, sys, time
from pathlib import Path
from mazeeditor.files.project import save
from tests.files.killing import numbered
projects = {}

def save_for_ever(path, rows, number, pipe):
    while True:
        number += 1
        project = numbered(projects, rows, number)
        os.write(pipe, b"began %d\\n" % number)
        save(project, path, keep_previous=True)
        os.write(pipe, b"ended %d\\n" % number)

def killed(request):
    reader, writer = os.pipe()
    numbered(projects, request["rows"], 0)
    child = os.fork()
    if not child:
        try:
            save_for_ever(Path(request["path"]), request["rows"], request["number"], writer)
        finally:
            os._exit(1)
    os.close(writer)
    select.select([reader], [], [])  # it has begun
    time.sleep(request["delay"])
    os.kill(child, signal.SIGKILL)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    with os.fdopen(reader) as lines:
        last = {"began": request["number"], "ended": request["number"], "status": status}
        for line in lines:
            event, number = line.split()
            last[event] = int(number)
    return last

for line in sys.stdin:
    print(json.dumps(killed(json.loads(line))), flush=True)
"""


@dataclass(frozen=True)
class Kill:
    """The last save that a killed process has begun, and the last one that had returned."""

    began: int
    ended: int

    @property
    def inside(self) -> bool:
        """Whether it was killed while it saved."""
        return self.began > self.ended


def kill(path: Path, rows: int, number: int, delay: float) -> Kill:
    """Let a process save after save ``number``, and kill it ``delay`` s after it has begun."""
    request = {"path": str(path), "rows": rows, "number": number, "delay": delay}
    answer = json.loads(ask(SERVER, request))
    assert answer["status"] == -9, "the process has ended by itself"
    return Kill(answer["began"], answer["ended"])


def numbered(mazes: dict[tuple[int, int], Maze], rows: int, number: int) -> Project:
    """Return the project of a save; ``mazes`` keeps them."""
    if (rows, 0) not in mazes:
        for pattern in range(PATTERNS):
            mazes[rows, pattern] = _maze(rows, pattern)
    return Project(mazes[rows, number % PATTERNS], extra={NUMBER: number})


def _maze(rows: int, pattern: int) -> Maze:
    """Return a maze whose walls differ from those of other patterns in each row."""
    maze = Maze(build("rectangular", rows=rows, columns=rows))
    lattice = maze.lattice
    cells = np.array([lattice.cell(row, (row + pattern) % (rows - 1)) for row in range(rows)])
    slots = np.full(rows, lattice.sides.index("right"))
    maze.toggle(lattice.wall_ids(cells, slots))
    return maze


def is_whole(path: Path, rows: int, mazes: dict[tuple[int, int], Maze]) -> int | None:
    """Return which save a file holds, None where it is none of them, complete."""
    try:
        project = load(path)
    except MazeError:
        return None
    number = project.extra.get(NUMBER)
    if not isinstance(number, int):
        return None
    expected = numbered(mazes, rows, number).maze
    return number if np.array_equal(project.maze.walls, expected.walls) else None
