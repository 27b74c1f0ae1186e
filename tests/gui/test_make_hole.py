"""The hole to hang a piece by, dragged on the picture of its sheet."""

from __future__ import annotations

import numpy as np
import pytest

from mazeeditor.gui.making.tab_handles import HOLE
from tests.events import key
from tests.gui.desk import Desk
from tests.gui.making import settled, show_make


def hole_of(make: object) -> tuple[float, float]:
    holes = make.tabs.holes  # type: ignore[attr-defined]
    x, y = holes.at[0, 0].tolist()
    return x, y


@pytest.mark.slow
def test_a_hole_is_dragged(desk: Desk) -> None:
    make = show_make(desk)
    fields = make.draft.fields
    fields.edit("object", "coaster")
    fields.update({"outline": "rectangle", "border": 15.0, "hole": 5.0, "hole_at": None})
    settled(make)
    view, canvas = make.sheet.view, make.sheet.canvas
    assert view is not None
    x, y = hole_of(make)
    begin = view.to_px(x, y)
    there = begin[0] - 12 * view.scale, begin[1]
    for cancelled in (True, False):
        for event, at in (("<Button-1>", begin), ("<B1-Motion>", there)):
            canvas.event_generate(event, x=round(at[0]), y=round(at[1]))
        canvas.update()
        assert canvas.find_withtag(HOLE)
        if cancelled:
            canvas.focus_force()
            key(canvas, "Escape")
        canvas.event_generate("<ButtonRelease-1>", x=round(there[0]), y=round(there[1]))
        canvas.update()
        assert not canvas.find_withtag(HOLE)
        assert (fields["hole_at"] is None) is cancelled
    settled(make)
    assert make.shown.problem == ""
    moved = hole_of(make)
    assert np.subtract(moved, (x, y)) == pytest.approx((-12, 0), abs=1.5 / view.scale + 0.2)
    key(desk.root, "ctrl+z")
    settled(make)
    assert fields["hole_at"] is None
