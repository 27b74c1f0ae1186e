"""Frames of films side by side: their layout, their number, films of different lengths."""

from __future__ import annotations

import numpy as np
import pytest

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.films.frames import MEMORY_BYTES, Frames, check_size, layout_of
from tests.films.samples import made, solved


@pytest.mark.parametrize("same_end", [False, True])
def test_a_shorter_film_stays_at_its_end_or_is_slower(same_end: bool) -> None:
    films = [solved("breadth-first"), solved("random-mouse")]
    short, long = (film.steps for film in films)
    assert short < long / 2
    steps = [0, short // 2, short, long // 2, long]

    def panels(number: int) -> list[np.ndarray[tuple[int, ...], np.dtype[np.uint8]]]:
        """Return the frames of the first film, drawn with the other one or alone."""
        shown = films[:number]
        layout = layout_of(shown[0].lattice, len(shown), 8)
        schedule = [(step, 10) for step in steps]
        if number == 1:
            share = short / long if same_end else 1
            schedule = [(min(short, round(step * share)), 10) for step in steps]
        frames = Frames(shown, layout, schedule, Job(), same_end=same_end and number > 1)
        top = layout.caption
        return [
            np.asarray(frame.convert("RGB"))[top : top + layout.height, : layout.width]
            for frame in frames
        ]

    for together, alone in zip(panels(2), panels(1), strict=True):
        assert np.array_equal(together, alone)


def test_what_does_not_fit_memory_is_refused() -> None:
    layout = layout_of(made("prim").lattice, 1, 20)
    most = MEMORY_BYTES // (layout.size[0] * layout.size[1])
    check_size(layout, most, 1)
    check_size(layout, 10 * most, 0)
    for frames, copies in ((most + 1, 1), (most // 2 + 1, 2)):
        with pytest.raises(UsageError, match="fit"):
            check_size(layout, frames, copies)


def test_no_row_of_films_is_empty() -> None:
    lattice = made("prim").lattice
    for films in range(1, 8):
        layout = layout_of(lattice, films, None)
        assert 0 <= layout.columns * layout.rows - films < layout.columns, films
