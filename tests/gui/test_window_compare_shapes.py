"""Compare generators on every shape, cut to masks: the same values as without a window."""

from __future__ import annotations

import pytest

from mazeeditor.maze.comparing.compare import compare
from mazeeditor.maze.generators import GENERATORS
from mazeeditor.maze.masks.cutting import cut
from mazeeditor.maze.shapes import build
from tests.events import click, key, move, settle
from tests.gui.desk import Desk
from tests.gui.test_window_compare_generators import opened, run


@pytest.mark.slow
def test_shapes_and_masks(desk: Desk) -> None:
    key(desk.root, "ctrl+F6")
    compared = opened(desk)
    form = compared.form
    form.recipe.show({"mazes_of_each": 5})
    form.generators.check(("backtracker", "kruskal", "binary-tree"))
    for value in ("heart", "hexagonal", "hole"):
        hexagons = value == "hexagonal"
        box = form.shape.boxes["shape"] if hexagons else form.mask_choice.rows[-1].box
        box.variable.set(box.text.of(value))
        box.commit()
        settle(compared)
        assert "binary-tree" not in compared.comparison.generators, (
            "it can make whole rectangles only"
        )
    form.sizes.show({"rows": 15, "columns": 15, "outline": "hexagon"})
    assert compared.comparison.generators == ["backtracker", "kruskal"]
    refused = form.generators.boxes["binary-tree"]
    form.see(refused)
    move(refused)
    desk.wait(lambda: bool(refused.winfo_children()), "why not")
    (words,) = refused.winfo_children()[0].winfo_children()
    assert words.cget("text") == GENERATORS["binary-tree"].why_not("hexagonal", whole=False)
    run(desk, compared)
    whole = build("hexagonal", rows=15, columns=15, outline="hexagon")
    rows = compare(["backtracker", "kruskal"], cut(["heart", "hole"], whole).lattice, range(1, 6))
    known = {(row.generator, row.measure.name): row.five_numbers for row in rows}
    assert {
        (row.generator, row.measure.name): row.five_numbers for row in compared.comparison.rows
    } == known
    desk.root.geometry("700x500")
    settle(compared)
    click(compared.views.tabs["table"])
    for words in (compared.views.heading, compared.views.table.hint):
        assert words.winfo_reqwidth() <= words.winfo_width(), "else it would be cut off"
    assert "hexagon outline · cut to: heart, hole · seeds 1 to 5" in compared.comparison.about
