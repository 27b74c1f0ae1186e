"""Films of other lengths side by side: the same step of each, or all to one end."""

from __future__ import annotations

import numpy as np
import pytest

from mazeeditor.films.pictures import Pictures
from mazeeditor.films.showing import stage_of
from mazeeditor.job import Job
from tests.films.samples import solved


@pytest.mark.parametrize("same_end", [False, True])
def test_a_shorter_film_stands_at_its_end_or_is_slower(same_end: bool) -> None:
    films = [solved("breadth-first"), solved("random-mouse")]
    short, long = (film.steps for film in films)
    assert short < long / 2
    steps = [0, short // 2, short, long // 2, long]

    def panels(number: int) -> list[np.ndarray[tuple[int, ...], np.dtype[np.uint8]]]:
        """Return the first picture of both films, or of one alone."""
        shown = films[:number]
        stage = stage_of(shown, 8)
        schedule = [(step, 10) for step in steps]
        if number == 1:
            share = short / long if same_end else 1
            schedule = [(min(short, round(step * share)), 10) for step in steps]
        pictures = Pictures(shown, stage, schedule, Job(), same_end=same_end and number > 1)
        top = stage.caption
        return [
            np.asarray(picture.convert("RGB"))[top : top + stage.height, : stage.width]
            for picture in pictures
        ]

    for together, alone in zip(panels(2), panels(1), strict=True):
        assert np.array_equal(together, alone)
