"""Whatever holds of every format: same bytes every time, whole or not at all, clear refusals."""

from __future__ import annotations

import getpass
import hashlib
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mazeeditor.core.errors import CancelledError, MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.files import IMPORTERS, read
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.solvers import solve
from mazeeditor.page.formats import EXPORTERS, Exporter, export
from mazeeditor.page.page import Page
from tests.graphs import graph_of
from tests.page.mazes import made

EACH = pytest.mark.parametrize("found", EXPORTERS, ids=EXPORTERS.names())
DRAWN = [exporter for exporter in EXPORTERS if exporter.drawn]
SMALL = Page(page="90x70mm", margin=4)
FULL = replace(SMALL, title="Otto’s Maze & <co>", solution="page", marks="word")


def made_for(found: Exporter, rows: int, columns: int) -> Maze:
    """Return a generated maze, of the one size that a format knows where it knows but one."""
    return made(*((16, 16) if found.name == "maz" else (rows, columns)))


def choices(found: Exporter) -> list[dict[str, Any]]:
    """Return options to export with: the usual ones, and each choice of each option."""
    coarsely: dict[str, Any] = {"dpi": 100} if found.name == "png" else {}
    listed = [coarsely]
    for option in found.options:
        values: Any = option.choices or ([False, True] if option.kind is bool else [option.default])
        listed += [coarsely | {option.name: value} for value in values]
    return listed


@pytest.mark.sample(3)
@EACH
def test_the_same_maze_gives_the_same_bytes(found: Exporter, tmp_path: Path) -> None:
    for options in choices(found):
        written = []
        for folder in ("one", "two"):
            (tmp_path / folder).mkdir(exist_ok=True)
            path = tmp_path / folder / f"maze{found.suffix}"
            files = export(made_for(found, 8, 9), path, FULL, **options)
            written.append([file.read_bytes() for file in files])
            assert all(data for data in written[-1])
        assert written[0] == written[1]


@EACH
def test_a_file_says_nothing_of_this_computer(found: Exporter, tmp_path: Path) -> None:
    """And the maze stays as it is, the progress only grows."""

    class Watched(Job):
        seen: list[float] = []  # noqa: RUF012 - one job is made

        def check(self) -> None:
            Watched.seen.append(self.progress)
            super().check()

    maze = made_for(found, 12, 12)
    before = maze.walls.copy(), maze.entrance, maze.exits
    for file in export(maze, tmp_path / f"secret-name{found.suffix}", FULL, job=Watched()):
        data = file.read_bytes()
        for secret in (str(tmp_path), "secret-name", str(Path.home()), sys.prefix):
            assert secret.encode() not in data
        assert f"/{getpass.getuser()}".encode() not in data
        assert not re.search(rb"D:20[^0]", data)
        assert b"tIME" not in data
    assert (maze.walls == before[0]).all()
    assert (maze.entrance, maze.exits) == before[1:]
    assert Watched.seen == sorted(Watched.seen)
    assert Watched.seen[-1] > 0.5
    assert max(Watched.seen) <= 1


@pytest.mark.slow
def test_other_processes_give_the_same_bytes(tmp_path: Path) -> None:
    """No order of sets, address or time of this process is in a file."""
    program = (
        "import sys; from pathlib import Path; from tests.page.mazes import made;"
        "from tests.page.formats.test_exporters import FULL;"
        "from mazeeditor.page.formats import export\n"
        "for suffix in sys.argv[2:]: export(made(16, 16), Path(sys.argv[1], 'maze' + suffix), FULL)"
    )
    digests = []
    suffixes = [exporter.suffix for exporter in EXPORTERS]
    for seed in ("1", "2"):
        (tmp_path / seed).mkdir()
        subprocess.run(
            [sys.executable, "-c", program, str(tmp_path / seed), *suffixes],
            check=True,
            env=os.environ | {"PYTHONHASHSEED": seed, "TZ": f"UTC-{seed}", "MAZEEDITOR_PURE": seed},
        )
        files = sorted((tmp_path / seed).iterdir())
        digests.append([(f.name, hashlib.sha256(f.read_bytes()).hexdigest()) for f in files])
    assert digests[0] == digests[1]


READ_ELSEWHERE = {"dd2vtt"}  # by ``test_games.py``


