"""The legend of films: what occurs is explained, in the window and in files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageSequence

from mazeeditor.films.film import Film
from mazeeditor.films.formats import FilmOptions, write_film
from mazeeditor.films.frames import COLOURS, SCREEN, entry_width, layout_of, legend_rows
from mazeeditor.films.legend import LINE, kinds_of, legend_of
from mazeeditor.films.player import Player
from mazeeditor.screen.pixel_colours import AREA, AREAS
from tests.films.samples import NAMES, film_named, solved

SAMPLES = 60  # steps looked at


def seen_in(film: Film) -> set[int]:
    """Return the kinds that are seen at many steps."""
    player, inside = Player(film), film.lattice.inside
    seen: set[int] = set()
    for step in np.linspace(0, film.steps, SAMPLES).astype(int).tolist():
        player.seek(step)
        seen |= set(np.unique(player.marks[inside]).tolist())
        seen |= {LINE} if player.path[inside].any() else set()
    areas = seen & {*range(AREA, AREA + AREAS)}  # one entry explains them
    return seen - areas | ({AREA} if areas else set())


@pytest.mark.sample(8)
@pytest.mark.parametrize("name", NAMES)
def test_every_colour_that_is_seen_is_explained(name: str) -> None:
    film = film_named(name)
    explained = {kind for kind, _label in legend_of([film])}
    seen = seen_in(film) - ({0} if film.solves else set())  # a plain cell of a solved maze
    assert seen <= explained
    assert len(explained - seen) <= 1, "and little else; some colour may last for a step only"


def test_nothing_is_explained_before_it_is_recorded() -> None:
    whole = solved("a-star")
    film = Film(whole.start, whole.title, solves=True)
    assert kinds_of(film) == set()
    film.add(whole.events(0, whole.events_until(3)))
    assert kinds_of(film) <= kinds_of(whole)


def written(films: list[Film], folder: Path, **options: bool) -> list[np.ndarray]:
    """Return the frames of a file, uint8[h, w, 3]."""
    choice = FilmOptions(seconds=1, fps=3, cell=10, **options)
    [path] = write_film(films, folder / "a.gif", choice)
    with Image.open(path) as image:
        return [np.array(frame.convert("RGB")) for frame in ImageSequence.Iterator(image)]


@pytest.mark.parametrize(
    "names", [("prim",), ("kruskal",), ("dead-end-filling", "a-star", "tremaux")]
)
def test_the_legend_of_a_file_is_below_the_mazes(names: tuple[str, ...], tmp_path: Path) -> None:
    films = [film_named(name) for name in names]
    plain, legend = written(films, tmp_path, no_legend=True), written(films, tmp_path)
    height, width, _rgb = plain[0].shape
    for without, frame in zip(plain, legend, strict=True):
        assert (frame[:height, :width] == without).all(), "it covers no cell"
        foot = frame[height:]
        for kind, _label in legend_of(films):
            kinds = range(AREA, AREA + AREAS) if kind == AREA else [kind]
            for stripe in kinds:
                colour = list(bytes.fromhex(COLOURS[stripe][1:]))
                size = (foot == colour).all(axis=2).sum()
                assert size >= 81 // len(kinds) - 9, "a square of its colours"
        assert (foot < 60).all(axis=2).any(), "letters"
        assert (foot == legend[0][height:]).all()


def test_every_label_has_room_in_any_width(tmp_path: Path) -> None:
    film = solved("dead-end-filling")
    legend = legend_of([film])
    for width in range(max(entry_width(label) for _kind, label in legend) + 12, 900, 40):
        rows = legend_rows(legend, width)
        assert [(kind, label) for row in rows for _left, kind, label in row] == legend
        for row in rows:
            ends = [left + entry_width(label) for left, _kind, label in row]
            assert max(ends) <= width - 6
            assert all(left > end for (left, *_rest), end in zip(row[1:], ends, strict=False))
    small = layout_of(film.lattice, 1, 3, legend)
    assert small.size[0] >= max(entry_width(label) for _kind, label in legend)
    for films in (1, 4):
        whole = layout_of(film.lattice, films, None, legend)
        assert whole.size[0] <= SCREEN[0]
        assert whole.size[1] <= SCREEN[1]
    write_film([film], tmp_path / "a.png", FilmOptions(seconds=1, fps=1, cell=3))
