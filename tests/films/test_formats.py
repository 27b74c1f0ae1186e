"""Films as files: read back by Pillow, which steps they show, and for how long."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image, ImageSequence

from mazeeditor import api
from mazeeditor.core.errors import CancelledError, MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.films.film import Film
from mazeeditor.films.formats import FILMS, MAX_FRAMES, FilmFormat, FilmOptions, write_film
from mazeeditor.films.frames import COLOURS, ENTRANCE
from mazeeditor.films.frames import INK as INK_NUMBER
from mazeeditor.films.frames import PATH as PATH_NUMBER
from mazeeditor.screen.pixel_colours import PLAIN, ROUTE
from tests.films.samples import film_named, made, solved
from tests.kernels import compiled, interpreted

OPTIONS = FilmOptions(seconds=2.5, fps=4, hold=1.5, cell=10, loop=3, no_legend=True)


rgb = [tuple(bytes.fromhex(colour[1:])) for colour in COLOURS]


PAPER, INK, PATH = rgb[PLAIN], rgb[INK_NUMBER], rgb[PATH_NUMBER]


def read(files: list[Path]) -> tuple[list[NDArray[np.uint8]], list[float]]:
    """Return the frames as RGB, and how many ms each is shown; 0 for still images."""
    frames, durations = [], []
    for file in files:
        with Image.open(file) as image:
            for each in ImageSequence.Iterator(image):
                frames.append(np.asarray(each.convert("RGB")))
                durations.append(float(image.info.get("duration", 0)))
    return frames, durations


def write(films: list[Film], kind: FilmFormat, folder: Path, **options: Any) -> list[Path]:
    return write_film(films, folder / f"a{kind.suffix}", OPTIONS, **options)


@pytest.mark.parametrize("kind", FILMS, ids=lambda kind: kind.name)
@pytest.mark.parametrize("name", ["wilson", "a-star"])
def test_a_film_is_read_back(kind: FilmFormat, name: str, tmp_path: Path) -> None:
    film = film_named(name)
    files = write([film], kind, tmp_path)
    assert sorted(tmp_path.iterdir()) == files
    frames, durations = read(files)
    assert len(frames) == 11
    if kind.copies:
        assert durations == [250] * 10 + [1500]
    else:
        assert [file.name for file in files[:2]] == ["a-0001.png", "a-0002.png"]
    shape = {frame.shape for frame in frames}
    assert shape == {(10 * film.lattice.rows + 11, 10 * film.lattice.columns + 11, 3)}
    check_first(frames[0], film)
    dots = (frames[0] == rgb[ENTRANCE]).all(axis=2)
    assert dots.any() == film.solves, "where a solver begins"
    check_last(frames[-1], film)


def at(frame: NDArray[np.uint8], film: Film, cell: int) -> NDArray[np.uint8]:
    """Return the pixels between the walls of a cell, but for its middle."""
    row, column = film.lattice.place(cell)
    top, left = 5 + 10 * row + 1, 5 + 10 * column + 1
    return frame[top : top + 2, left : left + 2].reshape(-1, 3)


def closed_right(frame: NDArray[np.uint8], film: Film, cell: int) -> bool:
    row, column = film.lattice.place(cell)
    pixel = frame[5 + 10 * row + 2, 5 + 10 * column + 10]
    return tuple(pixel) == INK


def check_first(frame: NDArray[np.uint8], film: Film) -> None:
    colour = PAPER if film.solves else rgb[2]
    for cell in film.lattice.inside_cells().tolist():
        assert {tuple(pixel) for pixel in at(frame, film, cell)} == {colour}


def check_last(frame: NDArray[np.uint8], film: Film) -> None:
    result: Any = film.result
    maze = film.start if film.solves else result
    for cell in film.lattice.inside_cells().tolist():
        assert closed_right(frame, film, cell) == bool(maze.walls[cell] >> 1 & 1)
        colour = rgb[0]
        if film.solves:
            colour = rgb[ROUTE] if cell in result.route else rgb[result.marks[cell]]
        assert tuple(at(frame, film, cell)[0]) == colour
        row, column = film.lattice.place(cell)
        if not film.solves:  # in a perfect maze some wall ends at every post
            assert tuple(frame[15 + 10 * row, 15 + 10 * column]) == INK
    if film.solves:
        row, column = film.lattice.place(int(result.route[len(result.route) // 2]))
        assert tuple(frame[5 + 10 * row + 5, 5 + 10 * column + 5]) == PATH


def test_how_often_it_is_played(tmp_path: Path) -> None:
    for loop, gif, apng in [(0, 0, 0), (1, None, 1), (3, 2, 3)]:
        for name, expected in (("a.gif", gif), ("a.apng", apng)):
            options = FilmOptions(seconds=1, fps=2, cell=4, loop=loop)
            write_film([made("prim")], tmp_path / name, options)
            with Image.open(tmp_path / name) as image:
                assert image.info.get("loop") == expected, loop


@pytest.mark.parametrize("kind", FILMS, ids=lambda kind: kind.name)
def test_the_same_film_is_the_same_bytes(kind: FilmFormat, tmp_path: Path) -> None:
    first = [file.read_bytes() for file in write([solved("pledge")], kind, tmp_path)]
    assert first == [file.read_bytes() for file in write([solved("pledge")], kind, tmp_path)]


class StoppingJob(Job):
    """A job that is cancelled at its ``last`` step."""

    def __init__(self, last: int) -> None:
        super().__init__()
        self.left = last

    def step(self, done: int) -> None:
        self.left -= 1
        if self.left == 0:
            self.cancel()
        super().step(done)


@pytest.mark.parametrize("kind", FILMS, ids=lambda kind: kind.name)
def test_cancel_leaves_nothing(kind: FilmFormat, tmp_path: Path) -> None:
    for last in (1, 8):
        with pytest.raises(CancelledError):
            write([solved("a-star")], kind, tmp_path, job=StoppingJob(last))
        assert not list(tmp_path.iterdir())


def test_where_one_file_cannot_be_written_none_is(tmp_path: Path) -> None:
    (tmp_path / "a-0003.png").mkdir()
    with pytest.raises(MazeError, match=r"a-0003\.png: it is a folder\.$"):
        write_film([made("prim")], tmp_path / "a.png", OPTIONS)
    assert [path.name for path in tmp_path.iterdir()] == ["a-0003.png"]


def test_unknown_formats_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"\.gif, \.apng, \.png"):
        write_film([made("prim")], tmp_path / "a.avi", OPTIONS)


@pytest.mark.slow
def test_kernels_need_not_be_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options: Any = {"rows": 12, "columns": 14, "seed": 3, "braid": 0.3, "seconds": 2}
    with compiled(monkeypatch):
        [one] = api.film("kruskal", tmp_path / "a.gif", **options)
    with interpreted(monkeypatch):
        [other] = api.film("kruskal", tmp_path / "b.gif", **options)
    assert one.read_bytes() == other.read_bytes()


@given(
    st.integers(1, 10**7),
    st.floats(0.1, 300),
    st.floats(0.1, 30),
    st.none() | st.integers(2, MAX_FRAMES),
    st.floats(0, 9),
)
def test_schedules(steps: int, seconds: float, fps: float, frames: int | None, hold: float) -> None:
    options = FilmOptions(seconds=seconds, fps=fps, frames=frames, hold=hold)
    shown = options.schedule(steps)
    assert shown[0][0] == 0
    assert shown[-1][0] == steps
    assert all(before < after for (before, _), (after, _) in pairwise(shown))
    assert all(duration >= 10 and duration % 10 == 0 for _step, duration in shown)
    length = sum(duration for _step, duration in shown[:-1])
    assert abs(length - seconds * 1000) <= 10
    assert abs(shown[-1][1] - hold * 1000) <= 10
    assert len(shown) - 1 <= min(steps, seconds * fps + 1)
    assert frames is None or len(shown) <= frames


@given(st.integers(1, 5000), st.floats(1, 1000))
def test_speed_is_steps_a_second(steps: int, speed: float) -> None:
    shown = FilmOptions(speed=speed, frames=100).schedule(steps)
    length = sum(duration for _step, duration in shown[:-1])
    assert abs(length - steps / speed * 1000) <= max(10, 10 * len(shown))


def test_a_film_without_steps_is_one_moment() -> None:
    assert {step for step, _duration in FilmOptions().schedule(0)} == {0}


def test_wrong_options_are_refused() -> None:
    refused: list[dict[str, Any]] = [{"seconds": 5, "speed": 5}, {"fps": 0}, {"cell": 2}]
    for wrong in (*refused, {"frames": 1}, {"loop": -1}):
        with pytest.raises(UsageError):
            FilmOptions(**wrong)


def test_too_many_frames_are_refused() -> None:
    with pytest.raises(UsageError, match="100,001 frames"):
        FilmOptions(speed=1, fps=1).schedule(100_000)