def test_what_is_no_page_is_read_back(tmp_path: Path) -> None:
    known = {suffix for importer in IMPORTERS for suffix in importer.suffixes}
    for found in EXPORTERS:
        if found.drawn or found.name in READ_ELSEWHERE:
            continue
        assert found.suffix in known, (
            f"compare the walls in a file of {found.name} with those of the maze, in a test of "
            "its own beside this one, by a reader that shares no code with the exporter"
        )
        maze = made_for(found, 7, 9)
        files = export(maze, tmp_path / f"maze{found.suffix}", Page())
        again = graph_of(read(files[0]).maze)
        assert {*map(frozenset, again.edges)} == {*map(frozenset, graph_of(maze).edges)}, found.name


@pytest.mark.sample(3)
@EACH
def test_cancelled_in_the_middle(found: Exporter, tmp_path: Path) -> None:
    """At whatever look at the job the answer is to stop, nothing has been written."""

    class Impatient(Job):
        looks = 0

        def check(self) -> None:
            Impatient.looks -= 1
            if Impatient.looks == 0:
                self.cancel()
            super().check()

    old = tmp_path / f"maze{found.suffix}"
    job = Job()
    job.cancel()
    with pytest.raises(CancelledError):
        export(made_for(found, 6, 6), old, Page(), job=job)
    assert not old.exists()
    coarsely: dict[str, Any] = {"dpi": 50} if found.name == "png" else {}
    old.write_bytes(b"old")
    for looks in (*range(1, 12), *range(12, 100, 4)):
        Impatient.looks = looks
        try:
            page = replace(SMALL, solution="page")
            export(made_for(found, 6, 6), old, page, job=Impatient(), **coarsely)
        except CancelledError:
            assert [file.read_bytes() for file in tmp_path.iterdir()] == [b"old"]
        else:
            break
    assert looks > 2
    assert old.read_bytes() != b"old"


def test_a_maze_without_a_route_has_none_to_draw(tmp_path: Path) -> None:
    maze = made(5, 5)
    cell = maze.lattice.first.cell
    without = maze.copy()
    without.set_openings(None, maze.exits)
    maze.write(np.array([maze.lattice.wall(cell, slot) for slot in (1, 2)]), True)
    old = solve("breadth-first", maze)
    for path in [tmp_path / f"maze{found.suffix}" for found in DRAWN]:
        for known in (None, old):
            with pytest.raises(MazeError, match="no route to draw"):
                export(maze, path, Page(solution="drawn"), known)
        with pytest.raises(MazeError, match="no entrance"):
            export(without, path, Page(solution="page"))
    assert list(tmp_path.iterdir()) == []


def test_a_page_too_small_leaves_the_old_file(tmp_path: Path) -> None:
    for path in [tmp_path / f"maze{found.suffix}" for found in DRAWN]:
        path.write_bytes(b"old")
        with pytest.raises(UsageError, match="would fit, or A3 landscape"):
            export(made(30, 40), path, Page(cell=8))
        assert path.read_bytes() == b"old"


def test_unknown_suffixes(tmp_path: Path) -> None:
    for name in ("maze.gif", "maze", ".svg", "maze.svg.bak", ""):
        with pytest.raises(
            UsageError, match=r"a format that can be exported\. Choose one of: \.svg, \.pdf"
        ):
            export(made(3, 3), tmp_path / name if name else Path(), Page())


@pytest.mark.sample(5)
@EACH
def test_small_and_open_mazes(found: Exporter, tmp_path: Path) -> None:
    maze = made_for(found, 1, 1)
    cell = maze.lattice.cell(0, 0)
    outer = maze.lattice.outer_slots(cell)
    maze.set_openings(Opening(cell, outer[0]), tuple(Opening(cell, slot) for slot in outer[1:]))
    for walls in ("lines", "bands", "hairlines"):
        for marks in ("arrow", "word", "none"):
            page = Page.from_dict(SMALL.to_dict() | {"walls": walls, "marks": marks})
            for file in export(maze, tmp_path / f"maze{found.suffix}", page):
                assert file.stat().st_size


def test_a_route_of_one_cell(tmp_path: Path) -> None:
    maze = made(2, 2)
    middle = Opening(maze.lattice.cell(1, 1))
    maze.set_openings(middle, (middle,))
    for path in [tmp_path / f"maze{found.suffix}" for found in DRAWN]:
        assert export(maze, path, replace(SMALL, solution="drawn")) == [path]


def test_each_has_words_for_people() -> None:
    for exporter in EXPORTERS:
        assert exporter.summary.endswith(".")
        assert exporter.label
        assert all(option.help for option in exporter.options)
