"""``mazeeditor film``: several solvers, generators, their options, and what is refused."""

from __future__ import annotations

from pathlib import Path
from time import process_time

import pytest

import mazeeditor as api
from mazeeditor.core.errors import UsageError
from mazeeditor.films.recording import film_of_generation, new_generation
from mazeeditor.maze.recipe import Recipe
from mazeeditor.maze.shapes import build
from tests.cli.run import failure, mazeeditor

QUICK = ("--seconds", 1, "--fps", 4, "--cell", 5)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with ``maze.maze`` in it."""
    folder = tmp_path_factory.mktemp("films")
    maze = api.generate("backtracker", rows=6, columns=8, seed=7, braid=0.2)
    api.save(maze, folder / "maze.maze")
    return folder


def test_solvers_side_by_side_equal_the_api(folder: Path, tmp_path: Path) -> None:
    solvers = ("--solver", "a-star", "--solver", "wall-follower", "--hand", "right")
    ran = mazeeditor("film", "maze.maze", *solvers, *QUICK, "-o", tmp_path / "a.gif", cwd=folder)
    assert (ran.status, ran.error) == (0, "")
    assert "A*, Wall follower" in ran.out
    maze = api.load(folder / "maze.maze")
    names = ["a-star", "wall-follower"]
    api.film(maze, tmp_path / "b.gif", solver=names, hand="right", seconds=1, fps=4, cell=5)
    assert (tmp_path / "a.gif").read_bytes() == (tmp_path / "b.gif").read_bytes()


def test_a_film_that_becomes_too_large_is_refused_while_it_is_recorded(tmp_path: Path) -> None:
    """Not after the whole of it was recorded, which takes minutes."""
    started = process_time()
    with pytest.raises(UsageError, match="201 frames of 4,505 × 4,505 pixels are too many"):
        api.film("wilson", tmp_path / "a.gif", rows=1500, columns=1500, seed=1)
    assert process_time() - started < 5
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_recording_ends_at_the_limit() -> None:
    def limit(steps: int) -> None:
        if steps > 20_000:
            raise UsageError(str(steps))

    lattice = build("rectangular", rows=300, columns=300)
    film = new_generation("wilson", lattice, limit=limit)
    with pytest.raises(UsageError):
        film_of_generation(Recipe("wilson", seed=1), lattice, film=film)
    assert 20_000 < film.steps < 60_000


def test_refused(folder: Path) -> None:
    for arguments, status, words in [
        (["-o", "a.gif"], 2, "FILE with a maze to be solved, or a --generator"),
        (["maze.maze", "--generator", "prim", "-o", "a.gif"], 2, "either a FILE"),
        (["--generator", "prim", "--solver", "a-star", "-o", "a.gif"], 2, "needs a FILE"),
        (["maze.maze", "--shape", "rectangular", "-o", "a.gif"], 2, "its own shape"),
        (["maze.maze", "--rows", "5", "-o", "a.gif"], 2, "its own shape, size and masks"),
        (["maze.maze", "--mask", "heart", "-o", "a.gif"], 2, "its own shape, size and masks"),
        (["maze.maze", "--pieces", "each", "-o", "a.gif"], 2, "its own shape, size and masks"),
        (["maze.maze", "--scale", "0.5", "-o", "a.gif"], 2, "its own shape, size and masks"),
        (["--generator", "prim", "--hand", "left", "-o", "a.gif"], 2, "no option --hand"),
        (["maze.maze", "--solver", "a-stra", "-o", "a.gif"], 2, "Did you mean a-star"),
        (["maze.maze", "-o", "a.mp4"], 2, ".gif, .apng, .png"),
        (["maze.maze", "--seconds", "5", "--speed", "5", "-o", "a.gif"], 2, "not both"),
        (["maze.maze", "-o", "nowhere/a.gif"], 1, "no folder"),
        (["nothing.maze", "-o", "a.gif"], 1, "nothing.maze"),
    ]:
        before = sorted(folder.iterdir())
        assert words in failure("film", *arguments, status=status, cwd=folder)
        assert sorted(folder.iterdir()) == before, arguments
