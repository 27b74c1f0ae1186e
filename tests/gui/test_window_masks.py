"""Shapes and masks in the Generate section: the choice is generated, or the reason is shown."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw

from mazeeditor.files.project import load, save
from mazeeditor.gui.dialogs.mask_dialog import MaskDialog
from mazeeditor.gui.forms.fields import Box
from mazeeditor.maze.generators import GENERATORS
from mazeeditor.maze.generators import generate as carve
from mazeeditor.maze.masks.cutting import cut, mask_steps
from mazeeditor.maze.recipe import BY_HAND, Recipe
from mazeeditor.maze.shapes import SHAPES, build
from tests.dialogs import TclWindow, descendants, dialog
from tests.events import click, key, settle, type_text
from tests.gui.desk import Desk


def choose(desk: Desk, name: str, value: str) -> None:
    """Choose a shape, generator or mask as its box does."""
    panel = desk.generate
    choose_in(desk, panel.mask.rows[0].box if name == "mask" else panel.choice.boxes[name], value)


def choose_in(desk: Desk, box: Box, value: str) -> None:
    box.variable.set(box.text.of(value))
    box.commit()
    settle(desk.root)


def generate(desk: Desk) -> None:
    """Make what is chosen."""
    key(desk.root, "ctrl+g")
    desk.wait_for_work()
    assert desk.answers.errors == []


@pytest.mark.slow
def test_every_shape_is_made_with_and_without_a_mask(desk: Desk) -> None:
    for shape in SHAPES.names():
        choose(desk, "shape", shape)
        assert set(desk.generate.sizes.boxes) == {option.name for option in SHAPES[shape].options}
        for mask in ("none", "heart", "none"):
            choose(desk, "mask", mask)
            generate(desk)
            lattice = desk.document.maze.lattice
            assert lattice.shape == shape
            whole = build(shape, **lattice.parameters)
            expected = whole if mask == "none" else cut(mask, whole).lattice
            assert lattice.same(expected)
            assert desk.verdict == "Exactly one route"
            assert desk.document.recipe.masks == (() if mask == "none" else mask_steps(mask))
        key(desk.root, "ctrl+z")
        assert desk.generate.draft.masks.masks == mask_steps("heart")


@pytest.mark.slow
def test_a_generator_that_cannot_make_the_shape_gives_way_and_says_why(desk: Desk) -> None:
    panel = desk.generate
    for shape, mask in (("hexagonal", "none"), ("rectangular", "star")):
        choose(desk, "mask", "none")
        choose(desk, "shape", "rectangular")
        choose(desk, "generator", "eller")
        assert panel.draft.generator == "eller"
        choose(desk, "shape", shape)
        choose(desk, "mask", mask)
        reason = GENERATORS["eller"].why_not(shape, whole=mask == "none")
        assert panel.draft.generator != "eller"
        assert panel.summary.cget("text") == reason
        choose(desk, "generator", "sidewinder")
        assert panel.draft.generator != "sidewinder"
        assert "Sidewinder" in panel.summary.cget("text")
        generate(desk)


def texts(window: TclWindow) -> list[str]:
    """Return all that stands on the labels of a window."""
    widgets = [TclWindow(window, path) for path in descendants(window, str(window))]
    return [
        str(widget.tk.call(widget, "cget", "-text"))
        for widget in widgets
        if widget.winfo_class() == "TLabel"
    ]


def picture(path: Path) -> None:
    """Write a picture of two black discs that do not touch."""
    image = Image.new("L", (200, 100), 255)
    pen = ImageDraw.Draw(image)
    pen.ellipse((5, 10, 75, 90), fill=0)
    pen.ellipse((125, 10, 195, 90), fill=0)
    image.save(path)


def test_a_picture_is_asked_for_and_shown(desk: Desk, tmp_path: Path) -> None:
    picture(tmp_path / "discs.png")
    desk.answers.paths = [tmp_path / "discs.png"]
    seen: list[str] = []

    def answer(window: TclWindow) -> None:
        click(window.find("TButton", "Browse…"))
        desk.wait(lambda: any("2 pieces" in text for text in texts(window)), "the pieces")
        seen.extend(texts(window))
        click(window.find("TButton", "Use outline"))

    with dialog(desk.root, answer, "Shape outline: Picture"):
        choose(desk, "mask", "picture")
    assert any("joined by bridges" in each for each in seen)
    generate(desk)
    assert "2 pieces, joined by bridges" in str(desk.generate.mask.note.cget("text"))
    expected = cut("picture", build("rectangular"), picture=str(tmp_path / "discs.png"))
    assert np.array_equal(desk.document.maze.lattice.inside, expected.lattice.inside)
    assert desk.verdict == "Exactly one route"
    (tmp_path / "discs.png").unlink()
    named: list[str] = []

    def look(window: TclWindow) -> None:
        desk.wait(lambda: any("2 pieces" in text for text in texts(window)), "the pieces")
        entry = next(
            TclWindow(window, path)
            for path in descendants(window, str(window))
            if TclWindow(window, path).winfo_class() == "TEntry"
        )
        named.append(str(entry.tk.call(entry, "get")))
        click(window.find("TButton", "Use outline"))

    with dialog(desk.root, look, "Shape outline: Picture"):
        desk.generate.mask.rows[0].more.invoke()
    assert named == ["discs.png"], "the picture is kept under its name"
    generate(desk)
    assert np.array_equal(desk.document.maze.lattice.inside, expected.lattice.inside)


@pytest.mark.slow
def test_masks_one_after_the_other(desk: Desk, tmp_path: Path) -> None:
    draft = desk.session.view.draft.masks
    masks = desk.generate.mask

    def shown() -> list[str]:
        assert [child for child in masks.winfo_children() if child.winfo_ismapped()] == masks.rows
        return [row.name for row in masks.rows]

    assert shown() == ["none"]
    choose(desk, "mask", "heart")
    assert shown() == ["heart", "none"], "there is room for one more"
    choose_in(desk, masks.rows[1].box, "hole")
    choose_in(desk, masks.rows[2].box, "ellipse")
    generate(desk)
    whole = build("rectangular")
    expected = cut(["heart", "hole", "ellipse"], whole).lattice
    assert desk.document.maze.lattice.same(expected)
    three = mask_steps(["heart", "hole", "ellipse"])
    assert desk.document.recipe.masks == three
    save(desk.document.project(), tmp_path / "three.maze")
    choose_in(desk, masks.rows[0].box, "none")
    assert shown() == ["hole", "ellipse", "none"], "the others moved up"
    choose_in(desk, masks.rows[1].box, "none")
    choose_in(desk, masks.rows[0].box, "none")
    assert shown() == ["none"]
    assert draft.masks == ()
    generate(desk)
    assert desk.document.maze.lattice.whole
    key(desk.root, "ctrl+z")
    assert draft.masks == three, "undo shows the masks of the maze that is back"
    choose_in(desk, masks.rows[0].box, "painted")
    assert draft.pieces is None, "cells painted apart are intended"
    desk.document.open(load(tmp_path / "three.maze"), tmp_path / "three.maze")
    assert draft.masks == three


@pytest.mark.slow
def test_the_dialog_shows_and_changes_one_of_several(desk: Desk) -> None:
    draft = desk.session.view.draft.masks
    choose(desk, "mask", "ellipse")
    masks = desk.generate.mask
    cells: list[str] = []

    def answer(window: TclWindow) -> None:
        type_text(window, "O")
        assert isinstance(window, TclWindow)
        found = next(child for child in desk.root.winfo_children() if isinstance(child, MaskDialog))
        for name, value in (("combine", "cut-out"), ("pieces", "largest")):
            choose_in(desk, found.form.boxes[name], value)
        desk.wait(lambda: any("only the largest" in text for text in texts(window)), "the sketch")
        cells.extend(texts(window))
        click(window.find("TButton", "Use outline"))

    with dialog(desk.root, answer, "Shape outline: Text"):
        choose_in(desk, masks.rows[1].box, "text")
    chosen = mask_steps(["ellipse", {"name": "text", "text": "O", "combine": "cut-out"}])
    assert (draft.masks, draft.pieces) == (chosen, "largest")
    found = cut(chosen, build("rectangular"), pieces="largest")
    assert any(f"{found.lattice.cells:,} cells" in cell for cell in cells), cells
    generate(desk)
    assert desk.document.maze.lattice.same(found.lattice)
    assert "only the largest is kept" in str(masks.note.cget("text"))
    with dialog(desk.root, lambda window: key(window, "Escape"), "Shape outline: Circle or oval"):
        click(masks.rows[0].more)
    assert (draft.masks, draft.pieces) == (chosen, "largest")
    for name in ("none", "none", "heart"):
        choose_in(desk, masks.rows[0].box, name)
    assert (draft.masks, draft.pieces) == (mask_steps("heart"), None), (
        "the message about removed masks is gone"
    )


def test_a_recipe_may_hold_anything(desk: Desk) -> None:
    document = desk.document
    whole = document.maze.copy()
    lattice = cut("heart", whole.lattice).lattice
    masks: list[object] = ["nonsense", {"name": "heart", "scale": 9}, {"name": 3}, []]
    for mask in masks:
        recipe = Recipe.from_json({"generator": "prim", "seed": 1, "mask": mask})
        document.new(whole.copy(), recipe)
        assert not desk.generate.draft.masks.masks, mask
        document.new(carve("prim", lattice, 1), recipe)
        assert desk.generate.draft.masks.masks == (BY_HAND,), mask
    generate(desk)
    assert desk.document.maze.lattice is lattice
