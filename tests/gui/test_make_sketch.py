"""While parts are planned for the first time, Make shows the walls of the maze."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest
from PIL import ImageTk

from mazeeditor.app.making.draft import MakeRequest
from mazeeditor.core.job import Job
from mazeeditor.making.plan import MakePlan
from tests.events import wait_until
from tests.gui.desk import Desk
from tests.gui.making import settled, show_make


@pytest.mark.slow
def test_walls_are_seen_until_another_object_is_planned(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = show_make(desk)
    planned, plan = threading.Event(), MakeRequest.plan

    def waiting(request: MakeRequest, job: Job) -> MakePlan:
        while not planned.wait(0.02):
            job.check()
        return plan(request, job)

    monkeypatch.setattr(MakeRequest, "plan", waiting)
    for name in ("stencil", "plate", "marble-game", "wall-art"):
        planned.clear()
        make.draft.fields.edit("object", name)
        wait_until(make, lambda: make.sheet.sketch is not None, 15, f"the walls for {name}")
        width, height = make.sheet.size
        sketch: Any = make.sheet.sketch
        assert (sketch.width(), sketch.height()) == (width, height)
        pixels = np.asarray(ImageTk.getimage(sketch).convert("L"), np.int64)
        assert (np.diff(pixels[height // 2]) != 0).sum() > 10, "walls across the middle"
        planned.set()
        settled(make)
        assert make.sheet.sketch is None
        assert not make.sheet.canvas.find_withtag("sketch")
    planned.clear()
    make.draft.fields.edit("object", "test-pieces")
    make.after(500, planned.set)
    wait_until(make, planned.is_set, 15, "half a second")
    assert make.sheet.sketch is None, "no maze is on them"
    settled(make)
