"""A picture in the route, in the window: made by Generate, lost by an edit, and restored."""

from __future__ import annotations

import numpy as np
import pytest

from mazeeditor.app.commands import COMMANDS
from tests.events import settle
from tests.gui.desk import Desk
from tests.maze.subjects.pictures import route_in


@pytest.mark.slow
def test_a_picture_is_made_and_comes_back_after_an_edit(desk: Desk) -> None:
    draft = desk.session.view.draft.subject
    draft.kind.edit("shows", "picture")
    assert draft.options
    draft.options.edit("pixels", 12)
    desk.window.run(COMMANDS["generate"])
    desk.wait_for_work()
    settle(desk.root)
    assert desk.verdict.startswith("Exactly one route")
    document = desk.session.document
    before = document.maze.copy()
    route, lattice = route_in(before), before.lattice
    desk.window.run(COMMANDS["unlock-all"])
    one, two = (lattice.cell(*place) for place in route[40:42])
    stroke = document.begin()
    stroke.toggle(np.array([lattice.wall(one, lattice.slot_between(one, two))]))
    stroke.finish()
    desk.wait_for_work()
    desk.wait(lambda: "lost" in desk.session.view.subject.lost, "what is lost")
    desk.window.run(COMMANDS["restore-shown"])
    desk.wait_for_work()
    desk.wait(lambda: not desk.session.view.subject.lost, "nothing is lost")
    assert np.array_equal(document.maze.walls, before.walls)
